import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import { isCountedList } from '../../domain/article/article-lists';
import type { DerivedFields } from '../../domain/article/article-record';
import { deriveArticle } from '../../domain/article/derive-article';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import type { Json } from '../../shared/json';
import { type ArticleDocument, derivedDocument } from '../articles/article-document';
import { distinctValues } from '../lists/distinct-values';
import {
  type Check,
  type IntegrityCheck,
  type IntegrityProblem,
  repairable,
  unrepairable,
  ErrorCounter,
} from './integrity-check';
import { articleDocuments } from '../models';

/** Articles that are read at a time. */
const ARTICLES_PER_READ = 50;

const ARTICLE_NOUNS = { one: 'article', other: 'articles' };

/** Checks the derived fields of every article against its free JSON. */
export const ARTICLE_CHECK: Check = {
  name: 'articles',
  run: async function* (integrityCheck) {
    const articles = articleDocuments(integrityCheck.models);
    let count = 0;
    for await (const dictionaryId of distinctValues(
      [articles as unknown as mongo.Collection],
      'dictionaryId',
    )) {
      const dictionary = yield* checkDictionary(integrityCheck, dictionaryId);
      count += yield* checkArticles(integrityCheck, dictionary);
    }
    return `${count} compared with their JSON`;
  },
};

/** An article is created after its dictionary and deleted with it. */
async function* checkDictionary(
  { models }: IntegrityCheck,
  dictionaryId: string,
): AsyncGenerator<IntegrityProblem, ProfiledDictionary> {
  const dictionary = await models.dictionaries
    .findOne({ dictionaryId }, { _id: 0 })
    .lean<ProfiledDictionary>();
  if (dictionary !== null) return dictionary;
  // It may have been deleted since its first article was found.
  const hasArticles = (await models.articles.findOne({ dictionaryId }, { _id: 1 }).lean()) !== null;
  if (!hasArticles) return { dictionaryId };
  yield unrepairable(
    `${dictionaryId}: articles exist but their dictionary does not`,
    'Create the dictionary again (POST /lexicon/metadata), or load a backup.',
  );
  return { dictionaryId };
}

async function* checkArticles(
  integrityCheck: IntegrityCheck,
  dictionary: ProfiledDictionary,
): AsyncGenerator<IntegrityProblem, number> {
  const { dictionaryId } = dictionary;
  const [wrong, old, unreadable] = [new ErrorCounter(), new ErrorCounter(), new ErrorCounter()];
  let count = 0;
  for (let after = -1, isMore = true; isMore;) {
    const batch = await articlesAfter(integrityCheck, dictionaryId, after);
    for (const article of batch) {
      const expected = expectedOf(article, dictionary);
      if (expected === undefined) unreadable.add('the stored text is not JSON', article.number);
      else await checkArticle(integrityCheck, { article, expected, wrong, old });
    }
    count += batch.length;
    after = batch.at(-1)?.number ?? after;
    isMore = batch.length === ARTICLES_PER_READ;
  }
  for (const sentence of wrong.sentences(ARTICLE_NOUNS))
    yield repairable(`${dictionaryId}: ${sentence}`, integrityCheck);
  for (const sentence of old.sentences(ARTICLE_NOUNS))
    yield unrepairable(`${dictionaryId}: ${sentence}`, 'Run `npm run reindex`.');
  for (const sentence of unreadable.sentences(ARTICLE_NOUNS))
    yield unrepairable(`${dictionaryId}: ${sentence}`, 'Write the article again, or load a backup.');
  return count;
}

function articlesAfter({ models }: IntegrityCheck, dictionaryId: string, after: number) {
  return articleDocuments(models)
    .find({ dictionaryId, number: { $gt: after } })
    .sort({ number: 1 })
    .limit(ARTICLES_PER_READ)
    .toArray();
}

type Derived = ReturnType<typeof derivedDocument>;

interface ArticleComparison {
  readonly article: ArticleDocument;
  readonly expected: Derived;
  readonly wrong: ErrorCounter;
  readonly old: ErrorCounter;
}

async function checkArticle(
  { models, repairs }: IntegrityCheck,
  { article, expected, wrong, old }: ArticleComparison,
): Promise<void> {
  const { dictionaryId, number, revision } = article;
  const hasOldKeys = (article.rules as Partial<Derived['rules']> | undefined)?.keys !== expected.rules.keys;
  if (hasOldKeys) old.add('the search keys have an outdated version', number);
  const problems = wrongFields(article, expected).filter(
    (what) => !(hasOldKeys && what === FIELD_NAMES.keys),
  );
  for (const what of problems) wrong.add(`${what} does not match the JSON`, number);
  if (repairs && problems.length > 0)
    // If a gateway has written the article since, it has derived the fields.
    await articleDocuments(models).updateOne({ dictionaryId, number, revision }, { $set: expected });
}

/** The name of each derived field in messages. */
const FIELD_NAMES = {
  headword: 'the headword',
  radical: 'the radical',
  text: 'the text',
  content: 'the typed reading',
  keys: 'the set of search keys',
  sortKey: 'the sort key',
} as const satisfies Partial<Record<keyof DerivedFields, string>>;

function wrongFields(article: ArticleDocument, expected: Derived): readonly string[] {
  const fields = Object.entries(FIELD_NAMES) as [keyof typeof FIELD_NAMES, string][];
  const [lists, shouldBe] = [(article.lists as readonly string[] | undefined) ?? [], expected.lists];
  const plain = (all: readonly string[]) => all.filter(isCountedList).sort();
  const facets = (all: readonly string[]) => all.filter((list) => !isCountedList(list)).sort();
  return [
    ...fields.filter(([name]) => !isStoredAs(article[name], expected[name])).map(([, field]) => field),
    ...(isStoredAs(plain(lists), plain(shouldBe)) ? [] : ['the set of lists']),
    ...(isStoredAs(facets(lists), facets(shouldBe)) ? [] : ['the set of facets']),
    ...(isStoredAs(readingRules(article), readingRules(expected)) ? [] : ['the version of the rules']),
  ];
}

function readingRules({ rules }: Pick<Derived, 'rules'>) {
  const { reading, sort } = rules as Partial<Derived['rules']>;
  return { reading, sort };
}

/** A stored radical may come from the writer, so it is passed on as given. */
function expectedOf(
  { number, source, radical }: ArticleDocument,
  dictionary: ProfiledDictionary,
): Derived | undefined {
  const json = parsedOrUndefined(source);
  if (json === undefined) return undefined;
  return derivedDocument(deriveArticle({ dictionary, number, source: json, radical: radical ?? undefined }));
}

function parsedOrUndefined(text: unknown): Json | undefined {
  try {
    return JSON.parse(String(text)) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Compares as the database does: undefined values are not stored, and the order of members does not count. */
function isStoredAs(stored: unknown, expected: unknown): boolean {
  const [a, b] = [jsonTextOf(stored), jsonTextOf(expected)];
  if (a === b || a === undefined || b === undefined) return a === b;
  return isDeepStrictEqual(JSON.parse(a), JSON.parse(b));
}

/** Undefined for values that JSON cannot represent. */
function jsonTextOf(value: unknown): string | undefined {
  return JSON.stringify(value);
}
