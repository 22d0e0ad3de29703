import { trusted } from 'mongoose';
import { type Delivery, DeliveryState, type Sender } from '../../domain/chatbot/channels/delivery';
import type { ConnectorName } from '../../domain/chatbot/connectors';
import type { ResourceKey } from '../../domain/chatbot/resource/resource-record';
import { isDuplicateKey } from '../mongo/database-error';
import type { Models } from '../models';

/** Time for which deliveries and inactive senders are stored, in milliseconds. */
const DELIVERIES_STORED_MS = 3 * 24 * 3600 * 1000;
const SENDERS_STORED_MS = 90 * 24 * 3600 * 1000;

/**
 * Maximum time for which an undelivered answer delays later ones to the same person, from the arrival of its message, and the polling interval of delayed
 * answers, in milliseconds.
 */
const MAX_DELAY_MS = 10 * 60_000;
const DELAY_POLL_MS = 1000;

/**
 * Times further ahead are of a clock that was wrong, and count as past, in milliseconds. The longest wait between two attempts is 72 minutes.
 */
const MAX_AHEAD_MS = 2 * 3600 * 1000;

/** Maximum number of deliveries that one command removes. */
const MAX_REMOVED_DELIVERIES = 1_000;

/** The fields of a new delivery. */
export type NewDelivery = Pick<
  Delivery,
  '_id' | 'applicationId' | 'connector' | 'messageId' | 'place' | 'to' | 'owner'
>;

/** Messages of channels, and the answers that are being delivered. */
export class DeliveryRepository {
  constructor(private readonly models: Pick<Models, 'deliveries' | 'senders'>) {}

  /** Locks a sender for a time; `undefined` while another process has the lock. */
  async lockSender(
    { _id, applicationId, owner }: Pick<Sender, '_id' | 'applicationId' | 'owner'>,
    forMs: number,
  ): Promise<Sender | undefined> {
    const now = Date.now();
    const expiresAt = new Date(now + SENDERS_STORED_MS);
    try {
      return await this.models.senders
        .findOneAndUpdate(
          { _id, ...pastOf('until', now) },
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

  /** Releases the lock of a sender. */
  async releaseSender({ _id, owner }: Pick<Sender, '_id' | 'owner'>): Promise<void> {
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
      expiresAt: new Date(now.getTime() + DELIVERIES_STORED_MS),
    };
    try {
      await this.models.deliveries.insertMany([record], { lean: true });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    // A delivery that was begun but not written is begun again.
    const again = await this.models.deliveries.replaceOne({ _id: start._id, isWritten: false }, record);
    return again.matchedCount === 1;
  }

  /** Changes a delivery if its lock is still held by the given owner; `false` otherwise. */
  async change({ _id, owner }: Pick<Delivery, '_id' | 'owner'>, change: Partial<Delivery>): Promise<boolean> {
    const changed = await this.models.deliveries.updateOne({ _id, owner }, { $set: change });
    return changed.matchedCount === 1;
  }

  /** Whether at least `limit` answers of an application wait to be delivered. */
  async areWaiting(applicationId: string, limit: number): Promise<boolean> {
    const waiting = { applicationId, state: DeliveryState.WAITING, isWritten: true };
    return (await this.models.deliveries.countDocuments(waiting).limit(limit)) >= limit;
  }

  /** Removes the oldest completed deliveries of a connector beyond a number, at most a thousand at a time. */
  async trim(applicationId: string, connector: ConnectorName, maxDeliveries: number): Promise<void> {
    const { deliveries } = this.models;
    const old = await deliveries
      .find({ applicationId, connector }, { _id: 1 })
      .sort({ place: -1 })
      .skip(maxDeliveries)
      .limit(MAX_REMOVED_DELIVERIES)
      .lean<Pick<Delivery, '_id'>[]>();
    if (old.length === 0) return;
    const _id = trusted({ $in: old.map((delivery) => delivery._id) });
    await deliveries.deleteMany({ _id, state: trusted({ $ne: DeliveryState.WAITING }) });
  }

  /** Answers that are due, those that wait longest first, without those of some applications. */
  due(limit: number, without: readonly string[]): Promise<Pick<Delivery, '_id' | 'applicationId'>[]> {
    return this.models.deliveries
      .find(
        {
          state: DeliveryState.WAITING,
          ...pastOf('nextAt', Date.now()),
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

  /**
   * Locks an answer for a time.
   *
   * @returns `undefined` when another process has it, 'held' when an earlier answer to the same person goes first
   */
  async take(_id: string, owner: string, forMs: number): Promise<Delivery | 'held' | undefined> {
    if (await this.delayBehindEarlier(_id)) return 'held';
    const now = Date.now();
    const delivery = await this.models.deliveries
      .findOneAndUpdate(
        { _id, state: DeliveryState.WAITING, ...pastOf('nextAt', now), isWritten: true },
        { $set: { owner, nextAt: now + forMs }, $inc: { attempts: 1 } },
        { returnDocument: 'after' },
      )
      .lean<Delivery>();
    return delivery ?? undefined;
  }

  /**
   * Delays an answer while an earlier one to the same person is being delivered.
   *
   * @returns whether there is one
   */
  private async delayBehindEarlier(_id: string): Promise<boolean> {
    const delivery = await this.models.deliveries.findById(_id).lean<Delivery>();
    const before = delivery && (await this.before(delivery));
    if (!before) return false;
    const soonest = Math.max(before.nextAt, Date.now() + DELAY_POLL_MS);
    const nextAt = Math.min(soonest, before.createdAt.getTime() + MAX_DELAY_MS);
    const asItWas = { _id, state: DeliveryState.WAITING, nextAt: delivery.nextAt };
    const updated = await this.models.deliveries.updateOne(asItWas, { $set: { nextAt } });
    // The earlier answer may have arrived, and released the next one, before this one was delayed.
    if (updated.matchedCount === 0 || (await this.before(delivery))) return true;
    await this.models.deliveries.updateOne({ ...asItWas, nextAt }, { $set: { nextAt: delivery.nextAt } });
    return false;
  }

  private before({ applicationId, connector, to, place }: Delivery): Promise<Delivery | null> {
    return this.models.deliveries
      .findOne({
        ...waitingFor({ applicationId, connector, to }),
        place: trusted({ $lt: place }),
        createdAt: trusted({ $gt: new Date(Date.now() - MAX_DELAY_MS) }),
      })
      .sort({ place: 1 })
      .lean<Delivery>()
      .exec();
  }

  /** Releases the next answer to the same person, if no delivery of it was attempted yet. */
  async release({ applicationId, connector, to, place }: Delivery): Promise<void> {
    const next = { ...waitingFor({ applicationId, connector, to }), place: trusted({ $gt: place }) };
    const first = await this.models.deliveries
      .findOne({ ...next, attempts: 0 }, { _id: 1 })
      .sort({ place: 1 })
      .lean<Pick<Delivery, '_id'>>();
    if (!first) return;
    const untried = { _id: first._id, state: DeliveryState.WAITING, attempts: 0 };
    await this.models.deliveries.updateOne(untried, { $set: { nextAt: Date.now() } });
  }

  /** The deliveries of a connector, the newest first. */
  of(applicationId: string, connector: ConnectorName, limit: number): Promise<Delivery[]> {
    return this.models.deliveries
      .find({ applicationId, connector })
      .sort({ place: -1 })
      .limit(limit)
      .lean<Delivery[]>()
      .exec();
  }
}

/** The filter of objects with a time that is over. */
function pastOf(field: 'nextAt' | 'until', now: number) {
  return { $or: [{ [field]: trusted({ $lte: now }) }, { [field]: trusted({ $gt: now + MAX_AHEAD_MS }) }] };
}

/** The filter of the answers to a person that are being delivered. */
function waitingFor(to: Pick<Delivery, 'applicationId' | 'connector' | 'to'>) {
  return { ...to, state: DeliveryState.WAITING, isWritten: true };
}
