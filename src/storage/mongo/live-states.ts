import type { Connection } from 'mongoose';
import { grouped } from '../../shared/grouped';
import { articleNumbers } from '../dictionaries/counters';
import type { Models } from '../models';
import { findAll } from './find-all';

/** Kinds of live streams: changes of a dictionary, comments on an article, requests of a conversation. */
export type LiveKind = 'changes' | 'comments' | 'requests';

/** The state of an object that does not exist. */
export const ABSENT_STATE = -1;

/** Time for which MongoDB waits for changes before it answers, in milliseconds. During that time, the command occupies a connection. */
const AWAIT_MS = 300;

/** The collections whose documents have the states. */
const WATCHED_COLLECTIONS = ['counters', 'articles', 'conversations'];

/**
 * Codes of a database that has no change streams: a single MongoDB server, and databases that lack the stage, the command or the
 * feature.
 */
const UNSUPPORTED_CODES: ReadonlySet<unknown> = new Set([40573, 40324, 59, 115]);

/** Reads the state of many objects at once. A state is a number that differs after each change. */
export class LiveStates {
  constructor(
    private readonly models: Pick<Models, 'counters' | 'dictionaries' | 'articles' | 'conversations'>,
    private readonly connection: Pick<Connection, 'getClient' | 'name'>,
    private readonly report: (sentence: string) => void,
  ) {}

  /**
   * The states of objects by name; `ABSENT_STATE` for objects that do not exist. Changes take two commands, requests one, and
   * comments one for each dictionary.
   */
  read(kind: LiveKind, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (kind === 'changes') return this.places(names);
    return kind === 'comments' ? this.commentTimes(names) : this.requestNumbers(names);
  }

  /**
   * Calls a function after writes of any process, by a change stream of MongoDB. The driver resumes a stream that
   * breaks. `onLost` is called once if that is impossible; `isForEver` is true if the database has no change streams.
   *
   * @returns ends it
   */
  watch(onChange: () => void, onLost: (isForEver: boolean) => void): () => Promise<void> {
    const stages = [{ $match: { 'ns.coll': { $in: WATCHED_COLLECTIONS } } }, { $project: { _id: 1 } }];
    const stream = this.connection.getClient().db(this.connection.name).watch(stages, {
      maxAwaitTimeMS: AWAIT_MS,
    });
    let isOver = false;
    const end = () => stream.close().catch(() => undefined);
    const lose = (error?: unknown): void => {
      if (isOver) return;
      isOver = true;
      void end();
      const { code, message = 'it was closed' } = (error ?? {}) as { code?: unknown; message?: string };
      const isForEver = UNSUPPORTED_CODES.has(code);
      const loss = isForEver ? 'The database has no change streams' : 'The change stream ended';
      this.report(
        `${loss} (${message}): the server polls for changes of other processes three times a second.`,
      );
      onLost(isForEver);
    };
    stream.on('change', onChange).on('error', lose).on('end', lose);
    return () => {
      isOver = true;
      return end();
    };
  }

  private async places(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map(names.map((name) => [articleNumbers(name), name]));
    const [counters, dictionaries] = await Promise.all([
      findAll(this.models.counters, {
        filter: { _id: { $in: [...ids.keys()] } },
        fields: { _id: 1, seq: 1 },
      }),
      findAll(this.models.dictionaries, {
        filter: { dictionaryId: { $in: names } },
        fields: { dictionaryId: 1 },
      }),
    ]);
    const seqOf = new Map(counters.map(({ _id, seq }) => [ids.get(_id), seq]));
    const states = new Map(names.map((name) => [name, ABSENT_STATE]));
    // A dictionary without any write has no counter, and the counter of a deleted one remains.
    for (const { dictionaryId } of dictionaries) states.set(dictionaryId, seqOf.get(dictionaryId) ?? 0);
    return states;
  }

  private async commentTimes(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const states = new Map(names.map((name) => [name, ABSENT_STATE]));
    const subjects = names.map(subjectOf);
    for (const [dictionaryId, group] of grouped(subjects, (subject) => subject.dictionaryId)) {
      const articles = await findAll<Commented>(this.models.articles as never, {
        filter: { dictionaryId, number: { $in: group.map(({ number }) => number) } },
        fields: { number: 1, commentedAt: 1 },
      });
      for (const { number, commentedAt } of articles)
        states.set(`${dictionaryId} ${number}`, commentedAt?.getTime() ?? 0);
    }
    return states;
  }

  private async requestNumbers(names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const states = new Map(names.map((name) => [name, ABSENT_STATE]));
    const conversations = await findAll<Counted>(this.models.conversations as never, {
      filter: { _id: { $in: names } },
      fields: { _id: 1, 'lists.requests.last': 1 },
    });
    for (const { _id, lists } of conversations) states.set(_id, lists?.requests?.last ?? 0);
    return states;
  }
}

interface Commented {
  readonly number: number;
  readonly commentedAt?: Date;
}

interface Counted {
  readonly _id: string;
  readonly lists?: { readonly requests?: { readonly last: number } };
}

function subjectOf(name: string): { readonly dictionaryId: string; readonly number: number } {
  const space = name.lastIndexOf(' ');
  return { dictionaryId: name.slice(0, space), number: Number(name.slice(space + 1)) };
}
