import { Arg, type ClassType, Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { OwnedKind } from '../../domain/chatbot/owned/owned-kinds';
import type { OwnedObject } from '../../domain/chatbot/owned/owned-record';
import type { OwnedResult, OwnedWritingService } from '../../services/applications/owned-writing.service';
import { Failure } from '../../shared/failure';
import type { Context } from '../context';
import { ownedKeyOf } from '../node/global-id';
import { type OwnedOperations, givenIn, inputOf } from './owned-input';
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
      description: `Makes up to 1,000 objects. Those that are in order are stored together, all or none; each has a result.`,
    })
    async createMany(
      @(ownerArgumentOf(kind)()) ownerId: string,
      @Arg('inputs', () => [Input], { description: 'What they say.' }) inputs: readonly object[],
      @Ctx() context: Context,
    ) {
      const owner = ownerKey(kind, ownerId, context);
      const given = { owner, inputs: inputs.map(givenIn) };
      return (await this.service.createMany(context.viewer, kind, given)).map(shown);
    }

    @Mutation(() => [Result], {
      name: deleteMany,
      description:
        'Removes up to 1,000 objects. Those of one list go together, all or none; each has a result.',
    })
    async deleteMany(
      @Arg('ids', () => [ID], { description: 'The `id`s of the objects.' }) ids: readonly string[],
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
    description: 'What became of one of several objects: the object, or why not.',
    simpleResolvers: true,
  })
  class Result {
    @Field(() => type, { nullable: true, description: 'The object that was made, or was removed.' })
    item!: OwnedObject | null;

    @Field(() => String, { nullable: true, description: 'Code of what went wrong, as in `extensions.code`.' })
    code!: string | null;

    @Field(() => String, { nullable: true, description: 'What went wrong.' })
    problem!: string | null;
  }
  return Result;
}

function shown(result: OwnedResult) {
  if ('object' in result) return { item: result.object, code: null, problem: null };
  return { item: null, code: result.failure.reason, problem: result.failure.message };
}
