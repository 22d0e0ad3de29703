import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChannelMessage,
  checkSignature,
  isSameSecret,
  messagesIn,
  type WebhookRequest,
} from '../../domain/chatbot/channels/channel-messages';
import {
  type Delivery,
  type DeliveryView,
  DeliveryState,
  type Sender,
} from '../../domain/chatbot/channels/delivery';
import { type WebhookSettings, webhookIn } from '../../domain/chatbot/channels/webhook-settings';
import type { ConnectorName, ConnectorSettings } from '../../domain/chatbot/connectors';
import { numberedKey, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { canonicalTag } from '../../domain/dictionary/dictionary-languages';
import { Failure, messageOf } from '../../shared/failure';
import type { AccountViewer } from '../../shared/viewer';
import { chargeThreadTo } from '../../shared/thread-time';
import { runInWork, Work } from '../../shared/work';
import type { Storage } from '../../storage/storage';
import type { ResourceWritingService } from '../applications/resource-writing.service';
import { isCounted, type LimitRules, type WorkBudgets } from '../limits/request-limits';
import { SharedCount } from '../limits/shared-count';
import type { ConversationTurnService } from '../recognition/conversation-turn.service';

const CONVERSATION_TYPE = resourceTypeNamed('Conversation');

/** Maximum number of messages of a connector in a number of seconds, over all processes. */
const MESSAGES_OF_CONNECTOR = { points: 600, duration: 300 } as const;

/**
 * Maximum number of undelivered answers of an application. Above it, the application accepts no messages, and channels
 * send them again.
 */
const MAX_WAITING_ANSWERS = 100;
const RETRY_AFTER_SECONDS = 60;

/** Maximum number of stored messages of a connector, and after how many messages, on average, they are counted. */
const MAX_REMEMBERED_MESSAGES = 5_000;
const MESSAGES_PER_COUNT = 200;

/** Maximum time for which a message locks its sender, for which another one waits for the lock, and the polling interval, in milliseconds. */
const SENDER_LOCK_MS = 30_000;
const SENDER_WAIT_MS = 5_000;
const SENDER_POLL_MS = 50;

/** Maximum number of deliveries in one response. */
const MAX_LISTED_DELIVERIES = 100;

/** Names a connector of an application. */
export interface ConnectorOf {
  readonly publicId: string;
  readonly connector: ConnectorName;
}

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
  private readonly taken: SharedCount;

  constructor(
    private readonly storage: Pick<Storage, 'applications' | 'deliveries' | 'resources' | 'attempts'>,
    private readonly parts: WebhookParts,
  ) {
    this.taken = new SharedCount({
      shared: storage.attempts('connector-message', MESSAGES_OF_CONNECTOR),
      limit: MESSAGES_OF_CONNECTOR,
    });
  }

  /**
   * Receives a request of a channel. When it returns, every message is stored with its turn and its answer, once,
   * however often it arrives.
   *
   * @param address of the sender
   * @throws Failure NOT_FOUND without such a webhook; UNAUTHENTICATED, BODY_MALFORMED, RATE_LIMITED, UNAVAILABLE;
   *   what a turn throws
   */
  async receive(of: ConnectorOf, request: WebhookRequest, address: string): Promise<ReceiptCounts> {
    const webhook = await this.webhookOf(of);
    checkSignature(webhook, request, Date.now());
    const messages = messagesIn(webhook, request);
    this.count(of, messages.length, address);
    if (await this.storage.deliveries.areWaiting(of.publicId, MAX_WAITING_ANSWERS))
      throw new Failure('RATE_LIMITED', 'Too many answers of this application are waiting for delivery', {
        retryAfter: RETRY_AFTER_SECONDS,
      });
    const viewer = { role: 'application', accountId: of.publicId, name: '', sessionId: '' } as const;
    const { parts } = this;
    const caller = parts.budgets.ofAccount('application', of.publicId, address);
    const state = caller && parts.budgets.stateOf(caller);
    if (state?.exhausted !== undefined) throw busy(state.resetsAfter);
    const work = new Work(caller?.key, caller && parts.budgets.accountOf(caller));
    return runInWork(work, async () => {
      chargeThreadTo(work);
      let accepted = 0;
      for (const message of messages) if (await this.take({ of, webhook, viewer, work }, message)) accepted++;
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
    of: ConnectorOf,
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
  async deliveriesOf({ publicId, connector }: ConnectorOf, limit: number): Promise<readonly DeliveryView[]> {
    const bound = Math.max(1, Math.min(limit, MAX_LISTED_DELIVERIES));
    const deliveries = await this.storage.deliveries.of(publicId, connector, bound);
    return deliveries.map(deliveryOf);
  }

  private async webhookOf({ publicId, connector }: ConnectorOf): Promise<WebhookSettings> {
    const [application] = await this.storage.applications.findMany([publicId]);
    const isUsable = application !== undefined && !application.isDisabled;
    const settings = isUsable ? (JSON.parse(application.connectors) as Partial<ConnectorSettings>) : {};
    const webhook = settingsOf(settings[connector] ?? {});
    if (webhook === undefined) throw new Failure('NOT_FOUND', 'There is no such webhook');
    return webhook;
  }

  private count({ publicId, connector }: ConnectorOf, amount: number, address: string): void {
    if (!isCounted(this.parts.rules, address)) return;
    const key = `${publicId} ${connector}`;
    const { isAllowed, resetsAfter } = this.taken.stateOf(key);
    if (!isAllowed) throw busy(resetsAfter);
    this.taken.add(key, amount);
  }

  /**
   * Processes one message.
   *
   * @returns `false` if the message was answered before
   */
  private async take(turn: Turn, message: ChannelMessage): Promise<boolean> {
    const { publicId, connector } = turn.of;
    const owner = randomUUID();
    const names = {
      _id: requestDigest(publicId, connector, 'sender', message.sender),
      applicationId: publicId,
      owner,
    };
    const sender = await this.senderFor(names);
    try {
      const _id = requestDigest(publicId, connector, 'message', message.id);
      const now = new Date().toISOString();
      const start = { _id, applicationId: publicId, connector, owner, to: message.sender };
      const { deliveries } = this.storage;
      if (!(await deliveries.begin({ ...start, messageId: message.id, place: `${now} ${_id}` })))
        return false;
      await this.answer(turn, message, { sender, delivery: { _id, owner } }).catch(async (error: unknown) => {
        const problem = error instanceof Failure ? error.message : 'Internal error';
        await deliveries.change({ _id, owner }, { problem }).catch(() => undefined);
        throw error;
      });
      return true;
    } finally {
      await this.storage.deliveries.releaseSender(names).catch(() => undefined);
    }
  }

  /**
   * Answers one message. The answer is stored before the turn, and becomes valid when the transaction of the turn marks
   * it.
   */
  private async answer(
    turn: Turn,
    message: ChannelMessage,
    { sender, delivery }: StartedDelivery,
  ): Promise<void> {
    const { webhook, viewer, work } = turn;
    const conversation = await this.conversationFor(turn, message, sender);
    const language = languageFor(webhook, message);
    const field = webhook.field === undefined ? {} : { field: numberedKey(turn.of.publicId, webhook.field) };
    const plan = async (text: string | null): Promise<void> => {
      const reply = text ?? webhook.fallback ?? null;
      const state = reply === null ? DeliveryState.SILENT : DeliveryState.WAITING;
      const change = {
        reply,
        state,
        nextAt: Date.now(),
        conversation: Number(conversation.split('/').at(-1)),
      };
      if (!(await this.storage.deliveries.change(delivery, change)))
        throw new Failure('CONFLICT', 'Another process has taken over the message');
      work.claim = { id: delivery._id, owner: delivery.owner, of: 'delivery' };
    };
    try {
      await this.parts.turns.converse(viewer, { conversation, text: message.text, language, ...field }, plan);
    } finally {
      delete work.claim;
    }
  }

  private async conversationFor(
    { of, webhook, viewer }: Turn,
    message: ChannelMessage,
    sender: Sender,
  ): Promise<ResourceKey> {
    const { conversation } = sender;
    if (
      conversation !== null &&
      (await this.storage.resources.find(CONVERSATION_TYPE, [conversation])).length > 0
    )
      return conversation;
    const input = {
      userId: message.sender,
      userName: message.name ?? null,
      userLanguage: languageFor(webhook, message) ?? null,
      start: new Date().toISOString(),
    };
    const { key } = await this.parts.writes.create(viewer, CONVERSATION_TYPE, { owner: of.publicId, input });
    await this.storage.deliveries.setConversation(sender, key);
    return key;
  }

  /**
   * Locks the sender of a message. Messages of a sender are processed one after another, because two turns could
   * otherwise answer the same question.
   */
  private async senderFor(names: Pick<Sender, '_id' | 'applicationId' | 'owner'>): Promise<Sender> {
    for (const until = performance.now() + SENDER_WAIT_MS; ;) {
      const sender = await this.storage.deliveries.lockSender(names, SENDER_LOCK_MS);
      if (sender !== undefined) return sender;
      if (performance.now() > until)
        throw new Failure('UNAVAILABLE', 'An earlier message of this sender is still being answered', {
          retryAfter: 1,
        });
      await sleep(SENDER_POLL_MS);
    }
  }
}

interface Turn {
  readonly of: ConnectorOf;
  readonly webhook: WebhookSettings;
  readonly viewer: AccountViewer;
  readonly work: Work;
}

interface StartedDelivery {
  readonly sender: Sender;
  readonly delivery: Pick<Delivery, '_id' | 'owner'>;
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

/**
 * The language of a message. A messenger states only the language of its interface, so the language of the bot takes precedence.
 */
function languageFor({ channel, language }: WebhookSettings, message: ChannelMessage): string | undefined {
  const tag = message.language === undefined ? undefined : canonicalTag(message.language);
  return channel === 'http' ? (tag ?? language) : (language ?? tag);
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

function requestDigest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}

function busy(retryAfter: number): Failure {
  return new Failure('RATE_LIMITED', `Too many messages; try again in ${retryAfter} seconds`, { retryAfter });
}
