import type { ArticleRecord } from '../../domain/article/article-record';
import { currentWork } from '../../shared/work';
import { articleNumbers } from '../dictionaries/counters';
import { findAll } from '../mongo/find-all';
import { PerTickBatch } from '../mongo/per-tick-batch';
import type { Models } from '../models';
import type { CounterRecord, RemovalRecord } from '../records';
import { type Projection, recordOf } from './article-document';

/** The newest state of an article that has changed: the article, or that readers no longer see it. */
export type ArticleChanged =
  | { readonly seq: number; readonly article: ArticleRecord }
  | { readonly seq: number; readonly gone: RemovalRecord };

export interface ChangesQuery {
  /** The place behind which the changes begin. */
  readonly after: number;
  readonly limit: number;
  /** The place of the last change, if it is known already: later ones are left to the next read. */
  readonly until?: number | undefined;
  /** The fields of the articles; all by default. */
  readonly fields?: Projection | undefined;
}

/** Changes in their order. */
export interface Changes {
  readonly changes: readonly ArticleChanged[];
  /** The place up to which these are all changes: what `after` is next. */
  readonly next: number;
  readonly hasMore: boolean;
}

interface Bounds {
  readonly last: number;
  readonly touched: number;
  readonly forgotten: number;
  readonly changedAt: number;
}

/** Reads the sequences of dictionaries, as everyone sees them: a disabled article is gone. */
export class ChangeRepository {
  // Each list over REST begins with them. Requests that share this read go on together, and share those of their pages.
  private readonly reads = new PerTickBatch<Bounds>();

  constructor(private readonly models: Pick<Models, 'articles' | 'counters' | 'removals'>) {}

  /** The place of the last change; 0 if there was none. */
  async last(dictionaryId: string): Promise<number> {
    return (await this.bounds(dictionaryId)).last;
  }

  /**
   * The number of the last change, the last number whose removal is no longer stored, and the version of the lists. Read it before the
   * lists, so that it is never newer than they are.
   */
  bounds(dictionaryId: string): Promise<Bounds> {
    const states = currentWork()?.listStates as Map<string, Promise<Bounds>> | undefined;
    const known = states?.get(dictionaryId);
    if (known) return known;
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

  /** The newest states of the articles that have changed, each at the place of its last change. */
  async read(dictionaryId: string, { after, limit, fields, until }: ChangesQuery): Promise<Changes> {
    // First: what is stored later is left to the next read.
    const last = until ?? (await this.last(dictionaryId));
    if (after >= last) return { changes: [], next: after, hasMore: false };
    const query = { sort: { seq: 1 }, limit: limit + 1, isForAnswer: true } as const;
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
      ...articles.map((found) => ({ seq: found.seq ?? 0, article: recordOf(found) })),
      ...removals.map((gone) => ({ seq: gone.seq, gone })),
    ].sort((a, b) => a.seq - b.seq);
    const changes = all.slice(0, limit);
    const hasMore = all.length > limit;
    return { changes, next: hasMore ? (changes.at(-1)?.seq ?? after) : last, hasMore };
  }
}
