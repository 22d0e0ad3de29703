import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  ID,
  InputType,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { Application, type ApplicationRecord } from '../../domain/chatbot/application';
import type { WebhookRequest } from '../../domain/chatbot/channels/channel-messages';
import { DeliveryView } from '../../domain/chatbot/channels/delivery';
import { type ConnectorName, ConnectorNames } from '../../domain/chatbot/connectors';
import type { ReceiptCounts, WebhookService } from '../../services/webhooks/webhook.service';
import { COST, COST_OF_INNER_LIST } from '../../shared/extensions';
import { DEFAULT_PAGE_SIZE } from '../../shared/paging';
import type { Context } from '../context';
import { applicationNamed } from '../node/named-objects';

@InputType({ description: 'A request of a channel, as it was sent.' })
class ReceiveMessagesInput implements WebhookRequest {
  @Field(() => String, { description: 'The body: the JSON text that was signed.' })
  body!: string;

  @Field(() => String, { nullable: true, description: 'The header `webhook-id`.' })
  id?: string | null;

  @Field(() => String, { nullable: true, description: 'The header `webhook-timestamp`.' })
  timestamp?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The header `webhook-signature`, that of WhatsApp (`X-Hub-Signature-256`), or the secret token of Telegram.',
  })
  signature?: string | null;
}

@InputType({ description: 'Parameters with which WhatsApp verifies a webhook.' })
class WebhookChallengeInput {
  @Field(() => String, { description: 'The parameter `hub.verify_token`.' })
  token!: string;

  @Field(() => String, { description: 'The parameter `hub.challenge`.' })
  challenge!: string;
}

@ObjectType('ReceivedMessages', {
  description: 'Messages in a request of a channel.',
  simpleResolvers: true,
})
class ReceivedMessagesView implements ReceiptCounts {
  @Field(() => Int, { description: 'Number of messages that were answered now.' })
  accepted!: number;

  @Field(() => Int, { description: 'Number of messages that were received and answered before.' })
  duplicates!: number;
}

/** Names a webhook: the connector of an application. */
@ArgsType()
class WebhookNameArgs {
  @Field(() => ID, { nullable: true, description: 'Global identifier (`id`) of the application.' })
  id?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Public identifier (`publicId`) of the application. Replaces `id`.',
  })
  publicId?: string | null;

  @Field(() => ConnectorNames, { description: 'The connector that has the webhook.' })
  connector!: ConnectorName;
}

function webhookNamed(names: WebhookNameArgs) {
  return { publicId: applicationNamed(names), connector: names.connector };
}

/** Resolves webhooks, through which channels deliver messages. */
@Resolver()
export class WebhookResolver {
  constructor(private readonly webhooks: WebhookService) {}

  @Mutation(() => ReceivedMessagesView, {
    description:
      'Receives the messages of a channel: each is a turn in the conversation of its sender, and the server delivers the answer to the channel. Requires the signature of the channel instead of a token.',
  })
  receiveMessages(
    @Args(() => WebhookNameArgs) names: WebhookNameArgs,
    @Arg('input', () => ReceiveMessagesInput, { description: 'The request of the channel.' })
    input: ReceiveMessagesInput,
    @Ctx() { address }: Context,
  ): Promise<ReceiptCounts> {
    return this.webhooks.receive(webhookNamed(names), input, address);
  }

  @Query(() => String, {
    description:
      'Confirms a webhook to WhatsApp: returns the challenge if the verify token is that of the connector.',
  })
  webhookChallenge(
    @Args(() => WebhookNameArgs) names: WebhookNameArgs,
    @Arg('input', () => WebhookChallengeInput, { description: 'Parameters of the request from WhatsApp.' })
    { token, challenge }: WebhookChallengeInput,
  ): Promise<string> {
    return this.webhooks.confirm(webhookNamed(names), { token, challenge });
  }
}

@Resolver(() => Application)
export class ApplicationDeliveriesResolver {
  constructor(private readonly webhooks: WebhookService) {}

  @FieldResolver(() => [DeliveryView], {
    description:
      'Messages that a connector received in the past three days, with the delivery of their answers, newest first.',
  })
  @Extensions({ [COST]: COST_OF_INNER_LIST })
  deliveries(
    @Root() { publicId }: ApplicationRecord,
    @Arg('connector', () => ConnectorNames, { description: 'The connector that has the webhook.' })
    connector: ConnectorName,
    @Arg('first', () => Int, {
      nullable: true,
      defaultValue: DEFAULT_PAGE_SIZE,
      description: 'Maximum number of deliveries, at most 100.',
    })
    first: number | null,
  ): Promise<readonly DeliveryView[]> {
    return this.webhooks.deliveriesOf({ publicId, connector }, first ?? DEFAULT_PAGE_SIZE);
  }
}
