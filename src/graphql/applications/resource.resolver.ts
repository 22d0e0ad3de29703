import {
  Arg,
  Args,
  ArgsType,
  type ClassType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Mutation,
  Query,
  Resolver,
  Root,
} from 'type-graphql';
import { type ResourceType, resourceTypesIn } from '../../domain/chatbot/resource/resource-types';
import { type Resource, applicationOf, redacted } from '../../domain/chatbot/resource/resource-record';
import { DateTime, timeIn } from '../fields/date-time';
import { listRequestFor } from '../../services/applications/resource-list.service';
import type { ResourceWritingService } from '../../services/applications/resource-writing.service';
import { requestedApplication } from '../../services/applications/tenant-scope';
import { type Context, viewerWithAccount, seesSecrets } from '../context';
import { globalId, resourceKeyOf } from '../node/global-id';
import { owningApplication } from '../node/named-objects';
import {
  operationsOn,
  ownerArgumentName,
  fieldsIn,
  resourceInputOf,
  labelOf,
  redactedArgument,
  withArticle,
} from './resource-input';
import { Conversation } from '../../domain/chatbot/conversation';

const idArgument = () =>
  Arg('id', () => ID, { description: 'Global identifier (`id`) of the object.' }) as ParameterDecorator;

const lastUpdateArgument = () =>
  Arg('lastUpdate', () => String, {
    nullable: true,
    description:
      'The `lastUpdate` that the caller has seen. If the object has changed since, the server writes nothing and answers `REVISION_MISMATCH`. By default, any version is accepted.',
  }) as ParameterDecorator;

/** The resolver that reads and writes single resources of one type. */
export function resourceResolver(type: ResourceType): ClassType {
  const [objectType, Input] = [type.domainClass as ClassType, resourceInputOf(type)];
  const [names, OwnerArgs] = [operationsOn(type), ownerArgsOf(type)];
  const valuesOf = (input: object) => fieldsIn(type.domainClass, input);
  const inputArgument = () =>
    Arg('input', () => Input, { description: `Values of the ${labelOf(type.name)}.` }) as ParameterDecorator;

  @Resolver(() => objectType)
  class ResourceResolver {
    constructor(private readonly service: ResourceWritingService) {}

    @Query(() => objectType, { name: names.read, nullable: true, description: reading(type) })
    read(@idArgument() id: string, @Ctx() { resources }: Context) {
      return resources.load(listRequestFor(type.name, resourceKeyOf(id, type.name)));
    }

    @Mutation(() => objectType, {
      name: names.create,
      description: `Creates ${withArticle(type.name)} and appends it to its ${labelOf(type.owner)}.`,
    })
    create(
      @Args(() => OwnerArgs) owner: OwnerNames,
      @inputArgument() input: object,
      @Ctx() context: Context,
    ) {
      const creation = { owner: ownerKey(type, owner, context), input: valuesOf(input) };
      return this.service.create(context.viewer, type, creation);
    }

    @Mutation(() => objectType, {
      name: names.update,
      description: `Updates ${withArticle(type.name)}. Omitted fields keep their value.`,
    })
    update(
      @idArgument() id: string,
      @inputArgument() input: object,
      @lastUpdateArgument() lastUpdate: string | null | undefined,
      @Ctx() { viewer }: Context,
    ) {
      const [key, expectedUpdate] = [resourceKeyOf(id, type.name), lastUpdate ?? undefined];
      return this.service.update(viewer, type, { key, input: valuesOf(input), expectedUpdate });
    }

    @Mutation(() => objectType, { name: names.delete, description: deletion(type) })
    delete(@idArgument() id: string, @Ctx() { viewer }: Context) {
      return this.service.remove(viewer, type, resourceKeyOf(id, type.name));
    }
  }
  return ResourceResolver;
}

/** The resolver of the computed fields that every resource type has. */
export function resourceFieldsResolver(type: ResourceType): ClassType {
  @Resolver(() => type.domainClass as ClassType)
  class ResourceFieldsResolver {
    @FieldResolver(() => ID, { description: 'Global identifier of the object. Pass it to `node`.' })
    id(@Root() { key }: Resource): string {
      return globalId(type.name, key);
    }

    @FieldResolver(() => DateTime, {
      nullable: true,
      description:
        'When the object last changed. Null if an import gave a time that cannot be read; `lastUpdate` is the text as written.',
    })
    updatedAt(@Root() { lastUpdate }: Dated): Date | null {
      return timeIn(lastUpdate);
    }
  }
  return ResourceFieldsResolver;
}

function reading({ name }: ResourceType): string {
  return `One ${labelOf(name)}. Null if it does not exist or the caller may not see it.`;
}

function deletion({ name }: ResourceType): string {
  const deleted = `Deletes ${withArticle(name)}`;
  return resourceTypesIn(name).length === 0
    ? `${deleted} and returns it.`
    : `${deleted} with everything in its lists, and returns it.`;
}

/** Names of the owner of a new object, by argument name. */
export type OwnerNames = Readonly<Record<string, string | null | undefined>>;

/**
 * The arguments that name the owner of a new object. It defaults to the calling application for types that applications
 * own.
 */
export function ownerArgsOf(type: ResourceType): ClassType<OwnerNames> {
  const isApplication = type.owner === 'Application';

  @ArgsType()
  class OwnerArgs {}

  Field(() => ID, {
    nullable: isApplication,
    description: `Global identifier (\`id\`) of the ${labelOf(type.owner)} to which it belongs.`,
  })(OwnerArgs.prototype, ownerArgumentName(type));
  if (isApplication)
    Field(() => ID, {
      nullable: true,
      description:
        '`publicId` of the application. Replaces `applicationId`. Defaults to the calling application.',
    })(OwnerArgs.prototype, 'application');
  return OwnerArgs as ClassType<OwnerNames>;
}

/** The key of the object that `ownerArgsOf` names. */
export function ownerKey(type: ResourceType, names: OwnerNames, context: Context): string {
  if (type.owner !== 'Application') return resourceKeyOf(names[ownerArgumentName(type)] ?? '', type.owner);
  const { applicationId, application } = names;
  return requestedApplication(viewerWithAccount(context), owningApplication(applicationId, application));
}

interface Dated {
  readonly lastUpdate: string | null;
}

interface ConversationTimes {
  readonly start: string | null;
  readonly end: string | null;
}

@Resolver(() => Conversation)
export class ConversationFieldsResolver {
  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When the conversation began. Null if `start` is not a time that can be read.',
  })
  startedAt(@Root() { start }: ConversationTimes): Date | null {
    return timeIn(start);
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'When the conversation ended. Null if `end` is not a time that can be read.',
  })
  endedAt(@Root() { end }: ConversationTimes): Date | null {
    return timeIn(end);
  }

  @FieldResolver()
  appToken(
    @Root() { key, appToken }: Resource & { appToken: string | null },
    @redactedArgument() isRedacted: boolean,
    @Ctx() context: Context,
  ) {
    return seesSecrets(context, applicationOf(key)) && !isRedacted ? appToken : redacted(appToken);
  }
}
