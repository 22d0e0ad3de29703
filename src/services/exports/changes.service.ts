import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { Failure } from '../../shared/failure';
import { pageSizeOf } from '../../shared/paging';
import type { Projection } from '../../storage/articles/article-document';
import type { ArticleChanged } from '../../storage/articles/change-repository';
import { KNOWN_FORMAT } from '../../storage/migrations/migrations';
import type { Storage } from '../../storage/storage';
import { seesHidden, type Viewer } from '../../shared/viewer';
import { digestOf } from '../../shared/digest';

/** Number of changes in one read. An article has at most 256 KiB. */
const CHANGES_PER_READ = 16;

/** Characters of the stored texts after which a response ends; the read that exceeds them is the last one. */
const MAX_CHARACTERS = 1024 * 1024;

/** Raise it when a change of their documents changes the bodies of lists, although the stored data are the same. */
const LISTS_VERSION = 1;

/** Maximum number of changes that are never compared with the size of the files of an offline copy. */
const FEW_CHANGES = 64;

export interface ChangesRequest {
  /** Sequence number after which the changes begin; 0 for all. */
  readonly after: number;
  readonly first?: number | undefined;
  /** The generation that `after` belongs to, if the caller knows it. */
  readonly generation?: string | undefined;
  readonly fields?: Projection | undefined;
}

/** The changed articles, each in its newest state, in the order of their last changes. */
export interface ChangesFound {
  readonly changes: readonly ArticleChanged[];
  readonly generation: string;
  /** Sequence number for `after` of the next request. */
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
   * When the lists last changed, in whole seconds; each state has a different time. `null` within the second of a change, and for
   * viewers who see disabled articles, because their lists and the lists of everyone else have the same time.
   */
  readonly modifiedAt: Date | null;
}

/** Reads the changes of dictionaries, as everyone sees them. */
export class ChangesService {
  private since: { readonly version: string; readonly at: number } | undefined;

  constructor(private readonly storage: Pick<Storage, 'changes' | 'offline'>) {}

  /**
   * The changes of a dictionary after a sequence number. A response with large articles has fewer than `first` changes.
   *
   * @throws Failure CHANGES_GONE if the number belongs to another generation, or removals after it are no longer stored
   * @throws Failure INVALID_INPUT for an invalid size or number
   */
  async read(dictionary: DictionaryRecord, request: ChangesRequest, maxItems: number): Promise<ChangesFound> {
    const { after, first, fields } = request;
    const size = pageSizeOf({ first, sort: 'ASC' }, maxItems);
    if (after < 0) throw new Failure('INVALID_INPUT', 'after must be 0 or more');
    const { dictionaryId } = dictionary;
    const generation = generationOf(dictionary, await this.storage.changes.history());
    const { last: until, forgotten } = await this.storage.changes.bounds(dictionaryId);
    const isOfAnother = request.generation !== undefined && request.generation !== generation;
    if (isOfAnother || after > until || (after > 0 && after < forgotten))
      throw new Failure('CHANGES_GONE', 'The changes since then are not known; fetch the dictionary again');
    const changes: ArticleChanged[] = [];
    let [next, hasMore, characters] = [after, true, 0];
    while (hasMore && changes.length < size && characters < MAX_CHARACTERS) {
      const limit = Math.min(CHANGES_PER_READ, size - changes.length);
      const page = await this.storage.changes.read(dictionaryId, { after: next, limit, fields, until });
      changes.push(...page.changes);
      characters += page.changes.reduce((sum, change) => sum + sourceLength(change), 0);
      ({ next, hasMore } = page);
    }
    const isCopySmaller =
      until - after > FEW_CHANGES && (await this.isSmaller(dictionaryId, generation, { after, until }));
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
    const digest = digestOf(JSON.stringify(state));
    return { changes, generation, next, hasMore, isCopySmaller, etag: `W/"${digest}"` };
  }

  /**
   * The state of the lists of articles of a dictionary, by one read. It does not check whether the dictionary exists: creating,
   * changing or deleting a dictionary changes the state.
   */
  async listsState(viewer: Viewer, dictionaryId: string): Promise<ListsState> {
    const now = Date.now();
    const history = await this.storage.changes.history();
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

  /** Since when this database returns lists of this version, in whole seconds since 1970. Earlier times name other lists. */
  private async sinceOf(version: string): Promise<number> {
    const at = await this.storage.changes.listsSince(version);
    this.since = { version, at };
    return at;
  }

  /** Whether the newest offline copy is smaller than the changes. A changed article takes about twice the bytes of one in a copy. */
  private async isSmaller(
    dictionaryId: string,
    generation: string,
    { after, until }: { readonly after: number; readonly until: number },
  ): Promise<boolean> {
    const base = await this.storage.offline.newest(dictionaryId, generation);
    return base !== undefined && Math.min(until, base.seq) - after > base.articles / 2;
  }
}

/** Characters of the stored text of a changed article. A projection may exclude the text. */
function sourceLength(change: ArticleChanged): number {
  if ('removal' in change) return 0;
  const { source, text } = change.article as { readonly source?: string; readonly text?: string };
  return (source ?? text ?? '').length;
}

/**
 * Names the generation that the sequence numbers of a dictionary belong to. A re-created dictionary has another number, and a
 * backup that is loaded into another database has its own history from then on.
 *
 * @param history of the database
 */
export function generationOf({ number }: Pick<DictionaryRecord, 'number'>, history: string): string {
  return `${number}-${history}`;
}
