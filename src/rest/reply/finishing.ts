import type { JsonSchema, Properties } from '../request/body-members';
import type { Variables } from '../request/variables';

type Members = Readonly<Record<string, unknown>>;

/** What an alias cannot say about the items of a list, as they are sent and as they are described. */
export interface Finishing {
  readonly item: (item: Members, variables: Variables) => Members;
  /** The schema of a finished item, from that of what the document selects. */
  readonly schema: (selected: JsonSchema) => JsonSchema;
}

/** The documented item of a search is the article; GraphQL says beside it why it was found. */
export const withoutMatch: Finishing = {
  item: ({ article }) => article as Members,
  schema: ({ properties }) => (properties as Properties)['article'] ?? {},
};

/**
 * Gives the translation into the language that was asked for its documented kind of name, `trad_<lang>`. The four
 * documented languages have theirs from aliases already; no alias can depend on a variable. Language tags are in lower
 * case wherever articles speak of them.
 */
export const nameOtherLanguage: Finishing = {
  item: ({ _trad, ...item }, { trad }) => {
    const name = `trad_${String(trad).toLowerCase()}`;
    return name in item ? item : { ...item, [name]: _trad };
  },
  schema: (selected) => ({ ...selected, patternProperties: { '^trad_': { type: ['string', 'null'] } } }),
};

/** Numbers the page on which an article is: a list that is read by cursor knows none. */
export const numberPages: Finishing = {
  item: (item, { page = item['article_page'] }) =>
    item['article_page'] === page ? item : { ...item, article_page: page },
  schema: (selected) => selected,
};
