import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { replyRequest } from '../../domain/chatbot/channels/channel-messages';
import { type Delivery, DeliveryState } from '../../domain/chatbot/channels/delivery';
import type { ConnectorSettings } from '../../domain/chatbot/connectors';
import { Failure } from '../../shared/failure';
import type { Storage } from '../../storage/storage';
import { type SendResult, sendRequest, type SendRules } from './send-request';
import { settingsOf } from './webhook.service';

/**
 * Maximum number of concurrent deliveries of one process, and of one application, so that a slow receiver delays only
 * its own deliveries.
 */
const MAX_DELIVERIES = 16;
const MAX_DELIVERIES_PER_APPLICATION = 2;

/**
 * Response time above which a receiver counts as slow, in milliseconds. All slow receivers share a part of the
 * deliveries, so that others continue.
 */
const SLOW_MS = 3_000;
const MAX_DELIVERIES_OF_SLOW = 6;
const MAX_SLOW_RECEIVERS = 100;

/** Time for which a process locks a delivery, in milliseconds: longer than an exchange takes. */
const DELIVERY_LOCK_MS = 60_000;

/**
 * Maximum number of attempts, and the wait before the second one, in milliseconds. Each further wait is twice as long,
 * up to `MAX_WAIT_MS`.
 */
const MAX_ATTEMPTS = 13;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 3_600_000;

/** Longest wait for which a process sets a timer, in milliseconds. */
const MAX_SCHEDULED_MS = 10_000;

/** Statuses after which another attempt is useless. */
const FINAL_STATUSES: ReadonlySet<number | null> = new Set([400, 403, 410, 422]);

/**
 * Delivers answers to channels. One process at a time delivers an answer, answers to a person are delivered in order,
 * and attempts are repeated until the channel accepts or refuses the answer.
 */
export class OutboxService {
  private readonly listeners: (() => void)[] = [];
  /** Applications of the running deliveries of this process. */
  private readonly running: string[] = [];
  /** Applications whose last receiver was slow. */
  private readonly slow = new Set<string>();
  private readonly ending = new AbortController();

  constructor(
    private readonly storage: Pick<Storage, 'applications' | 'deliveries'>,
    private readonly rules: SendRules,
  ) {
    setMaxListeners(MAX_DELIVERIES, this.ending.signal);
  }

  /** Calls a function when there may be something to deliver. */
  onWork(listener: () => void): void {
    this.listeners.push(listener);
  }

  wake(): void {
    for (const listener of this.listeners) listener();
  }

  /** Ends all running exchanges. Their answers are sent again later. */
  end(): void {
    this.ending.abort();
  }

  /** Begins all due deliveries. Each promise resolves when its delivery is over, and never rejects. */
  async begin(): Promise<readonly Promise<void>[]> {
    const deliveries: Promise<void>[] = [];
    while (this.running.length < MAX_DELIVERIES) {
      const without = new Set([...this.running, ...this.slow].filter((id) => !this.mayBegin(id)));
      const due = await this.storage.deliveries.due(MAX_DELIVERIES, [...without]);
      let hasChanged = false;
      for (const { _id, applicationId } of due) {
        if (!this.mayBegin(applicationId)) continue;
        const delivery = await this.storage.deliveries.take(_id, randomUUID(), DELIVERY_LOCK_MS);
        if (delivery === undefined) continue;
        hasChanged = true;
        if (delivery === 'held') continue;
        this.running.push(applicationId);
        deliveries.push(this.deliver(delivery));
      }
      if (!hasChanged) break;
    }
    return deliveries;
  }

  /** Sets a timer for the next attempt. After longer waits, the polling of any process begins the attempt. */
  private wakeAt(time: number): void {
    const wait = time - Date.now();
    if (wait < MAX_SCHEDULED_MS)
      setTimeout(() => {
        this.wake();
      }, wait + 1).unref();
  }

  private mayBegin(applicationId: string): boolean {
    const count = (isCounted: (id: string) => boolean) => this.running.filter(isCounted).length;
    if (
      this.running.length >= MAX_DELIVERIES ||
      count((id) => id === applicationId) >= MAX_DELIVERIES_PER_APPLICATION
    )
      return false;
    return !this.slow.has(applicationId) || count((id) => this.slow.has(id)) < MAX_DELIVERIES_OF_SLOW;
  }

  /** Records whether the receiver of an application was slow. The least recently slow ones are dropped. */
  private note(applicationId: string, isSlow: boolean): void {
    this.slow.delete(applicationId);
    if (isSlow) this.slow.add(applicationId);
    const [oldest] = this.slow;
    if (oldest !== undefined && this.slow.size > MAX_SLOW_RECEIVERS) this.slow.delete(oldest);
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const start = performance.now();
    try {
      const outcome = await this.send(delivery);
      this.note(delivery.applicationId, performance.now() - start > SLOW_MS);
      const change = changeFor(delivery, outcome);
      await this.storage.deliveries.change(delivery, change);
      if (change.nextAt === undefined) await this.storage.deliveries.release(delivery);
      else this.wakeAt(change.nextAt);
    } catch {
      // The database is unavailable: the lease ends, and the process that takes the delivery then sends it again.
    } finally {
      this.running.splice(this.running.indexOf(delivery.applicationId), 1);
    }
  }

  private async send({
    _id,
    applicationId,
    connector,
    to,
    reply,
    conversation,
    messageId,
  }: Delivery): Promise<SendResult> {
    const [application] = await this.storage.applications.findMany([applicationId]);
    if (!application || application.isDisabled)
      return { status: null, problem: 'The application is disabled' };
    const settings = JSON.parse(application.connectors) as Partial<ConnectorSettings>;
    try {
      const webhook = settingsOf(settings[connector] ?? {});
      if (webhook === undefined) return { status: null, problem: 'The connector no longer has a webhook' };
      const text = reply ?? '';
      const request = replyRequest(webhook, { id: _id, to, text, conversation, messageId }, Date.now());
      return await sendRequest(request, { ...this.rules, ending: this.ending.signal });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return { status: null, problem: error.message };
    }
  }
}

function changeFor({ attempts }: Delivery, { status, problem, retryAfter }: SendResult): Partial<Delivery> {
  if (problem === null) return { state: DeliveryState.DELIVERED, status, problem, reply: null };
  if (FINAL_STATUSES.has(status) || attempts >= MAX_ATTEMPTS)
    return { state: DeliveryState.FAILED, status, problem, reply: null };
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), MAX_WAIT_MS);
  // A random delay keeps deliveries that failed together from being repeated together.
  const spread = wait * (0.8 + 0.4 * Math.random());
  return { status, problem, nextAt: Date.now() + Math.max(spread, 1000 * (retryAfter ?? 0)) };
}
