import { createHash } from 'node:crypto';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { Failure } from '../../shared/failure';
import { sizeOf } from '../../shared/paging';
import type { Projection } from '../../storage/articles/article-document';
import type { ArticleChanged } from '../../storage/articles/change-repository';
import { KNOWN_FORMAT } from '../../storage/migrations/migrations';
import type { Storage } from '../../storage/storage';
import { seesHidden, type Viewer } from '../../shared/viewer';

/** Articles of one read: an article has at most 256 KiB. */
const BATCH = 16;

/** Stored text of the articles of one answer, in characters: the batch that passes it is the last one. */
const MOST_TEXT = 1024 * 1024;

/** Raise it when a change of their documents changes the bodies of lists, although the stored data are the same. */
const LISTS_VERSION = 1;

/** Changes up to which nobody asks whether the files of an offline copy are smaller. */
const FEW = 64;

export interface ChangesRequest {
  /** The place behind which the changes begin; 0 for all. */
  readonly after: number;
  readonly first?: number | undefined;
  /** The generation that `after` belongs to, if the caller knows it. */
  readonly generation?: string | undefined;
  readonly fields?: Projection | undefined;
}

/** The articles that have changed, each in its newest state, in the order of their last changes. */
export interface ChangesFound {
  readonly changes: readonly ArticleChanged[];
  readonly generation: string;
  /** The place from which to go on. */
  readonly next: number;
  readonly hasMore: boolean;
  /** Whether the files of the offline copy are smaller than the changes. */
  readonly isCopySmaller: boolean;
  readonly etag: string;
}

/** The state of the lists of articles of a dictionary, as a viewer sees them. */
export interface ListsState {
  /** Differs for each state. */
  readonly version: string;
  /**
   * When the lists last changed, in whole seconds: another time for each state. `null` within the second of a change, and for viewers who
   * see disabled articles, because the time is the same for what they see and what everyone sees.
   */
  readonly modifiedAt: Date | null;
}

/** Reads the changes of dictionaries, as everyone sees them. */
export class ChangesService {
  private since: { readonly version: string; readonly at: number } | undefined;

  constructor(private readonly storage: Pick<Storage, 'changes' | 'offline'>) {}

  /**
   * The changes of a dictionary behind a place. Large articles make an answer shorter.
   *
   * @throws Failure CHANGES_GONE when the place belongs to another history, or removals behind it are no longer kept
   * @throws Failure INVALID_INPUT for a size or a place that is none
   */
  async read(
    dictionary: DictionaryRecord,
    request: ChangesRequest,
    mostItems: number,
  ): Promise<ChangesFound> {
    const { after, first, fields } = request;
    const size = sizeOf({ first, sort: 'ASC' }, mostItems);
    if (after < 0) throw new Failure('INVALID_INPUT', 'after must be 0 or more');
    const { dictionaryId } = dictionary;
    const generation = generationOf(dictionary, await this.storage.offline.history());
    const { last: until, forgotten } = await this.storage.changes.bounds(dictionaryId);
    const isOfAnother = request.generation !== undefined && request.generation !== generation;
    if (isOfAnother || after > until || (after > 0 && after < forgotten))
      throw new Failure('CHANGES_GONE', 'The changes since then are not known; fetch the dictionary again');
    const changes: ArticleChanged[] = [];
    let [next, hasMore, characters] = [after, true, 0];
    while (hasMore && changes.length < size && characters < MOST_TEXT) {
      const limit = Math.min(BATCH, size - changes.length);
      const found = await this.storage.changes.read(dictionaryId, { after: next, limit, fields, until });
      changes.push(...found.changes);
      characters += found.changes.reduce((sum, change) => sum + sourceLength(change), 0);
      ({ next, hasMore } = found);
    }
    const isCopySmaller =
      until - after > FEW && (await this.isSmaller(dictionaryId, generation, { after, until }));
    const state = [
      dictionary.number,
      generation,
      after,
      next,
      until,
      isCopySmaller,
      size,
      Object.keys(fields ?? {}),
    ];
    const digest = createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
    return { changes, generation, next, hasMore, isCopySmaller, etag: `W/"${digest}"` };
  }

  /**
   * The state of the lists of articles of a dictionary. It needs one read: whether there is such a dictionary is not asked, but a
   * dictionary that is made, changed or deleted has another state than before.
   */
  async listsState(viewer: Viewer, dictionaryId: string): Promise<ListsState> {
    const now = Date.now();
    const history = await this.storage.offline.history();
    const lists = `${KNOWN_FORMAT}.${LISTS_VERSION}-${history}`;
    const since = this.since?.version === lists ? this.since.at : await this.sinceOf(lists);
    const { last, touched, changedAt } = await this.storage.changes.bounds(dictionaryId);
    const isForAll = !seesHidden(viewer, dictionaryId);
    const modifiedAt = new Date(Math.max(changedAt, since) * 1000);
    return {
      version: `${lists}-${last}-${touched}-${isForAll}`,
      modifiedAt: isForAll && modifiedAt.getTime() <= now ? modifiedAt : null,
    };
  }

  /** Lists that another version gave, or another database, are no states of these. */
  private async sinceOf(version: string): Promise<number> {
    const at = await this.storage.offline.listsSince(version);
    this.since = { version, at };
    return at;
  }

  /** A changed article is sent alone, at about twice the size that it has among others. */
  private async isSmaller(
    dictionaryId: string,
    generation: string,
    { after, until }: { readonly after: number; readonly until: number },
  ): Promise<boolean> {
    const base = await this.storage.offline.newest(dictionaryId, generation);
    return base !== undefined && Math.min(until, base.seq) - after > base.articles / 2;
  }
}

function sourceLength(change: ArticleChanged): number {
  if ('gone' in change) return 0;
  // A projection can leave it out.
  const { source, text } = change.article as { readonly source?: string; readonly text?: string };
  return (source ?? text ?? '').length;
}

/**
 * Names the history that places in the sequence of a dictionary belong to. A re-created dictionary has another number, and a
 * backup that is loaded into another database has its own history from then on.
 */
export function generationOf({ number }: Pick<DictionaryRecord, 'number'>, history: string): string {
  return `${number}-${history}`;
}
