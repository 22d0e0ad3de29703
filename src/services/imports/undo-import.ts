import type { ArticleRecord } from '../../domain/article/article-record';
import { deriveArticle } from '../../domain/article/derive-article';
import type { ImportedChange, ImportRecord } from '../../domain/imports/import-record';
import { Failure } from '../../shared/failure';
import { JsonText } from '../../shared/json';
import { runDetached } from '../../shared/work';
import type { ArticleChange } from '../../storage/articles/article-plan';
import type { Storage } from '../../storage/storage';
import type { ImportHistory } from './import-history.service';

/** Maximum number of conflicting articles that are named. */
const MAX_NAMED_CONFLICTS = 100;

interface UndoOptions {
  /** Whether edited articles remain as they are and the others are restored. */
  readonly keepEdited: boolean;
  /** Name of the actor. */
  readonly by: string;
}

/** Result of undoing an import. */
export interface Undoing {
  readonly import: ImportRecord;
  /** Number of articles whose state before the import was restored. */
  readonly undone: number;
  /** Number of articles that were changed after the import. */
  readonly conflicts: number;
  /** Public identifiers of the first hundred articles that `conflicts` counts. */
  readonly conflicting: readonly string[];
}

/** An article as it is stored, with the time of its last comment. */
type Commented = ArticleRecord & { readonly commentedAt?: Date };

/** The action that undoes the import of one article. */
type UndoAction = 'delete' | 'restore' | 'conflict' | 'nothing';

/** Undoes imports: deletes new articles and restores changed ones. */
export class ImportUndoing {
  constructor(
    private readonly storage: Pick<
      Storage,
      'imports' | 'articles' | 'revisions' | 'dictionaries' | 'dictionaryFiles' | 'dictionaryRemoval'
    >,
    private readonly history: ImportHistory,
  ) {}

  /**
   * Undoes an import, unless somebody has edited one of its articles since. After an interruption, the call can be repeated.
   *
   * @throws Failure NOT_FOUND; CONFLICT when the import is running, has been undone or is too old
   */
  async undo(importId: string, { keepEdited, by }: UndoOptions): Promise<Undoing> {
    const before = await this.history.get(importId);
    if (before.state === 'undone') throw new Failure('CONFLICT', 'The import was already undone');
    if (before.added + before.changed > 0 && !(await this.storage.imports.stepAfter(before, 0)))
      throw new Failure('CONFLICT', 'The import is too old to undo: its changes are no longer recorded');
    const claimed = await this.history.claim(
      importId,
      ['done', 'failed', 'cancelled', 'storing', 'undoing'],
      'undoing',
    );
    if (!claimed)
      throw new Failure('CONFLICT', `The import is ${before.state}; cancel it or wait for its end`);
    try {
      const conflicting = await this.conflicts(claimed);
      const isRefused = conflicting.length > 0 && !keepEdited;
      const undone = isRefused ? 0 : await this.undoSteps(claimed, by);
      if (!isRefused && conflicting.length === 0) await this.removeEmpty(claimed);
      const to = isRefused ? stateAfter(before) : 'undone';
      const after = await this.history.finish(importId, { from: 'undoing', to });
      return {
        import: after ?? { ...claimed, state: to },
        undone,
        conflicts: conflicting.length,
        conflicting: conflicting.slice(0, MAX_NAMED_CONFLICTS),
      };
    } catch (error) {
      await runDetached(() => this.history.finish(importId, { from: 'undoing', to: stateAfter(before) }));
      throw error;
    }
  }

  private async conflicts(record: ImportRecord): Promise<readonly string[]> {
    const conflicting: string[] = [];
    for await (const [articles, changes] of this.steps(record))
      for (const change of changes) {
        const article = articles.get(change.number);
        if (article && undoActionFor(record, article, change) === 'conflict')
          conflicting.push(article.publicId);
      }
    return [...new Set(conflicting)];
  }

  private async undoSteps(record: ImportRecord, by: string): Promise<number> {
    let undone = 0;
    const [dictionary = { dictionaryId: record.dictionaryId }] = await this.storage.dictionaries.findMany([
      record.dictionaryId,
    ]);
    for await (const [articles, changes] of this.steps(record)) {
      const writes: ArticleChange[] = [];
      for (const change of changes) {
        const article = articles.get(change.number);
        const action = article && undoActionFor(record, article, change);
        if (action === 'delete') writes.push({ before: article });
        if (action !== 'restore' || !article) continue;
        const after = await this.restored(article, change, { record, dictionary, by });
        writes.push({ before: article, after });
      }
      if (writes.length === 0) continue;
      undone += (await this.storage.articles.store(record.dictionaryId, writes)).length;
      await this.history.recordProgress(record.importId, 'undoing', {});
    }
    return undone;
  }

  /** Yields the steps of the undoing: the current articles and the changes of each. */
  private async *steps(
    record: ImportRecord,
  ): AsyncGenerator<[ReadonlyMap<number, Commented>, readonly ImportedChange[]]> {
    let last = 0;
    for (;;) {
      const step = await this.storage.imports.stepAfter(record, last);
      if (!step) return;
      last = step.step;
      const numbers = step.changes.map(({ number }) => number);
      const articles = await this.storage.articles.findMany(record.dictionaryId, { numbers });
      yield [new Map(articles.map((article) => [article.number, article])), step.changes];
    }
  }

  private async restored(
    article: ArticleRecord,
    { revision, mark }: ImportedChange,
    { record, dictionary, by }: Restoring,
  ): Promise<ArticleRecord> {
    const { dictionaryId, number, publicId, createdAt, likeCount, unlikeCount, importedVotes, userVersions } =
      article;
    const revisionBefore = await this.storage.revisions.find({ dictionaryId, number }, revision);
    if (!revisionBefore)
      throw new Failure('CONFLICT', `Revision ${revision} of article ${publicId} is no longer kept`);
    const next = article.revision + 1;
    // An article that was edited before the import still counts as edited.
    const wasAsImported = mark?.revision === revision;
    return {
      ...deriveArticle({
        dictionary,
        number,
        radical: revisionBefore.radical ?? undefined,
        source: new JsonText(revisionBefore.source).toJSON(),
      }),
      dictionaryId,
      number,
      publicId,
      createdAt,
      likeCount,
      unlikeCount,
      ...(importedVotes && { importedVotes }),
      ...(userVersions === undefined ? {} : { userVersions }),
      source: revisionBefore.source,
      revision: next,
      isDisabled: revisionBefore.isDisabled,
      updatedAt: new Date(),
      imported: {
        ...(mark ?? { hash: '' }),
        revision: wasAsImported ? next : 0,
        undid: record.importId,
      },
      lastChange: { by, parts: ['article'] },
    };
  }

  /** Removes a dictionary that the import created, if it is empty and nobody has edited it. */
  private async removeEmpty({ dictionaryId, isNewDictionary }: ImportRecord): Promise<void> {
    if (!isNewDictionary) return;
    const [dictionary] = await this.storage.dictionaries.findMany([dictionaryId]);
    const [anyArticle] = await this.storage.articles.findAfter(dictionaryId, 0, 1);
    const isEdited = dictionary?.imported?.revision !== dictionary?.revision;
    if (anyArticle === undefined && dictionary && !isEdited)
      await this.storage.dictionaryRemoval.remove(dictionaryId);
  }
}

/** Returns the state of an import that could not be undone. If undoing it was interrupted before, it can be tried again. */
function stateAfter({ state }: ImportRecord): ImportRecord['state'] {
  return state === 'undoing' || state === 'storing' ? 'failed' : state;
}

interface Restoring {
  readonly record: ImportRecord;
  readonly dictionary: Parameters<typeof deriveArticle>[0]['dictionary'];
  readonly by: string;
}

function undoActionFor({ importId }: ImportRecord, article: Commented, change: ImportedChange): UndoAction {
  const { imported, revision } = article;
  if (imported?.by !== importId || imported.undid === importId) {
    // The article was already undone, or the interrupted import never stored it.
    if (imported?.undid === importId || revision === change.revision) return 'nothing';
    return 'conflict';
  }
  if (revision !== imported.revision) return 'conflict';
  if (change.revision !== imported.before) return 'nothing';
  if (change.revision > 0) return 'restore';
  return article.commentedAt !== undefined || hasVotes(article) ? 'conflict' : 'delete';
}

function hasVotes({ likeCount, unlikeCount, importedVotes }: ArticleRecord): boolean {
  const { likeCount: likes = 0, unlikeCount: unlikes = 0 } = importedVotes ?? {};
  return likeCount !== likes || unlikeCount !== unlikes;
}
