import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelMessage } from '../../domain/chatbot/channels/channel-messages';
import { type Delivery, DeliveryState, type Sender } from '../../domain/chatbot/channels/delivery';
import type { WebhookSettings } from '../../domain/chatbot/channels/webhook-settings';
import type { ConnectorName } from '../../domain/chatbot/connectors';
import { numberedKey, type ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { resourceTypeNamed } from '../../domain/chatbot/resource/resource-types';
import { canonicalTag } from '../../domain/dictionary/dictionary-languages';
import { Failure } from '../../shared/failure';
import type { AccountViewer } from '../../shared/viewer';
import type { Work } from '../../shared/work';
import type { Storage } from '../../storage/storage';
import type { ResourceWritingService } from '../applications/resource-writing.service';
import type { ConversationTurnService } from '../recognition/conversation-turn.service';

const CONVERSATION_TYPE = resourceTypeNamed('Conversation');

/** Maximum time for which a message locks its sender, in milliseconds. */
const SENDER_LOCK_MS = 30_000;

/** Maximum time for which another message of the sender waits for the lock, and the polling interval, in milliseconds. */
const SENDER_WAIT_MS = 5_000;
const SENDER_POLL_MS = 50;

/** Names a connector of an application. */
export interface ConnectorAddress {
  readonly publicId: string;
  readonly connector: ConnectorName;
}

/** A message's connector, the settings of its webhook, and the application as the caller that its turn is charged to. */
export interface MessageContext {
  readonly of: ConnectorAddress;
  readonly webhook: WebhookSettings;
  readonly viewer: AccountViewer;
  readonly work: Work;
}

/** The locked sender of a message, and the record of its delivery. */
interface StartedDelivery {
  readonly sender: Sender;
  readonly delivery: Pick<Delivery, '_id' | 'owner'>;
}

/** Answers the messages of channels: each is one turn of the conversation with its sender. */
export class MessageProcessor {
  constructor(
    private readonly storage: Pick<Storage, 'deliveries' | 'resources'>,
    private readonly turns: ConversationTurnService,
    private readonly writes: ResourceWritingService,
  ) {}

  /**
   * Answers a message, once, however often it arrives.
   *
   * @returns `false` if the message was answered before
   */
  async process(context: MessageContext, message: ChannelMessage): Promise<boolean> {
    const { publicId, connector } = context.of;
    const owner = randomUUID();
    const names = {
      _id: requestDigest(publicId, connector, 'sender', message.sender),
      applicationId: publicId,
      owner,
    };
    const sender = await this.lockedSender(names);
    try {
      const _id = requestDigest(publicId, connector, 'message', message.id);
      const now = new Date().toISOString();
      const start = { _id, applicationId: publicId, connector, owner, to: message.sender };
      const { deliveries } = this.storage;
      if (!(await deliveries.begin({ ...start, messageId: message.id, place: `${now} ${_id}` })))
        return false;
      await this.answer(context, message, { sender, delivery: { _id, owner } }).catch(
        async (error: unknown) => {
          const problem = error instanceof Failure ? error.message : 'Internal error';
          await deliveries.change({ _id, owner }, { problem }).catch(() => undefined);
          throw error;
        },
      );
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
    context: MessageContext,
    message: ChannelMessage,
    { sender, delivery }: StartedDelivery,
  ): Promise<void> {
    const { webhook, viewer, work } = context;
    const conversation = await this.conversationFor(context, message, sender);
    const language = languageFor(webhook, message);
    const field =
      webhook.field === undefined ? {} : { field: numberedKey(context.of.publicId, webhook.field) };
    const storeAnswer = async (text: string | null): Promise<void> => {
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
      await this.turns.converse(
        viewer,
        { conversation, text: message.text, language, ...field },
        storeAnswer,
      );
    } finally {
      delete work.claim;
    }
  }

  private async conversationFor(
    { of, webhook, viewer }: MessageContext,
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
    const { key } = await this.writes.create(viewer, CONVERSATION_TYPE, { owner: of.publicId, input });
    await this.storage.deliveries.setConversation(sender, key);
    return key;
  }

  /**
   * Locks the sender of a message. Messages of a sender are processed one after another, because two turns could
   * otherwise answer the same question.
   */
  private async lockedSender(names: Pick<Sender, '_id' | 'applicationId' | 'owner'>): Promise<Sender> {
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

/** The language of a message. A messenger states only the language of its interface, so the language of the bot takes precedence. */
function languageFor({ channel, language }: WebhookSettings, message: ChannelMessage): string | undefined {
  const tag = message.language === undefined ? undefined : canonicalTag(message.language);
  return channel === 'http' ? (tag ?? language) : (language ?? tag);
}

function requestDigest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);
}
