import { randomBytes } from 'node:crypto';
import type { ArticleRecord } from '../../domain/article/article-record';
import { currentWork } from '../../shared/work';
import { articleNumbers, nextSecond } from '../dictionaries/counters';
import { OWN_HISTORY } from '../dump/dumped-collections';
import { findAll } from '../mongo/find-all';
import { storedOnce } from '../mongo/once-repository';
import { PerTickBatch } from '../mongo/shared-reads';
import type { Models } from '../models';
import type { CounterRecord, RemovalRecord } from '../records';
import { type Projection, recordOf } from './article-document';

/** The newest state of a changed article: the article itself, or the record that readers no longer see it. */
export type ArticleChanged =
  | { readonly seq: number; readonly article: ArticleRecord }
  | { readonly seq: number; readonly removal: RemovalRecord };

export interface ChangesQuery {
  /** Sequence number after which the changes begin. */
  readonly after: number;
  readonly limit: number;
  /** Sequence number of the last change to read. Defaults to the last change of the dictionary. */
  readonly until?: number | undefined;
  /** The fields of the articles. Defaults to all. */
  readonly fields?: Projection | undefined;
}

/** Changes in the order of their sequence numbers. */
export interface Changes {
  readonly changes: readonly ArticleChanged[];
  /** Sequence number up to which all changes were read: `after` of the next query. */
  readonly next: number;
  readonly hasMore: boolean;
}

/** The state of the sequence of a dictionary and of its lists of articles. */
interface Bounds {
  /** Sequence number of the last change; 0 if there was none. */
  readonly last: number;
  /** Number of changes of the lists in which no article changed, such as votes. */
  readonly touched: number;
  /** Sequence number of the last removal that is no longer stored; 0 if all are. */
  readonly forgotten: number;
  /** When the lists last changed, in whole seconds since 1970. */
  readonly changedAt: number;
}

/** The record in `system` with the version of lists and the second since which this database returns it. */
const LISTS_SINCE = 'lists-since';

/** Reads the sequences of dictionaries, as everyone sees them: a disabled article counts as removed. */
export class ChangeRepository {
  // Every list over REST begins with this read. Requests that share it continue in the same tick, and share the reads of their pages.
  private readonly reads = new PerTickBatch<Bounds>();
  private ownHistory: Promise<string> | undefined;

  constructor(private readonly models: Pick<Models, 'articles' | 'counters' | 'removals' | 'system'>) {}

  /**
   * Identifies the history of this database: a random text. A backup that is loaded elsewhere gets another one. It does not change while
   * a process runs.
   */
  history(): Promise<string> {
    const history =
      this.ownHistory ?? storedOnce(this.models, OWN_HISTORY, () => randomBytes(6).toString('hex'));
    this.ownHistory = history;
    history.catch(() => (this.ownHistory = undefined));
    return history;
  }

  /** Since when this database returns lists of a version, in whole seconds since 1970. */
  async listsSince(version: string): Promise<number> {
    const text = await storedOnce(this.models, LISTS_SINCE, () => `${version} ${nextSecond()}`);
    const [storedVersion = '', since] = text.split(' ');
    if (storedVersion === version) return Number(since);
    // The stored text is of an older version, or from another database.
    const renewed = `${version} ${nextSecond()}`;
    await this.models.system.updateOne({ _id: LISTS_SINCE, text }, { $set: { text: renewed } });
    return this.listsSince(version);
  }

  /** The sequence number of the last change; 0 if there was none. */
  async last(dictionaryId: string): Promise<number> {
    return (await this.bounds(dictionaryId)).last;
  }

  /**
   * The state of the sequence and the lists of a dictionary. Read it before the lists, so that it is never newer than they are. A
   * request reads it once.
   */
  bounds(dictionaryId: string): Promise<Bounds> {
    const states = currentWork()?.listStates as Map<string, Promise<Bounds>> | undefined;
    const cached = states?.get(dictionaryId);
    if (cached) return cached;
    const read = this.reads.read(dictionaryId, () => this.readBounds(dictionaryId));
    states?.set(dictionaryId, read);
    return read;
  }

  private async readBounds(dictionaryId: string): Promise<Bounds> {
    const [counter] = await findAll<CounterRecord>(this.models.counters, {
      filter: { _id: articleNumbers(dictionaryId) },
      fields: { seq: 1, touched: 1, forgotten: 1, changedAt: 1 },
      limit: 1,
    });
    const { seq = 0, touched = 0, forgotten = 0, changedAt = 0 } = counter ?? {};
    return { last: seq, touched, forgotten, changedAt };
  }

  /** The newest states of the changed articles, each under the sequence number of its last change. */
  async read(dictionaryId: string, { after, limit, fields, until }: ChangesQuery): Promise<Changes> {
    // Read first, so that the next query returns changes that are stored in the meantime.
    const last = until ?? (await this.last(dictionaryId));
    if (after >= last) return { changes: [], next: after, hasMore: false };
    const query = { sort: { seq: 1 }, limit: limit + 1, isForResponse: true } as const;
    const seq = { $gt: after, $lte: last };
    const [articles, removals] = await Promise.all([
      findAll(this.models.articles, {
        ...query,
        filter: { dictionaryId, isDisabled: false, seq },
        fields: fields && { ...fields, seq: 1 },
      }),
      findAll(this.models.removals, { ...query, filter: { dictionaryId, seq } }),
    ]);
    const all: ArticleChanged[] = [
      ...articles.map((article) => ({ seq: article.seq ?? 0, article: recordOf(article) })),
      ...removals.map((removal) => ({ seq: removal.seq, removal })),
    ].sort((a, b) => a.seq - b.seq);
    const changes = all.slice(0, limit);
    const hasMore = all.length > limit;
    return { changes, next: hasMore ? (changes.at(-1)?.seq ?? after) : last, hasMore };
  }
}
