import { isJsonObject } from '../../shared/json';
import { membersOfBody, type BodyMembers } from '../request/body-members';
import { WRITE_MEMBERS, type RouteResponses, type RouteDefinition } from '../table/route';

/** The members of an ArticleObject. Source: interface text, section 2. */
const ARTICLE_OBJECT_MEMBERS: ReadonlySet<string> = new Set([
  'all_raw_text',
  'article',
  'article_page',
  'disable_article',
  'id_article',
  'id_dico',
  'like',
  'public_id',
  'radical',
  'unlike',
  'users_versions',
]);

/** Members that every form of the object has. An object without them could be free content. */
const IDENTIFYING_MEMBERS = ['article', 'id_article', 'id_dico'] as const;

/** The members that a client writes. */
const WRITABLE_MEMBERS: ReadonlySet<string> = new Set(['article', 'radical']);

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of a body that writes an article. If `article` is a whole ArticleObject, as a read returns it, its content and
 * its radical are written. Otherwise a client that reads, edits and writes back would nest the article in itself.
 */
const articleMembers: BodyMembers = {
  read: (body) => withContent(membersOfBody.read(body)),
  ignored: (body) => ignoredIn(membersOfBody.read(body)),
  schema: (variables) => ({ ...variables, required: ['article'] }),
};

function withContent(members: Members): Members {
  const { article } = members;
  if (!isArticleObject(article)) return members;
  const { radical = article['radical'] } = members;
  return withContent({ ...members, radical, article: article['article'] });
}

/** The members that are not read: those of the body, and as `article.NAME` those of an ArticleObject in it. */
function ignoredIn(members: Members): string[] {
  const { article } = members;
  const ignored = Object.keys(members).filter((name) => !WRITABLE_MEMBERS.has(name));
  const inside = isArticleObject(article) ? ignoredIn(article) : [];
  return [...ignored, ...inside.map((name) => `article.${name}`)];
}

function isArticleObject(value: unknown): value is Members {
  return (
    isJsonObject(value) &&
    IDENTIFYING_MEMBERS.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => ARTICLE_OBJECT_MEMBERS.has(name))
  );
}

const ARTICLE_PATH = '/lexicon/articles/:dictionary_id/:article_id';
const DICTIONARY_PATH = '/lexicon/articles/:dictionary_id';

/** The responses of a write. A caller without a token and one without the role get the same message. */
function writes(success: RouteResponses['success'], unauthorized: string, missing: string): RouteResponses {
  return {
    success,
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

/** Writes of articles. B2 is documented for dictionaries and deletes an article, so that no client deletes a dictionary by accident. */
export const articleWrites: readonly RouteDefinition[] = [
  {
    id: 'B1',
    method: 'POST',
    path: DICTIONARY_PATH,
    run: 'lexicon/create-article',
    shows: 'object',
    members: articleMembers,
    adds: WRITE_MEMBERS,
    location: '/lexicon/articles/:id_dico/:id_article',
    responses: {
      ...creates,
      failures: { ...creates.failures, DICTIONARY_NOT_FOUND: [404, 'Dictionary id invalid'] },
    },
  },
  {
    id: 'B2',
    method: 'DELETE',
    path: DICTIONARY_PATH,
    run: 'lexicon/delete-article',
    shows: 'object',
    adds: WRITE_MEMBERS,
    query: ['article_id'],
    responses: writes(
      [200, 'Dictionary deleted'],
      'Unauthorized to delete dictionary',
      'Dictionary content not found',
    ),
  },
  {
    id: 'B3',
    method: 'DELETE',
    path: ARTICLE_PATH,
    run: 'lexicon/delete-article',
    shows: 'object',
    adds: WRITE_MEMBERS,
    responses: writes(
      [200, 'Article deleted'],
      'Unauthorized to delete Article',
      'Article content not found',
    ),
  },
  {
    id: 'B33',
    method: 'PUT',
    path: ARTICLE_PATH,
    run: 'lexicon/update-article',
    shows: 'object',
    members: articleMembers,
    adds: WRITE_MEMBERS,
    location: '/lexicon/articles/:id_dico/:id_article',
    responses: writes(
      [201, 'Article updated'],
      'Unauthorized to update Article',
      'Article content not found',
    ),
  },
];
