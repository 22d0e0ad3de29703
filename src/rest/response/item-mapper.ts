import type { JsonSchema, Properties } from '../request/body-members';
import type { Variables } from '../document/operations';
import type { ItemMembers } from './response-mapping';

type Members = Readonly<Record<string, unknown>>;

/** Converts the items of a list where the aliases of a document do not suffice, in responses and in their schema. */
export interface ItemMapper {
  readonly item: (item: Members, variables: Variables) => Members;
  /** Names of the members of a converted item, from those that the document selects. */
  readonly names: (selected: ItemMembers, variables: Variables) => readonly string[];
  /** The schema of a converted item, from the schema of what the document selects. */
  readonly schema: (selected: JsonSchema) => JsonSchema;
}

/** The documented item of a search is the article; GraphQL also returns how it matched. */
export const withoutMatch: ItemMapper = {
  item: ({ article }) => article as Members,
  names: (selected) => selected.get('article') ?? [],
  schema: ({ properties }) => (properties as Properties)['article'] ?? {},
};

const nameOfOther = (language: unknown) => `trad_${String(language).toLowerCase()}`;

/**
 * Gives the translation into the requested language its documented name, `trad_<lang>`. Aliases cover the four
 * documented languages, but no alias can depend on a variable. Articles use language tags in lower case.
 */
export const nameOtherLanguage: ItemMapper = {
  item: ({ _trad, ...item }, { trad }) => {
    const name = nameOfOther(trad);
    return name in item ? item : { ...item, [name]: _trad };
  },
  names: (selected, { trad }) => [...selected.keys(), nameOfOther(trad)],
  schema: (selected) => ({ ...selected, patternProperties: { '^trad_': { type: ['string', 'null'] } } }),
};
