import type { Comment, CommentRecord } from '../../domain/comment/comment';
import { commentSortKey } from '../../domain/comment/comment';
import type { Resource, ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import { cursorOf, positionOf } from '../../shared/paging';
import { type AccountViewer } from '../../shared/viewer';
import { runDetached } from '../../shared/work';
import type { ArticleChanged } from '../../storage/articles/change-repository';
import { ABSENT_STATE } from '../../storage/mongo/live-states';
import type { Storage } from '../../storage/storage';
import { isInTenantScope } from '../applications/tenant-scope';
import { type ArticleAddress, type ArticleService, articleNotFound } from '../articles/article.service';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type ChangesService, generationOf } from '../exports/changes.service';
import { ChangeNotifier } from './change-notifier';

/** An event, and the identifier after which a stream can be resumed. */
export interface LiveEvent<Value> {
  readonly id: string;
  readonly value: Value;
}

export type LiveEvents<Value> = AsyncGenerator<LiveEvent<Value>, void>;

/** Start position and end of a stream. */
export interface LiveStream {
  /** Identifier of the last received event. Without it, the stream has only events from now on. */
  readonly after: string | undefined;
  readonly signal: AbortSignal;
}

/** Number of events in one read. */
const EVENTS_PER_READ = 16;

/** Age at which events that wait to be sent are read again, in milliseconds, so that articles hidden in the meantime are not sent. */
const STALE_MS = 1000;

/** Maximum clock difference of processes, in milliseconds, for which comments stored out of order are still sent. */
const SKEW_MS = 5000;

const REQUEST_TYPE = resourceTypeNamed('ConversationRequest');

/** Version of the identifiers of events. */
const EVENT_ID_VERSION = 'events 1';

/**
 * Reads events from the sequences of dictionaries and the numbers of lists. When the notifier reports a change, a
 * stream continues from its own position, so it needs no queue: a slow reader receives the newest state of each
 * article, once.
 */
export class LiveService {
  private readonly notifier: ChangeNotifier;
  private readonly reads = new Map<string, Promise<unknown>>();

  constructor(
    private readonly storage: Pick<Storage, 'liveStates' | 'comments' | 'resources' | 'offline' | 'changes'>,
    private readonly dictionaries: DictionaryService,
    private readonly readers: { readonly articles: ArticleService; readonly changes: ChangesService },
  ) {
    this.notifier = new ChangeNotifier(storage.liveStates);
  }

  /** @throws Failure DICTIONARY_NOT_FOUND; INVALID_INPUT for an invalid identifier */
  async articleChanges(name: string, { after, signal }: LiveStream): Promise<LiveEvents<ArticleChanged>> {
    const dictionary = await this.dictionaries.existing(name);
    const { dictionaryId } = dictionary;
    const generation = generationOf(dictionary, await this.storage.changes.history());
    const position = after === undefined ? undefined : positionFromEventId(after);
    const seq = position?.seq ?? (await this.storage.changes.last(dictionaryId));
    return this.changesAfter({ dictionaryId, generation: position?.generation ?? generation }, seq, signal);
  }

  /** Comments that every user sees. @throws Failure NOT_FOUND without such an article */
  async commentsAdded(
    viewer: AccountViewer,
    address: ArticleAddress,
    { after, signal }: LiveStream,
  ): Promise<LiveEvents<Comment>> {
    const fields = { dictionaryId: 1, number: 1, isDisabled: 1 } as const;
    const article = await this.readers.articles.get(viewer, { ...address, fields });
    if (!article) throw articleNotFound();
    const scope = { dictionaryId: article.dictionaryId, number: article.number, isShown: true };
    const [newest] = (await this.storage.comments.read(scope, { order: 'DESC', limit: 1 })).items;
    const last = after === undefined ? newest?.place : positionOf(after, EVENT_ID_VERSION);
    return this.commentsAfter(scope, last ?? '', signal);
  }

  /** @throws Failure NOT_FOUND without such a conversation of an application that the caller may see */
  async requestsAdded(
    viewer: AccountViewer,
    key: ResourceKey,
    { after, signal }: LiveStream,
  ): Promise<LiveEvents<Resource>> {
    const states = isInTenantScope(viewer, key)
      ? await this.storage.liveStates.read('requests', [key])
      : new Map<string, number>();
    const last = states.get(key) ?? ABSENT_STATE;
    if (last === ABSENT_STATE) throw new Failure('NOT_FOUND', 'There is no such conversation');
    return this.requestsAfter(key, after === undefined ? last : sequenceFromEventId(after), signal);
  }

  close(): Promise<void> {
    return this.notifier.close();
  }

  private async *changesAfter(
    { dictionaryId, generation }: { readonly dictionaryId: string; readonly generation: string },
    start: number,
    signal: AbortSignal,
  ): LiveEvents<ArticleChanged> {
    let seq = start;
    while (!signal.aborted) {
      const { changes, next, hasMore } = await this.shared(`${generation} ${seq}`, async () =>
        this.readers.changes.read(
          await this.dictionaries.existing(dictionaryId),
          { after: seq, first: EVENTS_PER_READ, generation },
          EVENTS_PER_READ,
        ),
      );
      const readAt = Date.now();
      let isStale = false;
      for (const change of changes) {
        isStale = Date.now() - readAt > STALE_MS;
        if (isStale) break;
        seq = change.seq;
        yield { id: `${generation}.${seq}`, value: change };
      }
      if (isStale) continue;
      seq = next;
      if (!hasMore) await this.notifier.changed({ kind: 'changes', name: dictionaryId, seen: seq }, signal);
    }
  }

  private async *commentsAfter(
    scope: { readonly dictionaryId: string; readonly number: number; readonly isShown: boolean },
    start: string,
    signal: AbortSignal,
  ): LiveEvents<Comment> {
    const name = `${scope.dictionaryId} ${scope.number}`;
    const read = (after: string): Promise<readonly CommentRecord[]> =>
      this.shared(`${name} ${after}`, async () => {
        const query = { order: 'ASC', limit: EVENTS_PER_READ, ...(after === '' ? {} : { after }) } as const;
        return (await this.storage.comments.read(scope, query)).items;
      });
    const earlier = await read(before(start));
    let sent = new Set(earlier.filter(({ place }) => place <= start).map(({ publicId }) => publicId));
    let last = start;
    let from = before(start);
    let state: number | undefined;
    let isEcho = false;
    while (!signal.aborted) {
      const comments = await read(from);
      const readAt = Date.now();
      let isStale = false;
      for (const comment of comments.filter(({ publicId }) => !sent.has(publicId))) {
        isStale = Date.now() - readAt > STALE_MS;
        if (isStale) break;
        sent.add(comment.publicId);
        if (comment.place > last) last = comment.place;
        yield { id: cursorOf(commentSortKey(comment), EVENT_ID_VERSION), value: comment };
      }
      if (isStale) continue;
      const isMore = comments.length === EVENTS_PER_READ;
      from = isMore ? (comments.at(-1)?.place ?? from) : before(last);
      if (isMore) continue;
      sent = new Set(comments.map(({ publicId }) => publicId));
      // Comments of the same millisecond have the same state, so the comments are read once more after each change.
      const now = await this.notifier.changed(
        { kind: 'comments', name, seen: state },
        signal,
        isEcho ? STALE_MS : undefined,
      );
      if (now === ABSENT_STATE) return;
      isEcho = now !== undefined;
      state = now ?? state;
    }
  }

  private async *requestsAfter(key: ResourceKey, start: number, signal: AbortSignal): LiveEvents<Resource> {
    let last = start;
    let state: number | undefined;
    while (!signal.aborted) {
      const { items: requests } = await this.shared(`${key} ${last}`, () =>
        this.storage.resources.read(REQUEST_TYPE, {
          owner: key,
          filter: {},
          after: last,
          order: 'ASC',
          limit: EVENTS_PER_READ,
        }),
      );
      const readAt = Date.now();
      for (const request of requests) {
        if (Date.now() - readAt > STALE_MS) break;
        last = request.number;
        yield { id: String(last), value: request };
      }
      if (requests.length > 0) continue;
      state = (await this.notifier.changed({ kind: 'requests', name: key, seen: state }, signal)) ?? state;
      if (state === ABSENT_STATE) return;
    }
  }

  /** Streams at the same position share a read, which is charged to none of their requests. */
  private shared<Found>(key: string, read: () => Promise<Found>): Promise<Found> {
    const pending = this.reads.get(key);
    if (pending) return pending as Promise<Found>;
    const reading = runDetached(read).finally(() => this.reads.delete(key));
    this.reads.set(key, reading);
    return reading;
  }
}

function positionFromEventId(id: string): { readonly generation: string; readonly seq: number } {
  const [, generation, seq] = /^([^.\s]{1,100})\.(\d{1,15})$/.exec(id) ?? [];
  if (generation === undefined || seq === undefined) throw unknownEvent();
  return { generation, seq: Number(seq) };
}

function sequenceFromEventId(id: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw unknownEvent();
}

function unknownEvent(): Failure {
  return invalid('after', 'after must be the identifier of an event of this subscription');
}

/** Returns the sort key of comments that were sent some seconds earlier. */
function before(sortKey: string): string {
  const time = Date.parse(sortKey.slice(0, sortKey.indexOf('\u0001')));
  return Number.isNaN(time) ? '' : new Date(time - SKEW_MS).toISOString();
}
