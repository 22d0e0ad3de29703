import { isJsonObject } from '../../shared/json';
import { membersOfBody, type BodyMembers } from './body-members';

/** The members of an ArticleObject. Source: interface text, section 2. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['all_raw_text', 'article', 'article_page', 'disable_article', 'id_article', 'id_dico', 'like'],
  ...['public_id', 'radical', 'unlike', 'users_versions'],
]);

/** Those that every form of the object has, and without which it could be free content. */
const IDENTIFYING = ['article', 'id_article', 'id_dico'] as const;

/** Those that a client writes. */
const WRITABLE: ReadonlySet<string> = new Set(['article', 'radical']);

type Members = Readonly<Record<string, unknown>>;

/**
 * The members of a body that writes an article. An ArticleObject in the place of the content, as reading gives it, means its
 * content and its radical: otherwise reading, editing and writing back would nest the article in itself.
 */
export const articleMembers: BodyMembers = {
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

/** The members beside those that are read: of the body, and behind a point those of an ArticleObject in the place of the content. */
function ignoredIn(members: Members): string[] {
  const { article } = members;
  const ignored = Object.keys(members).filter((name) => !WRITABLE.has(name));
  const inside = isArticleObject(article) ? ignoredIn(article) : [];
  return [...ignored, ...inside.map((name) => `article.${name}`)];
}

function isArticleObject(value: unknown): value is Members {
  return (
    isJsonObject(value) &&
    IDENTIFYING.every((name) => Object.hasOwn(value, name)) &&
    Object.keys(value).every((name) => MEMBERS.has(name))
  );
}
