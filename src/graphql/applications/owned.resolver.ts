import { Arg, type ClassType, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import { type OwnedObject, applicationOf, redacted } from '../../domain/chatbot/owned/owned-record';
import { wishFor } from '../../services/applications/owned-list.service';
import type { OwnedWritingService } from '../../services/applications/owned-writing.service';
import { applicationMeant } from '../../services/applications/reach';
import { type Context, viewerWithAccount, seesSecrets } from '../context';
import { globalId, ownedKeyOf } from '../node/global-id';
import { operationsOn, ownerArgumentName, givenIn, inputOf, redactedArgument } from './owned-input';
import { Conversation } from '../../domain/chatbot/conversation';

const idArgument = () => Arg('id', () => ID, { description: '`id` of the object.' }) as ParameterDecorator;

/** Reading and writing single objects of one kind. */
export function ownedResolver(kind: OwnedKind): ClassType {
  const type = kind.type as ClassType;
  const Input = inputOf(kind.type);
  const names = operationsOn(kind);
  const ownerArgument = ownerArgumentOf(kind);
  const inputArgument = () =>
    Arg('input', () => Input, { description: 'What it says.' }) as ParameterDecorator;

  @Resolver(() => type)
  class OwnedResolver {
    constructor(private readonly service: OwnedWritingService) {}

    @Query(() => type, {
      name: names.read,
      nullable: true,
      description: `One ${kind.name}; null where there is none for the account that asks.`,
    })
    read(@idArgument() id: string, @Ctx() { owned }: Context) {
      return owned.load(wishFor(kind.name, ownedKeyOf(id, kind.name)));
    }

    @Mutation(() => type, {
      name: names.create,
      description: `Makes a ${kind.name}, at the end of its list.`,
    })
    create(@ownerArgument() ownerId: string | null, @inputArgument() input: object, @Ctx() context: Context) {
      const owner = ownerKey(kind, ownerId, context);
      return this.service.create(context.viewer, kind, { owner, input: givenIn(input) });
    }

    @Mutation(() => type, { name: names.update, description: `Changes a ${kind.name}.` })
    update(@idArgument() id: string, @inputArgument() input: object, @Ctx() { viewer }: Context) {
      const key = ownedKeyOf(id, kind.name);
      return this.service.update(viewer, kind, { key, input: givenIn(input) });
    }

    @Mutation(() => type, {
      name: names.delete,
      description: `Removes a ${kind.name} with all that hangs on it, and returns what it was.`,
    })
    delete(@idArgument() id: string, @Ctx() { viewer }: Context) {
      return this.service.remove(viewer, kind, ownedKeyOf(id, kind.name));
    }

    @FieldResolver(() => ID, { description: 'Identifier of the object among all objects.' })
    id(@Root() { key }: OwnedObject): string {
      return globalId(kind.name, key);
    }
  }
  return OwnedResolver;
}

/** The argument that says where a new object goes. Applications may leave it out where they themselves are meant. */
export function ownerArgumentOf(kind: OwnedKind): () => ParameterDecorator {
  const isApplication = kind.owner === 'Application';
  const description = isApplication
    ? '`publicId` of the application; the one that asks when nothing is said.'
    : `\`id\` of the ${kind.owner.toLowerCase()} to which it belongs.`;
  return () =>
    Arg(ownerArgumentName(kind), () => ID, { nullable: isApplication, description }) as ParameterDecorator;
}

/** The key of the object that `ownerArgumentOf` names. */
export function ownerKey(kind: OwnedKind, given: string | null, context: Context): string {
  if (kind.owner === 'Application') return applicationMeant(viewerWithAccount(context), given ?? undefined);
  return ownedKeyOf(given ?? '', kind.owner);
}

@Resolver(() => Conversation)
export class ConversationSecretsResolver {
  @FieldResolver()
  appToken(
    @Root() { key, appToken }: OwnedObject & { appToken: string | null },
    @redactedArgument() isRedacted: boolean,
    @Ctx() context: Context,
  ) {
    return seesSecrets(context, applicationOf(key)) && !isRedacted ? appToken : redacted(appToken);
  }
}
