import { membersUnderOrFlat } from '../body-members';
import { WRITTEN, type Row } from '../row';

const whole = { method: 'GET', run: 'lexicon/comments', shows: 'list' } as const;
const summary = { method: 'GET', run: 'lexicon/comment-summaries', shows: 'list', when: 'resume' } as const;
const failures = {
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [401, 'Unauthorized'],
} as const;

const all = {
  path: '/lexicon/comments',
  replies: { found: [200, 'Comments found'], empty: [206, 'Comment Not Found'], failures },
} as const;
const ofDictionary = { ...all, path: '/lexicon/comments/:dictionary_id', query: ['article_id'] } as const;
const ofArticle = {
  path: '/lexicon/comments/:dictionary_id/:article_id',
  replies: { found: [200, 'Comments found'], empty: [206, 'Forbidden'], failures },
} as const;

const writes = {
  path: '/lexicon/comments/:dictionary_id/:article_id',
  shows: 'one',
  adds: WRITTEN,
} as const;
const ownFailures = {
  unauthenticated: [401, 'Unauthorized'],
  forbidden: [403, 'Forbidden'],
  missing: [404, 'Comment Not Found'],
} as const;
const members = membersUnderOrFlat('comment');

/** Comments, for whoever has a token. B36 says "Forbidden" where it finds none. */
export const comments: readonly Row[] = [
  { id: 'B34', ...whole, ...ofDictionary },
  { id: 'B34-resume', ...summary, ...ofDictionary },
  { id: 'B35', ...whole, ...all },
  { id: 'B35-resume', ...summary, ...all },
  { id: 'B36', ...whole, ...ofArticle },
  { id: 'B36-resume', ...summary, ...ofArticle },
  {
    id: 'B36-post',
    ...{ ...writes, method: 'POST', run: 'lexicon/create-comment', members },
    replies: {
      found: [201, 'Comment created'],
      failures: { ...failures, missing: [404, 'Article content not found'] },
    },
  },
  {
    id: 'B36-put',
    ...{ ...writes, method: 'PUT', run: 'lexicon/update-comment', members, query: ['public_id'] },
    replies: { found: [200, 'Comment updated'], failures: ownFailures },
  },
  {
    id: 'B36-delete',
    ...{ ...writes, method: 'DELETE', run: 'lexicon/delete-comment', query: ['public_id'] },
    replies: { found: [200, 'Comment deleted'], failures: ownFailures },
  },
];
