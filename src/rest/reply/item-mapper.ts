import type { JsonSchema, Properties } from '../request/body-members';
import type { Variables } from '../request/variables';

type Members = Readonly<Record<string, unknown>>;

/** Completes the items of a list where an alias cannot, in responses and in their schema. */
export interface ItemMapper {
  readonly item: (item: Members, variables: Variables) => Members;
  /** The schema of a completed item, from that of what the document selects. */
  readonly schema: (selected: JsonSchema) => JsonSchema;
}

/** The documented item of a search is the article; GraphQL also returns why it matched. */
export const withoutMatch: ItemMapper = {
  item: ({ article }) => article as Members,
  schema: ({ properties }) => (properties as Properties)['article'] ?? {},
};

/**
 * Gives the translation into the requested language its documented name, `trad_<lang>`. Aliases cover the four
 * documented languages, but no alias can depend on a variable. Articles use language tags in lower case.
 */
export const nameOtherLanguage: ItemMapper = {
  item: ({ _trad, ...item }, { trad }) => {
    const name = `trad_${String(trad).toLowerCase()}`;
    return name in item ? item : { ...item, [name]: _trad };
  },
  schema: (selected) => ({ ...selected, patternProperties: { '^trad_': { type: ['string', 'null'] } } }),
};
