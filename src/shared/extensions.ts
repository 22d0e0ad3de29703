/**
 * Throws a Failure if the viewer in the context of a request may not read a field. It is in the `extensions` of schema fields, so that
 * code that executes documents can check it before anything runs.
 */
export type Authorise = (context: unknown) => void;

/** The name of the extension. */
export const AUTHORISE = 'authorise';

/**
 * Value of `Cache-Control` for public reads, over REST and GraphQL.
 * Source: interface decisions, section 2, "Caching".
 */
export const PUBLIC_CACHING = 'public, max-age=60, stale-while-revalidate=600';

/**
 * The name of an extension of schema fields: what running the field costs beside what it brings back, counted in fields. It
 * is there so that the code that bounds operations need not know them.
 */
export const COST = 'cost';

/** The name of an extension of schema fields: the most items of a list that has no argument for its size. */
export const MOST_ITEMS = 'mostItems';

/** A list below another object is a read by itself, of a few milliseconds. */
export const COST_OF_INNER_LIST = 500;

/** So is a single object that an index leads to and that is not read together with others. */
export const COST_OF_INNER_READ = 150;

/** A search takes about as long as reading so many fields. */
export const COST_OF_SEARCH = 4200;

/**
 * The name of an extension of scalars: throws a Failure for a value that services would refuse, so that REST can refuse it in the order of
 * the documented checks.
 */
export const CHECK = 'check';
