import { trusted } from 'mongoose';
import { type Delivery, DeliveryState, type Sender } from '../../domain/chatbot/channels/delivery';
import type { ConnectorName } from '../../domain/chatbot/connectors';
import type { ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { isDuplicateKey } from '../mongo/database-error';
import type { Models } from '../models';

/** How long a delivery is listed, and a sender without messages is known, in milliseconds. */
const DELIVERY_MS = 3 * 24 * 3600 * 1000;
const SENDER_MS = 90 * 24 * 3600 * 1000;

/** What is known of a new delivery. */
export type NewDelivery = Pick<
  Delivery,
  '_id' | 'applicationId' | 'connector' | 'messageId' | 'place' | 'to' | 'owner'
>;

/** Messages of channels, and the answers that are on their way back. */
export class DeliveryRepository {
  constructor(private readonly models: Pick<Models, 'deliveries' | 'senders'>) {}

  /** Takes a sender for a time; `undefined` while another has it. */
  async takeSender(
    { _id, applicationId, owner }: Pick<Sender, '_id' | 'applicationId' | 'owner'>,
    forMs: number,
  ): Promise<Sender | undefined> {
    const now = Date.now();
    const expiresAt = new Date(now + SENDER_MS);
    try {
      return await this.models.senders
        .findOneAndUpdate(
          { _id, until: trusted({ $lt: now }) },
          {
            $set: { owner, until: now + forMs, expiresAt },
            $setOnInsert: { applicationId, conversation: null },
          },
          { upsert: true, returnDocument: 'after' },
        )
        .lean<Sender>();
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
  }

  /** Lets go of a sender. */
  async leaveSender({ _id, owner }: Pick<Sender, '_id' | 'owner'>): Promise<void> {
    await this.models.senders.updateOne({ _id, owner }, { $set: { until: 0 } });
  }

  async setConversation(
    { _id, owner }: Pick<Sender, '_id' | 'owner'>,
    conversation: ResourceKey,
  ): Promise<void> {
    await this.models.senders.updateOne({ _id, owner }, { $set: { conversation } });
  }

  /** Begins a delivery. @returns `false` when the message was answered before */
  async begin(start: NewDelivery): Promise<boolean> {
    const now = new Date();
    const record: Delivery = {
      ...start,
      conversation: 0,
      reply: null,
      state: DeliveryState.REFUSED,
      isWritten: false,
      attempts: 0,
      status: null,
      problem: null,
      nextAt: 0,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DELIVERY_MS),
    };
    try {
      await this.models.deliveries.insertMany([record], { lean: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // One that was begun and not written is begun again.
    const again = await this.models.deliveries.replaceOne({ _id: start._id, isWritten: false }, record);
    return again.matchedCount === 1;
  }

  /** Changes a delivery that is still its owner's; `false` when it is not. */
  async change({ _id, owner }: Pick<Delivery, '_id' | 'owner'>, change: Partial<Delivery>): Promise<boolean> {
    const changed = await this.models.deliveries.updateOne({ _id, owner }, { $set: change });
    return changed.matchedCount === 1;
  }

  /** Whether as many answers of an application wait to be delivered. */
  async areWaiting(applicationId: string, most: number): Promise<boolean> {
    const waiting = { applicationId, state: DeliveryState.WAITING, isWritten: true };
    return (await this.models.deliveries.countDocuments(waiting).limit(most)) >= most;
  }

  /** Answers that may be delivered now, those that wait longest first; none of some applications. */
  due(limit: number, without: readonly string[]): Promise<Pick<Delivery, '_id' | 'applicationId'>[]> {
    return this.models.deliveries
      .find(
        {
          state: DeliveryState.WAITING,
          nextAt: trusted({ $lte: Date.now() }),
          isWritten: true,
          ...(without.length === 0 ? {} : { applicationId: trusted({ $nin: without }) }),
        },
        { applicationId: 1 },
      )
      .sort({ nextAt: 1 })
      .limit(limit)
      .lean<Pick<Delivery, '_id' | 'applicationId'>[]>()
      .exec();
  }

  /** Takes an answer for a time; `undefined` when another process has it. */
  async take(_id: string, owner: string, forMs: number): Promise<Delivery | undefined> {
    const now = Date.now();
    const taken = await this.models.deliveries
      .findOneAndUpdate(
        { _id, state: DeliveryState.WAITING, nextAt: trusted({ $lte: now }), isWritten: true },
        { $set: { owner, nextAt: now + forMs }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Delivery>();
    return taken ?? undefined;
  }

  /** The deliveries of a connector, the newest first. */
  of(applicationId: string, connector: ConnectorName, most: number): Promise<Delivery[]> {
    return this.models.deliveries
      .find({ applicationId, connector })
      .sort({ place: -1 })
      .limit(most)
      .lean<Delivery[]>()
      .exec();
  }
}
