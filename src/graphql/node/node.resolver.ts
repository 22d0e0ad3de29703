import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { Node } from '../../domain/values/node';
import { wishFor } from '../../services/applications/owned-list.service';
import { Failure } from '../../shared/failure';
import { articleProjection, ITSELF } from '../articles/article-projection';
import type { Context } from '../context';
import { type GlobalName, globalNameOf } from './global-id';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description: 'The object of an identifier; null where there is none that the caller may see.',
  })
  node(
    @Arg('id', () => ID, { description: 'The `id` of an object.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return load(id, context, info);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'The objects of identifiers, in their order; null where there is none. Equal identifiers are looked up once. What is no identifier is an error of its own.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: 'The `id`s of objects, at most 100.' }) ids: readonly string[],
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    if (ids.length > context.mostItems)
      throw new Failure('INVALID_INPUT', `ids must hold at most ${context.mostItems} identifiers`);
    const objects = new Map([...new Set(ids)].map((id) => [id, load(id, context, info)]));
    return ids.map((id) => objects.get(id));
  }
}

async function load(id: string, context: Context, info: GraphQLResolveInfo) {
  const name = globalNameOf(id);
  const found = await loaded(name, context, info);
  return found && Object.assign({ __typename: name.type }, found);
}

function loaded(name: GlobalName, context: Context, info: GraphQLResolveInfo): Promise<object | undefined> {
  const { articles, dictionaries, users, comments, applications, owned } = context;
  if (name.type === 'Comment') return comments.load(name.publicId);
  if (name.type === 'User') return users.load(name.number);
  if (name.type === 'Dictionary') return dictionaries.load(name.dictionaryId);
  if (name.type === 'Application') return applications.load(name.key);
  if (name.type !== 'Article') return owned.load(wishFor(name.type, name.key));
  const { dictionaryId, number } = name;
  return articles.load({ dictionaryId, id: String(number), fields: articleProjection(info, ITSELF) });
}
