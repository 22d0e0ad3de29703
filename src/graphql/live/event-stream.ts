import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import {
  createSourceEventStream,
  execute,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
} from 'graphql';
import type { LiveEvent, LiveEvents } from '../../services/live/live.service';
import { Failure } from '../../shared/failure';
import type { FairQueue } from '../../shared/fair-queue';
import { type HttpRequest, vary } from '../../shared/http';
import { chargeThreadTo } from '../../shared/thread-time';
import { runInWork, Work } from '../../shared/work';
import type { Viewer } from '../../shared/viewer';
import { failureIn, formatError, isClientMistake, isRefusal } from '../apollo/format-error';
import type { Context } from '../context';

export const STREAM_TYPE = 'text/event-stream';

/** Interval at which the session of a stream is checked, in milliseconds. */
const SESSION_CHECK_MS = 10_000;

/** Maximum time for resolving an event, in milliseconds. */
const MAX_EVENT_MS = 3000;

/** Delay after which a browser reconnects, in milliseconds. */
const RECONNECT_MS = 2000;

/** Reasons of failures after which a stream ends. */
const FINAL_REASONS: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);

export interface EventStreamParts {
  /** Creates a new context for a request; the sender is read again. */
  readonly freshContext: (request: HttpRequest) => Promise<Context>;
  readonly report: (error: unknown, request: HttpRequest) => void;
  /** The queue in which events are resolved, because streams hold no slot. */
  readonly eventQueue: FairQueue;
}

/**
 * One stream of events: a request that stays open. Each event is executed like a separate request, with a new look-up of the sender, new
 * work and new loaders, and only after the client has received the event before it.
 */
export class EventStream {
  private readonly controller = new AbortController();
  private readonly ids: string[] = [];
  private viewer: Viewer | undefined;
  private sessions: NodeJS.Timeout | undefined;
  private taken: Promise<unknown> = Promise.resolve();
  private take: () => void = () => undefined;
  private isCut = false;

  constructor(
    readonly request: HttpRequest,
    private readonly response: ServerResponse,
    private readonly parts: EventStreamParts,
  ) {}

  get caller(): string | undefined {
    return this.request.work?.caller;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The event after which a browser continues when it reconnects (`Last-Event-ID`). */
  get lastEventId(): string | undefined {
    const header = this.request.headers['last-event-id'];
    return typeof header === 'string' && header !== '' ? header : undefined;
  }

  /** Remembers the account that opened the stream: the stream ends with its session. */
  begin({ viewer }: Context): void {
    this.viewer = viewer;
    if (viewer.role === 'anonymous') return;
    this.sessions = setInterval(() => {
      // If the database is unavailable, the session may still be valid.
      this.parts.freshContext(this.request).then(
        (context) => {
          if (this.isOver(context)) this.controller.abort();
        },
        () => undefined,
      );
    }, SESSION_CHECK_MS).unref();
  }

  end(): void {
    clearInterval(this.sessions);
    this.controller.abort();
    this.take();
  }

  /** Ends the connection without completing the stream: clients reconnect, and continue after the last event. */
  cut(): void {
    this.isCut = true;
    this.response.end();
    this.end();
  }

  /**
   * The results of the subscription, one for each event, and the error that ends it. When this resolves, the start
   * position is known, so no event after the response headers is lost.
   */
  async results(args: ExecutionArgs): Promise<AsyncGenerator<ExecutionResult>> {
    return this.resultsOf(args, await createSourceEventStream(args));
  }

  private async *resultsOf(
    args: ExecutionArgs,
    source: AsyncIterable<unknown> | ExecutionResult,
  ): AsyncGenerator<ExecutionResult> {
    if (!(Symbol.asyncIterator in source)) {
      yield this.shown(source);
      return;
    }
    const events = source as unknown as LiveEvents<unknown>;
    try {
      let next = await events.next();
      while (next.done !== true) {
        const result = await this.resultOf(args, next.value);
        this.ids.push(next.value.id);
        this.taken = new Promise<void>((resolve) => (this.take = resolve));
        yield this.shown(result);
        if (result.errors?.some((error) => FINAL_REASONS.has(failureIn(error)?.reason ?? ''))) return;
        await this.taken;
        next = await events.next();
      }
      if (this.isEnded) yield this.shown({ errors: [wrapped(sessionOver())] });
    } catch (error) {
      yield this.shown({ errors: [wrapped(error)] });
    } finally {
      await events.return();
    }
  }

  /** Sends the serialised results. It resolves an event only when the client has taken the one before it. */
  async send(body: AsyncIterable<string>): Promise<void> {
    const { response } = this;
    response.statusCode = 200;
    response.setHeader('Content-Type', `${STREAM_TYPE}; charset=utf-8`);
    // Events are for this caller only. Proxies that buffer whole responses would never forward them.
    response.setHeader('Cache-Control', 'no-store').setHeader('X-Accel-Buffering', 'no');
    vary(response, 'Accept, X-Access-Token, Authorization');
    response.flushHeaders();
    await this.write(`retry: ${RECONNECT_MS}\n\n`);
    for await (const text of body) {
      if (this.isCut || response.destroyed) break;
      const isEvent = text.startsWith('event: next');
      const id = isEvent ? this.ids.shift() : undefined;
      await this.write(id === undefined ? text : `id: ${id}\n${text}`);
      if (isEvent) this.take();
    }
    if (!response.writableEnded) response.end();
  }

  private get isEnded(): boolean {
    return this.signal.aborted && !this.response.destroyed && !this.isCut;
  }

  private async write(text: string): Promise<void> {
    this.request.work?.charge('bytes', Buffer.byteLength(text));
    if (this.response.destroyed || this.response.write(text)) return;
    // The listeners are removed after each event; otherwise they would accumulate while a slow client reads.
    const over = new AbortController();
    const drained = ['drain', 'close'].map((event) => once(this.response, event, { signal: over.signal }));
    await Promise.race(drained).finally(() => {
      over.abort();
    });
  }

  private async resultOf(args: ExecutionArgs, event: LiveEvent<unknown>): Promise<ExecutionResult> {
    const { work } = this.request;
    await work?.pace();
    return this.parts.eventQueue.run(() => this.resolved(args, event), work);
  }

  private async resolved(args: ExecutionArgs, event: LiveEvent<unknown>): Promise<ExecutionResult> {
    const { work: streamWork } = this.request;
    const work = new Work(streamWork?.caller, streamWork?.account);
    const until = performance.now() + MAX_EVENT_MS;
    work.remaining = () => until - performance.now();
    try {
      return await runInWork(work, async () => {
        const context = await this.parts.freshContext(this.request);
        if (this.isOver(context)) throw sessionOver();
        chargeThreadTo(work);
        return execute({ ...args, contextValue: context, rootValue: event.value });
      });
    } finally {
      work.end();
    }
  }

  private isOver({ viewer }: Context): boolean {
    return viewer.role === 'anonymous' && this.viewer?.role !== 'anonymous';
  }

  private shown(result: ExecutionResult): ExecutionResult {
    if (!result.errors) return result;
    const errors = result.errors.map((error) => {
      const isExpected = failureIn(error) ?? (isClientMistake(error) || isRefusal(error));
      if (isExpected === false) this.parts.report(error.originalError ?? error, this.request);
      return formatError(error.toJSON(), error) as GraphQLError;
    });
    return { ...result, errors };
  }
}

function sessionOver(): Failure {
  return new Failure('UNAUTHENTICATED', 'The session has ended');
}

function wrapped(error: unknown): GraphQLError {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
