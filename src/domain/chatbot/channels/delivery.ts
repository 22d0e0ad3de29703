import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { ConnectorName } from '../connectors';
import type { ResourceKey } from '../resource/resource-record';

/** State of a message from a channel and of its answer. */
export enum DeliveryState {
  REFUSED = 'refused',
  SILENT = 'silent',
  WAITING = 'waiting',
  DELIVERED = 'delivered',
  FAILED = 'failed',
}

registerEnumType(DeliveryState, {
  name: 'DeliveryState',
  description: 'State of a message from a channel and of its answer.',
  valuesConfig: {
    REFUSED: { description: 'The server could not process the message; the channel sends it again.' },
    SILENT: { description: 'The bot had no answer.' },
    WAITING: { description: 'The answer has not been delivered yet.' },
    DELIVERED: { description: 'The channel has accepted the answer.' },
    FAILED: { description: 'The channel refused the answer, or the last attempt failed.' },
  },
});

/** A message of a channel and the delivery of its answer. */
@ObjectType('Delivery', {
  description: 'A message from a channel, and the delivery of its answer.',
  simpleResolvers: true,
})
export class DeliveryView {
  @Field(() => ID, {
    description:
      'Public identifier of the delivery. The `http` channel receives it as `webhook-id`, the same for each attempt.',
  })
  publicId!: string;

  @Field(() => String, { description: 'Identifier of the message on its channel.' })
  messageId!: string;

  @Field(() => DeliveryState, { description: 'State of the message and its answer.' })
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

  @Field(() => Date, { description: 'When the server received the message.' })
  createdAt!: Date;

  @Field(() => Date, {
    nullable: true,
    description: 'When the server next tries to deliver the answer. Null if it does not.',
  })
  nextAttemptAt!: Date | null;
}

/** A stored delivery. */
export interface Delivery {
  /** Digest of the application, the connector and the message. */
  readonly _id: string;
  readonly applicationId: string;
  readonly connector: ConnectorName;
  readonly messageId: string;
  /** Sort key of the deliveries of a connector. */
  readonly place: string;
  readonly to: string;
  readonly conversation: number;
  readonly reply: string | null;
  readonly state: DeliveryState;
  /** Set in the transaction that stores the turn. Before that, there is no answer to deliver. */
  readonly isWritten: boolean;
  readonly attempts: number;
  readonly status: number | null;
  readonly problem: string | null;
  /** Time from which a process may claim the delivery, in milliseconds since 1970. A process that claims it sets a later time. */
  readonly nextAt: number;
  readonly owner: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** A person on a channel. Each has one conversation, and the server processes one of their messages at a time. */
export interface Sender {
  /** Digest of the application, the connector and the person. */
  readonly _id: string;
  readonly applicationId: string;
  readonly conversation: ResourceKey | null;
  readonly owner: string;
  readonly until: number;
  readonly expiresAt: Date;
}
