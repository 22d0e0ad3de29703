import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Conversation } from '../../domain/chatbot/conversation';
import { applicationOf } from '../../domain/chatbot/owned/owned-key';
import type { OwnedObject } from '../../domain/chatbot/owned/owned-record';
import { redacted } from '../../domain/chatbot/owned/redacted';
import { type Context, seesSecrets } from '../context';

@Resolver(() => Conversation)
export class ConversationSecretsResolver {
  @FieldResolver()
  appToken(@Root() { key, appToken }: OwnedObject & { appToken: string | null }, @Ctx() context: Context) {
    return seesSecrets(context, applicationOf(key)) ? appToken : redacted(appToken);
  }
}
