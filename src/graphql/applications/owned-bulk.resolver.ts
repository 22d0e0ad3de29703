import { Arg, type ClassType, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedObject } from '../../domain/chatbot/owned/owned-record';
import type { OwnedResult, OwnedWritingService } from '../../services/applications/owned-writing.service';
import { Failure } from '../../shared/failure';
import type { Context } from '../context';
import { ownedKeyOf } from '../node/global-id';
import { type OwnedOperations, givenIn, inputOf, labelOf, withArticle } from './owned-input';
import { ownerArgumentOf, ownerKey } from './owned.resolver';

/** Writing many objects of one kind at once. */
export function ownedBulkResolver(
  kind: OwnedKind,
  { createMany = '', deleteMany = '' }: OwnedOperations,
): ClassType {
  const Input = inputOf(kind.type);
  const Result = resultOf(kind);

  @Resolver()
  class OwnedBulkResolver {
    constructor(private readonly service: OwnedWritingService) {}

    @Mutation(() => [Result], {
      name: createMany,
      description: `Creates up to 1,000 ${kind.list} of ${withArticle(kind.owner)}. The server stores all valid inputs in one transaction; each input has a result.`,
    })
    async createMany(
      @(ownerArgumentOf(kind)()) ownerId: string,
      @Arg('inputs', () => [Input], { description: `The ${kind.list} to create.` }) inputs: readonly object[],
      @Ctx() context: Context,
    ) {
      const owner = ownerKey(kind, ownerId, context);
      const given = { owner, inputs: inputs.map(givenIn) };
      return (await this.service.createMany(context.viewer, kind, given)).map(shown);
    }

    @Mutation(() => [Result], {
      name: deleteMany,
      description: `Deletes up to 1,000 ${kind.list}. The server deletes those of the same ${labelOf(kind.owner)} in one transaction; each identifier has a result.`,
    })
    async deleteMany(
      @Arg('ids', () => [ID], { description: 'Global identifiers (`id`) of the objects.' })
      ids: readonly string[],
      @Ctx() { viewer }: Context,
    ) {
      const keys = ids.map((id) => keyOrNone(id, kind));
      return (await this.service.removeMany(viewer, kind, keys)).map(shown);
    }
  }
  return OwnedBulkResolver;
}

/** One identifier that says nothing is no reason to leave the others alone: its result tells. */
function keyOrNone(id: string, { name }: OwnedKind): string {
  try {
    return ownedKeyOf(id, name);
  } catch (error) {
    if (error instanceof Failure) return '';
    throw error;
  }
}

function resultOf(kind: OwnedKind): ClassType {
  const type = kind.type as ClassType;

  @ObjectType(`${kind.name}Result`, {
    description: 'Result for one object of a bulk operation: the object, or the reason why it failed.',
    simpleResolvers: true,
  })
  class Result {
    @Field(() => type, { nullable: true, description: 'The created or deleted object. Null on failure.' })
    item!: OwnedObject | null;

    @Field(() => String, {
      nullable: true,
      description: 'Error code, as in `extensions.code`. Null on success.',
    })
    code!: string | null;

    @Field(() => String, { nullable: true, description: 'Error message. Null on success.' })
    problem!: string | null;
  }
  return Result;
}

function shown(result: OwnedResult) {
  if ('object' in result) return { item: result.object, code: null, problem: null };
  return { item: null, code: result.failure.reason, problem: result.failure.message };
}
