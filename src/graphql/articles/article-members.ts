import { valueFromAST } from 'graphql';
import { etagOf, type EtagFields } from '../../domain/article/article-views';
import type { CustomMembers } from '../fields/object-shape';
import { globalId } from '../node/global-id';

/** Article fields whose stored names or forms differ from the schema. */
export const ARTICLE_MEMBERS: CustomMembers = {
  'Article.source': () => ({ source: 'stored', from: 'source', isRequired: false, value: { kind: 'json' } }),
  'ArticleContent.extra': () => ({
    source: 'stored',
    from: 'extra',
    isRequired: true,
    value: { kind: 'json' },
  }),
  'Article.dictionaryPublicId': () => ({
    source: 'stored',
    from: 'dictionaryId',
    isRequired: true,
    value: { kind: 'text' },
  }),
  'Article.id': () => ({
    source: 'made',
    from: ['dictionaryId', 'number'],
    make: ([dictionaryId, number]) => globalId('Article', String(dictionaryId), Number(number)),
  }),
  'Article.proposedText': () => ({
    source: 'made',
    from: ['proposedText'],
    make: ([proposedText = '']) => proposedText as string,
  }),
  'Article.etag': () => ({
    source: 'made',
    from: ['revision', 'likeCount', 'unlikeCount', 'createdAt', 'proposedText'],
    make: ([revision, likeCount, unlikeCount, createdAt, proposedText]) =>
      etagOf({ revision, likeCount, unlikeCount, createdAt, proposedText } as EtagFields),
  }),
  'Article.written': ({ arguments: [part] = [] }, { args: [argument] }) => {
    const value = part && argument && valueFromAST(part.value, argument.type);
    return typeof value === 'string' ? { source: 'part', from: 'source', part: value } : undefined;
  },
};
