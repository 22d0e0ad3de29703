/**
 * The name of an extension of schema fields: what running the field costs beside what it brings back, counted in fields. It
 * stands there so that whoever bounds operations need not know them.
 */
export const COST = 'cost';

/** A search takes about as long as reading so many fields. */
export const COST_OF_SEARCH = 3500;
