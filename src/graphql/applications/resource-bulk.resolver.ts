import { Arg, Args, type ClassType, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { ResourceType } from '../../domain/chatbot/resource/resource-types';
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import type {
  ResourceResult,
  ResourceWritingService,
} from '../../services/applications/resource-writing.service';
import { Failure, type FailureReason } from '../../shared/failure';
import { ErrorCode } from '../payloads/error-code';
import { itemErrors, type UserError, userErrorsOfItem } from '../payloads/user-errors';
import type { Context } from '../context';
import { resourceKeyOf } from '../node/global-id';
import { type ResourceOperations, givenIn, inputOf, labelOf, withArticle } from './resource-input';
import { ownerArgsOf, ownerKey, type OwnerNames } from './resource.resolver';

/** Writing many objects of one kind at once. */
export function resourceBulkResolver(
  type: ResourceType,
  { createMany = '', deleteMany = '' }: ResourceOperations,
): ClassType {
  const Input = inputOf(type.domainClass);
  const Result = resultOf(type);
  const OwnerArgs = ownerArgsOf(type);

  @Resolver()
  class ResourceBulkResolver {
    constructor(private readonly service: ResourceWritingService) {}

    @Mutation(() => [Result], {
      name: createMany,
      description: `Creates up to 1,000 ${type.list} of ${withArticle(type.owner)}. The server stores all valid inputs in one transaction; each input has a result.`,
    })
    async createMany(
      @Args(() => OwnerArgs) owner: OwnerNames,
      @Arg('inputs', () => [Input], { description: `The ${type.list} to create.` }) inputs: readonly object[],
      @Ctx() context: Context,
    ) {
      const given = {
        owner: ownerKey(type, owner, context),
        inputs: inputs.map((input) => givenIn(type.domainClass, input)),
      };
      return (await this.service.createMany(context.viewer, type, given)).map(shownOf('inputs'));
    }

    @Mutation(() => [Result], {
      name: deleteMany,
      description: `Deletes up to 1,000 ${type.list}. The server deletes those of the same ${labelOf(type.owner)} in one transaction; each identifier has a result.`,
    })
    async deleteMany(
      @Arg('ids', () => [ID], { description: 'Global identifiers (`id`) of the objects.' })
      ids: readonly string[],
      @Ctx() { viewer }: Context,
    ) {
      const keys = ids.map((id) => keyOrFailure(id, type));
      return (await this.service.removeMany(viewer, type, keys)).map(shownOf('ids'));
    }
  }
  return ResourceBulkResolver;
}

/** One identifier that says nothing is no reason to leave the others alone: its result tells. */
function keyOrFailure(id: string, { name }: ResourceType): string | Failure {
  try {
    return resourceKeyOf(id, name);
  } catch (error) {
    // The path names the item.
    if (error instanceof Failure) return new Failure(error.reason, error.message);
    throw error;
  }
}

function resultOf(type: ResourceType): ClassType {
  const objectType = type.domainClass as ClassType;

  @ObjectType(`${type.name}Result`, {
    description: 'Result for one object of a bulk operation: the object, or the reason why it failed.',
    simpleResolvers: true,
  })
  class Result {
    @Field(() => objectType, {
      nullable: true,
      description: 'The created or deleted object. Null on failure.',
    })
    item!: Resource | null;

    @Field(() => ErrorCode, {
      nullable: true,
      description: 'Error code, as in `extensions.code`. Null on success.',
    })
    code!: FailureReason | null;

    @Field(() => String, { nullable: true, description: 'Error message. Null on success.' })
    problem!: string | null;

    @itemErrors()
    userErrors!: UserError[];
  }
  return Result;
}

function shownOf(argument: string) {
  return (result: ResourceResult, index: number) => {
    if ('object' in result) return { item: result.object, code: null, problem: null, userErrors: [] };
    const { failure } = result;
    const userErrors = userErrorsOfItem(argument, index, failure);
    return { item: null, code: failure.reason, problem: failure.message, userErrors };
  };
}
