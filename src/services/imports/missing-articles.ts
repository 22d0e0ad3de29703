import type { ArticleRecord } from '../../domain/article/article-record';
import type { ImportedChange, MissingArticles } from '../../domain/imports/import-record';
import type { Projection } from '../../storage/articles/article-document';
import type { Storage } from '../../storage/storage';

/** Number of articles that one command reads and that one transaction disables. */
const BATCH = 200;

const NEEDED: Projection = { number: 1, publicId: 1, isDisabled: 1, revision: 1, imported: 1 };

/** Articles of earlier imports that a file lacks. */
export interface MissingSummary {
  readonly count: number;
  /** Public identifiers of the articles, at most a thousand. */
  readonly named: readonly string[];
  /** Number of articles that this import disabled. */
  readonly hidden: number;
}

const MAX_NAMED_ARTICLES = 1000;

/** Records the changes of an import before they are stored. */
export interface ImportNotes {
  readonly importId: string;
  readonly note: (changes: readonly ImportedChange[]) => Promise<void>;
}

interface MissingRules {
  readonly dryRun: boolean;
  readonly record?: ImportNotes | undefined;
}

/** Options for articles that the file lacks. */
export interface MissingArticlesQuery {
  readonly dictionaryId: string;
  /** Whether the file has the article with a number. */
  readonly hasArticle: (number: number) => boolean;
  readonly missing: MissingArticles;
  readonly rules: MissingRules;
}

/**
 * Finds the articles that were imported and that a later file lacks. Articles that were created on this server are not among them, and
 * those that are already disabled for this reason are not counted again. An edited article is never disabled.
 */
export async function findMissing(
  storage: Pick<Storage, 'articles'>,
  { dictionaryId, hasArticle, missing, rules }: MissingArticlesQuery,
): Promise<MissingSummary> {
  let [last, count, hidden] = [0, 0, 0];
  const named: string[] = [];
  for (;;) {
    const articles = await storage.articles.findAfter(dictionaryId, last, BATCH, NEEDED);
    const lacking = articles.filter(
      ({ number, imported }) => imported !== undefined && imported.isMissing !== true && !hasArticle(number),
    );
    count += lacking.length;
    named.push(...lacking.slice(0, MAX_NAMED_ARTICLES - named.length).map(({ publicId }) => publicId));
    if (missing === 'hide' && !rules.dryRun) hidden += await hide(storage, dictionaryId, lacking, rules);
    if (articles.length < BATCH) return { count, named, hidden };
    last = articles.at(-1)?.number ?? last;
  }
}

async function hide(
  storage: Pick<Storage, 'articles'>,
  dictionaryId: string,
  lacking: readonly ArticleRecord[],
  { record }: MissingRules,
): Promise<number> {
  const numbers = lacking.filter(isToBeHidden).map(({ number }) => number);
  if (numbers.length === 0) return 0;
  const articles = (await storage.articles.findMany(dictionaryId, { numbers })).filter(isToBeHidden);
  await record?.note(
    articles.map(({ number, revision, imported }) => ({ number, revision, mark: imported ?? null })),
  );
  const changes = articles.map((before) => ({ before, after: hiddenRevision(before, record?.importId) }));
  return (await storage.articles.store(dictionaryId, changes)).length;
}

/** Whether to disable an article that the file lacks: it is visible and unchanged since its import. */
function isToBeHidden({ isDisabled, revision, imported }: ArticleRecord): boolean {
  return !isDisabled && imported?.revision === revision;
}

function hiddenRevision(before: ArticleRecord, importId: string | undefined): ArticleRecord {
  const revision = before.revision + 1;
  const by = importId === undefined ? {} : { by: importId, before: before.revision };
  return {
    ...before,
    isDisabled: true,
    revision,
    updatedAt: new Date(),
    // The digest equals that of no article, so that a file which has the article again updates it.
    imported: { hash: '', revision, isMissing: true, ...by },
    lastChange: { by: 'import', parts: ['status'] },
  };
}
