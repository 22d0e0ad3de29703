import { Arg, Args, type ClassType, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { ResourceType } from '../../domain/chatbot/resource/resource-types';
import type { Resource } from '../../domain/chatbot/resource/resource-record';
import type {
  ResourceResult,
  ResourceWritingService,
} from '../../services/applications/resource-writing.service';
import { Failure } from '../../shared/failure';
import { done, ItemResult, refusedItem } from '../payloads/item-result';
import type { Context } from '../context';
import { resourceKeyOf } from '../node/global-id';
import { type ResourceOperations, fieldsIn, resourceInputOf, labelOf, withArticle } from './resource-input';
import { ownerArgsOf, ownerKey, type OwnerNames } from './resource.resolver';
import { lowerFirst } from '../../shared/text';

/** The resolver that creates and deletes many resources of one type at once. */
export function resourceBulkResolver(
  type: ResourceType,
  { createMany = '', deleteMany = '' }: ResourceOperations,
): ClassType {
  const Input = resourceInputOf(type);
  const Result = itemResultType(type);
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
      const request = {
        owner: ownerKey(type, owner, context),
        inputs: inputs.map((input) => fieldsIn(type.domainClass, input)),
      };
      return (await this.service.createMany(context.viewer, type, request)).map(shownOf('inputs'));
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

/**
 * The key in a global identifier, or the failure that becomes the result of its item. The other items are processed.
 */
function keyOrFailure(id: string, { name }: ResourceType): string | Failure {
  try {
    return resourceKeyOf(id, name);
  } catch (error) {
    // The path of the error names the item.
    if (error instanceof Failure) return new Failure(error.reason, error.message);
    throw error;
  }
}

function itemResultType(type: ResourceType): ClassType {
  const objectType = type.domainClass as ClassType;

  @ObjectType(`${type.name}Result`, {
    description: `Result for one ${labelOf(type.name)} of a bulk write.`,
    simpleResolvers: true,
  })
  class Result extends ItemResult {
    @Field(() => objectType, {
      name: lowerFirst(type.name),
      simple: false,
      nullable: true,
      description: `The created or deleted ${labelOf(type.name)}. Null if it was refused.`,
    })
    object!: Resource | null;
  }
  return Result;
}

function shownOf(argument: string) {
  return (result: ResourceResult, index: number) => {
    if ('object' in result) return { object: result.object, ...done(index) };
    return { object: null, ...refusedItem(argument, index, result.failure) };
  };
}
