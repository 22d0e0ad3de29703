import { articleMembers } from '../request/article-object';
import { WRITTEN, type Replies, type Row } from '../table/route';

const ONE = '/lexicon/articles/:dictionary_id/:article_id';
const DICTIONARY = '/lexicon/articles/:dictionary_id';

/** Without a token or without the role, a write is answered in the same words. */
function writes(found: Replies['found'], unauthorized: string, missing: string): Replies {
  return {
    found,
    failures: {
      unauthenticated: [401, unauthorized],
      forbidden: [401, unauthorized],
      missing: [404, missing],
    },
  };
}

const creates = writes(
  [201, 'Article created'],
  'Unauthorized to create Article',
  'Article content not found',
);

/** Writing articles. B2 says "dictionary" and deletes an article: a dictionary is never deleted by accident. */
export const articleWrites: readonly Row[] = [
  {
    id: 'B1',
    method: 'POST',
    path: DICTIONARY,
    run: 'lexicon/create-article',
    shows: 'one',
    members: articleMembers,
    adds: WRITTEN,
    location: '/lexicon/articles/:id_dico/:id_article',
    replies: {
      ...creates,
      failures: { ...creates.failures, DICTIONARY_NOT_FOUND: [404, 'Dictionary id invalid'] },
    },
  },
  {
    id: 'B2',
    method: 'DELETE',
    path: DICTIONARY,
    run: 'lexicon/delete-article',
    shows: 'one',
    adds: WRITTEN,
    query: ['article_id'],
    replies: writes(
      [200, 'Dictionary deleted'],
      'Unauthorized to delete dictionary',
      'Dictionary content not found',
    ),
  },
  {
    id: 'B3',
    method: 'DELETE',
    path: ONE,
    run: 'lexicon/delete-article',
    shows: 'one',
    adds: WRITTEN,
    replies: writes([200, 'Article deleted'], 'Unauthorized to delete Article', 'Article content not found'),
  },
  {
    id: 'B33',
    method: 'PUT',
    path: ONE,
    run: 'lexicon/update-article',
    shows: 'one',
    members: articleMembers,
    adds: WRITTEN,
    location: '/lexicon/articles/:id_dico/:id_article',
    replies: writes([201, 'Article updated'], 'Unauthorized to update Article', 'Article content not found'),
  },
];
