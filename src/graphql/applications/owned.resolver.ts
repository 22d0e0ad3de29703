import { Arg, type ClassType, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type OwnedKind, kindsIn } from '../../domain/chatbot/owned/owned-kinds';
import { type OwnedObject, applicationOf, redacted } from '../../domain/chatbot/owned/owned-record';
import { listRequestFor } from '../../services/applications/owned-list.service';
import type { OwnedWritingService } from '../../services/applications/owned-writing.service';
import { applicationMeant } from '../../services/applications/tenant-scope';
import { type Context, viewerWithAccount, seesSecrets } from '../context';
import { globalId, ownedKeyOf } from '../node/global-id';
import {
  operationsOn,
  ownerArgumentName,
  givenIn,
  inputOf,
  labelOf,
  redactedArgument,
  withArticle,
} from './owned-input';
import { Conversation } from '../../domain/chatbot/conversation';

const idArgument = () =>
  Arg('id', () => ID, { description: 'Global identifier (`id`) of the object.' }) as ParameterDecorator;

/** Reading and writing single objects of one kind. */
export function ownedResolver(kind: OwnedKind): ClassType {
  const type = kind.type as ClassType;
  const Input = inputOf(kind.type);
  const names = operationsOn(kind);
  const ownerArgument = ownerArgumentOf(kind);
  const inputArgument = () =>
    Arg('input', () => Input, { description: `Values of the ${labelOf(kind.name)}.` }) as ParameterDecorator;

  @Resolver(() => type)
  class OwnedResolver {
    constructor(private readonly service: OwnedWritingService) {}

    @Query(() => type, {
      name: names.read,
      nullable: true,
      description: `One ${labelOf(kind.name)}. Null if it does not exist or the caller may not see it.`,
    })
    read(@idArgument() id: string, @Ctx() { owned }: Context) {
      return owned.load(listRequestFor(kind.name, ownedKeyOf(id, kind.name)));
    }

    @Mutation(() => type, {
      name: names.create,
      description: `Creates ${withArticle(kind.name)} and appends it to its ${labelOf(kind.owner)}.`,
    })
    create(@ownerArgument() ownerId: string | null, @inputArgument() input: object, @Ctx() context: Context) {
      const owner = ownerKey(kind, ownerId, context);
      return this.service.create(context.viewer, kind, { owner, input: givenIn(input) });
    }

    @Mutation(() => type, {
      name: names.update,
      description: `Updates ${withArticle(kind.name)}. Omitted fields keep their value.`,
    })
    update(@idArgument() id: string, @inputArgument() input: object, @Ctx() { viewer }: Context) {
      const key = ownedKeyOf(id, kind.name);
      return this.service.update(viewer, kind, { key, input: givenIn(input) });
    }

    @Mutation(() => type, { name: names.delete, description: deletion(kind) })
    delete(@idArgument() id: string, @Ctx() { viewer }: Context) {
      return this.service.remove(viewer, kind, ownedKeyOf(id, kind.name));
    }

    @FieldResolver(() => ID, { description: 'Global identifier of the object. Pass it to `node`.' })
    id(@Root() { key }: OwnedObject): string {
      return globalId(kind.name, key);
    }
  }
  return OwnedResolver;
}

function deletion({ name }: OwnedKind): string {
  const deleted = `Deletes ${withArticle(name)}`;
  return kindsIn(name).length === 0
    ? `${deleted} and returns it.`
    : `${deleted} with everything in its lists, and returns it.`;
}

/** The argument that says where a new object goes. Applications may leave it out where they themselves are meant. */
export function ownerArgumentOf(kind: OwnedKind): () => ParameterDecorator {
  const isApplication = kind.owner === 'Application';
  const description = isApplication
    ? '`publicId` of the application. Defaults to the calling application.'
    : `Global identifier (\`id\`) of the ${labelOf(kind.owner)} to which it belongs.`;
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
