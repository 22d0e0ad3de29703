import type { GraphQLResolveInfo } from 'graphql';
import { SEARCHED_CONTENT } from '../../services/search/near-articles';
import { articleProjection, ITSELF } from '../articles/article-projection';
import { selectedFields } from '../selection';

/** What tells the forms of a noun. */
const NOUN_CONTENT = { ...SEARCHED_CONTENT, 'content.classes': 1 } as const;

/** What a hit says of itself beside the article, and what is made of the article's content. */
const EXPLAINED = ['match', 'senseNumber'];

/** The stored fields that the hits of an answer need. */
export function searchProjection(
  info: GraphQLResolveInfo,
  paths: readonly (readonly string[])[],
): Record<string, 1> {
  const fields = articleProjection(
    info,
    paths.map((path) => [...path, 'article']),
  );
  const asked = selectedFields(info, paths);
  if ('content' in fields || !EXPLAINED.some((name) => asked.has(name))) return fields;
  return { ...fields, ...SEARCHED_CONTENT };
}

/** The stored fields that nouns need, which are told apart from other words. */
export function nounProjection(info: GraphQLResolveInfo): Record<string, 1> {
  const fields = searchProjection(info, ITSELF);
  return 'content' in fields ? fields : { ...fields, ...NOUN_CONTENT };
}
