import {
  checkSignature,
  isSameSecret,
  messagesIn,
  type WebhookRequest,
} from '../../domain/chatbot/channels/channel-messages';
import { type Delivery, type DeliveryView, DeliveryState } from '../../domain/chatbot/channels/delivery';
import { type WebhookSettings, webhookIn } from '../../domain/chatbot/channels/webhook-settings';
import type { ConnectorSettings } from '../../domain/chatbot/connectors';
import { Failure, messageOf } from '../../shared/failure';
import { chargeThreadTo } from '../../shared/thread-time';
import { runInWork, Work } from '../../shared/work';
import type { Storage } from '../../storage/storage';
import type { ResourceWritingService } from '../applications/resource-writing.service';
import { isCounted, type LimitRules, type WorkBudgets } from '../limits/request-limits';
import { SharedCount } from '../limits/shared-count';
import type { ConversationTurnService } from '../recognition/conversation-turn.service';
import { type ConnectorAddress, MessageProcessor } from './message-processor';

/** Maximum number of messages of a connector in a number of seconds, over all processes. */
const MESSAGES_OF_CONNECTOR = { points: 600, duration: 300 } as const;

/**
 * Maximum number of undelivered answers of an application. Above it, the application accepts no messages, and channels
 * send them again.
 */
const MAX_UNDELIVERED_ANSWERS = 100;
const RETRY_AFTER_SECONDS = 60;

/** Maximum number of stored messages of a connector, and after how many messages, on average, they are counted. */
const MAX_REMEMBERED_MESSAGES = 5_000;
const MESSAGES_PER_COUNT = 200;

/** Maximum number of deliveries in one response. */
const MAX_LISTED_DELIVERIES = 100;

/** Counts of the messages in a request of a channel, by outcome. */
export interface ReceiptCounts {
  /** Number of messages that were answered now. */
  readonly accepted: number;
  /** Number of messages that were answered before. */
  readonly duplicates: number;
}

export interface WebhookParts {
  readonly turns: ConversationTurnService;
  readonly writes: ResourceWritingService;
  readonly budgets: WorkBudgets;
  readonly rules: LimitRules;
  /** Called when an answer waits to be delivered. */
  readonly wake: () => void;
}

/**
 * Receives messages of channels. Each is one turn of the conversation with its sender, and creates an answer to
 * deliver.
 */
export class WebhookService {
  private readonly received: SharedCount;
  private readonly processor: MessageProcessor;

  constructor(
    private readonly storage: Pick<Storage, 'applications' | 'deliveries' | 'resources' | 'attempts'>,
    private readonly parts: WebhookParts,
  ) {
    this.received = new SharedCount({
      shared: storage.attempts('connector-message', MESSAGES_OF_CONNECTOR),
      limit: MESSAGES_OF_CONNECTOR,
    });
    this.processor = new MessageProcessor(storage, parts.turns, parts.writes);
  }

  /**
   * Receives a request of a channel. When it returns, every message is stored with its turn and its answer, once,
   * however often it arrives.
   *
   * @param address of the sender
   * @throws Failure NOT_FOUND without such a webhook; UNAUTHENTICATED, BODY_MALFORMED, RATE_LIMITED, UNAVAILABLE;
   *   what a turn throws
   */
  async receive(of: ConnectorAddress, request: WebhookRequest, address: string): Promise<ReceiptCounts> {
    const webhook = await this.webhookOf(of);
    checkSignature(webhook, request, Date.now());
    const messages = messagesIn(webhook, request);
    this.count(of, messages.length, address);
    if (await this.storage.deliveries.areWaiting(of.publicId, MAX_UNDELIVERED_ANSWERS))
      throw new Failure('RATE_LIMITED', 'Too many answers of this application are waiting for delivery', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    const viewer = { role: 'application', accountId: of.publicId, name: '', sessionId: '' } as const;
    const { parts } = this;
    const caller = parts.budgets.ofAccount('application', of.publicId, address);
    const state = caller && parts.budgets.stateOf(caller);
    if (state?.exhausted !== undefined) throw busy(state.resetsAfter);
    const work = new Work(caller?.key, caller && parts.budgets.chargeTo(caller));
    return runInWork(work, async () => {
      chargeThreadTo(work);
      let accepted = 0;
      const context = { of, webhook, viewer, work };
      for (const message of messages) if (await this.processor.process(context, message)) accepted++;
      if (accepted > 0) parts.wake();
      // Records of messages do not count towards a quota.
      if (MESSAGES_PER_COUNT * Math.random() < accepted)
        await this.storage.deliveries.trim(of.publicId, of.connector, MAX_REMEMBERED_MESSAGES);
      return { accepted, duplicates: messages.length - accepted };
    });
  }

  /**
   * The text with which a webhook is confirmed.
   *
   * @throws Failure NOT_FOUND without such a webhook; UNAUTHENTICATED when the token is another one
   */
  async confirm(
    of: ConnectorAddress,
    subscription: { readonly token: string; readonly challenge: string },
  ): Promise<string> {
    const { verifyToken } = await this.webhookOf(of);
    if (verifyToken === '' || !isSameSecret(subscription.token, verifyToken))
      throw new Failure('UNAUTHENTICATED', 'The verify token does not match');
    if (!/^[\w.-]{1,200}$/u.test(subscription.challenge))
      throw new Failure('INVALID_INPUT', 'hub.challenge must have 1 to 200 letters and digits');
    return subscription.challenge;
  }

  /** The newest deliveries of a connector. */
  async deliveriesOf(
    { publicId, connector }: ConnectorAddress,
    limit: number,
  ): Promise<readonly DeliveryView[]> {
    const bound = Math.max(1, Math.min(limit, MAX_LISTED_DELIVERIES));
    const deliveries = await this.storage.deliveries.of(publicId, connector, bound);
    return deliveries.map(deliveryOf);
  }

  private async webhookOf({ publicId, connector }: ConnectorAddress): Promise<WebhookSettings> {
    const [application] = await this.storage.applications.findMany([publicId]);
    const isUsable = application !== undefined && !application.isDisabled;
    const settings = isUsable ? (JSON.parse(application.connectors) as Partial<ConnectorSettings>) : {};
    const webhook = settingsOf(settings[connector] ?? {});
    if (webhook === undefined) throw new Failure('NOT_FOUND', 'There is no such webhook');
    return webhook;
  }

  private count({ publicId, connector }: ConnectorAddress, amount: number, address: string): void {
    if (!isCounted(this.parts.rules, address)) return;
    const key = `${publicId} ${connector}`;
    const { isAllowed, resetsAfter } = this.received.stateOf(key);
    if (!isAllowed) throw busy(resetsAfter);
    this.received.add(key, amount);
  }
}

/**
 * The settings of a webhook. Imported settings may have any shape, and invalid ones define no webhook.
 *
 * @throws Failure NOT_FOUND that describes the error
 */
export function settingsOf(settings: Parameters<typeof webhookIn>[0]): WebhookSettings | undefined {
  try {
    return webhookIn(settings);
  } catch (error) {
    throw new Failure('NOT_FOUND', `The webhook cannot be used: ${messageOf(error)}`);
  }
}

function deliveryOf({
  _id,
  messageId,
  state,
  isWritten,
  attempts,
  status,
  problem,
  createdAt,
  nextAt,
}: Delivery): DeliveryView {
  const is = isWritten ? state : DeliveryState.REFUSED;
  const nextAttemptAt = is === DeliveryState.WAITING ? new Date(nextAt) : null;
  return { publicId: _id, messageId, state: is, attempts, status, problem, createdAt, nextAttemptAt };
}

function busy(retryAfter: number): Failure {
  return new Failure('RATE_LIMITED', `Too many messages; try again in ${retryAfter} seconds`, { retryAfter });
}
