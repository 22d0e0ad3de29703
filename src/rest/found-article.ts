import type { Finishing } from './finishing';
import type { Properties } from './openapi/json-schema';
import type { Item } from './row';

/** The documented item of a search is the article; GraphQL says beside it why it was found. */
export const withoutMatch: Finishing = {
  item: ({ article }) => article as Item,
  schema: ({ properties }) => (properties as Properties)['article'] ?? {},
};
