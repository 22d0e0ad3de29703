/**
 * Throws a Failure if the viewer in the context of a request may not read a field. It is in the `extensions` of schema fields, so that
 * code that executes documents can check it before anything runs.
 */
export type Authorise = (context: unknown) => void;

/** The name of the extension. */
export const AUTHORISE = 'authorise';

/**
 * Records that a caller was refused a field before it ran. It is in the `extensions` of the fields that the audit log records, for
 * code that checks {@link AUTHORISE} itself.
 *
 * @param args the arguments that are known
 */
export type RecordRefusal = (
  context: unknown,
  args: Readonly<Record<string, unknown>>,
  refusal: unknown,
) => Promise<void>;

/** The name of the extension. */
export const RECORD_REFUSAL = 'recordRefusal';

/**
 * Value of `Cache-Control` for public reads, over REST and GraphQL.
 * Source: interface decisions, section 2, "Caching".
 */
export const PUBLIC_CACHING = 'public, max-age=60, stale-while-revalidate=600';

/**
 * Value of `Cache-Control` for files whose content never changes, but which may be hidden later: a browser keeps its copy for a year, while a
 * cache that serves others asks again after a minute.
 */
export const FILE_CACHING = 'public, max-age=31536000, s-maxage=60, immutable';

/**
 * The name of an extension of schema fields: the fixed cost of a field, without its result, counted in fields. It keeps
 * the code that bounds operations independent of the fields.
 */
export const COST = 'cost';

/**
 * The name of an extension of schema fields: the maximum number of items of a list without an argument for its size.
 */
export const MAX_ITEMS = 'maxItems';

/** Cost of a list below another object, in fields: it is a separate read of a few milliseconds. */
export const COST_OF_INNER_LIST = 500;

/** Cost of a single object that is read by an index, and not together with others, in fields. */
export const COST_OF_INNER_READ = 150;

/** Cost of a search, in fields: it takes about as long as reading as many fields. */
export const COST_OF_SEARCH = 4200;

/**
 * The name of an extension of scalars: a function that throws a Failure for a value that services would refuse. REST
 * calls it to check values in the documented order.
 */
export const CHECK = 'check';
