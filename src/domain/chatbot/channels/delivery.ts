import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ConnectorName } from '../connectors';
import type { ResourceKey } from '../resource/resource-record';

/** What has become of a message of a channel and the answer to it. */
export enum DeliveryState {
  REFUSED = 'refused',
  SILENT = 'silent',
  WAITING = 'waiting',
  DELIVERED = 'delivered',
  FAILED = 'failed',
}

registerEnumType(DeliveryState, {
  name: 'DeliveryState',
  description: 'What has become of a message of a channel and the answer to it.',
  valuesConfig: {
    REFUSED: { description: 'The message could not be taken; the channel sends it again.' },
    SILENT: { description: 'The bot had no text for it.' },
    WAITING: { description: 'The answer is on its way.' },
    DELIVERED: { description: 'The channel has accepted the answer.' },
    FAILED: { description: 'The channel has refused the answer, or it was tried too often.' },
  },
});

/** A message of a channel, with the answer to it. */
@ObjectType('Delivery', {
  description: 'A message that a channel has sent, and the way of the answer back to it.',
  simpleResolvers: true,
})
export class DeliveryView {
  @Field(() => ID, {
    description:
      'Identifier of the delivery. The channel `http` gets it as `webhook-id`, the same with each attempt.',
  })
  deliveryId!: string;

  @Field(() => String, { description: 'What names the message on its channel.' })
  messageId!: string;

  @Field(() => DeliveryState, { description: 'What has become of it.' })
  state!: DeliveryState;

  @Field(() => Int, { description: 'Number of attempts to deliver the answer.' })
  attempts!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'HTTP status of the last attempt. Null if there was no response.',
  })
  status!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed.' })
  problem!: string | null;

  @Field(() => Date, { description: 'When the message came.' })
  createdAt!: Date;

  @Field(() => Date, { nullable: true, description: 'When the answer is tried next. Null if it is not.' })
  nextAttemptAt!: Date | null;
}

/** A delivery as it is stored. */
export interface Delivery {
  /** Digest of the application, the connector and the message. */
  readonly _id: string;
  readonly applicationId: string;
  readonly connector: ConnectorName;
  readonly messageId: string;
  /** Orders the deliveries of a connector. */
  readonly place: string;
  readonly to: string;
  readonly conversation: number;
  readonly reply: string | null;
  readonly state: DeliveryState;
  /** Set in the transaction that stores the turn. Before that, there is nothing to deliver. */
  readonly isWritten: boolean;
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
  /** When it may be taken, in milliseconds since 1970. Whoever takes it moves this on. */
  readonly nextAt: number;
  readonly owner: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A person on a channel, who has one conversation; one message of theirs is worked on at a time. */
export interface Sender {
  /** Digest of the application, the connector and the person. */
  readonly _id: string;
  readonly applicationId: string;
  readonly conversation: ResourceKey | null;
  readonly owner: string;
  readonly until: number;
  readonly expiresAt: Date;
}
