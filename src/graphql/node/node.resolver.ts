import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Ctx, ID, Info, Query, Resolver } from 'type-graphql';
import { Node } from '../../domain/values/node';
import { listRequestFor } from '../../services/applications/resource-list.service';
import { Failure } from '../../shared/failure';
import { canUse } from '../access/access-table';
import { articleProjection, ITSELF } from '../articles/article-projection';
import type { Context } from '../context';
import { type GlobalName, globalNameOf } from './global-id';

@Resolver()
export class NodeResolver {
  @Query(() => Node, {
    nullable: true,
    description:
      'The object with a global identifier. Null if it does not exist or the caller may not see it.',
  })
  node(
    @Arg('id', () => ID, { description: 'Global identifier (`id`) of an object.' }) id: string,
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    return nodeWithId(id, context, info);
  }

  @Query(() => [Node], {
    nullable: 'items',
    description:
      'The objects with the given global identifiers, in the same order. An item is null if the object does not exist; an invalid identifier adds an error for its item.',
  })
  nodes(
    @Arg('ids', () => [ID], { description: 'Global identifiers (`id`) of objects, at most 100.' })
    ids: readonly string[],
    @Ctx() context: Context,
    @Info() info: GraphQLResolveInfo,
  ) {
    if (ids.length > context.maxItems)
      throw new Failure('INVALID_INPUT', `ids must hold at most ${context.maxItems} identifiers`);
    const objects = new Map([...new Set(ids)].map((id) => [id, nodeWithId(id, context, info)]));
    return ids.map((id) => objects.get(id));
  }
}

async function nodeWithId(id: string, context: Context, info: GraphQLResolveInfo) {
  const name = globalNameOf(id);
  const object = await loaded(name, context, info);
  return object && Object.assign({ __typename: name.type }, object);
}

/** An import, which only owners of its dictionary may see, as in `dictionaryImport`. */
async function importFor(importId: string, { imports, viewer }: Context): Promise<object | undefined> {
  const record = await imports.load(importId);
  return record && canUse('Query.dictionaryImport', viewer, record.dictionaryId) ? record : undefined;
}

function loaded(name: GlobalName, context: Context, info: GraphQLResolveInfo): Promise<object | undefined> {
  const { articles, dictionaries, users, comments, applications, resources } = context;
  if (name.type === 'ArticleRevision') return context.revisions.load(name);
  if (name.type === 'Proposal') return context.proposals.load(name.proposalId);
  if (name.type === 'Media') return context.media.load(name.mediaId);
  if (name.type === 'DictionaryImport') return importFor(name.importId, context);
  if (name.type === 'AuditEntry') return context.auditEntries.load(name.place);
  if (name.type === 'Comment') return comments.load(name.publicId);
  if (name.type === 'User') return users.load(name.number);
  if (name.type === 'Dictionary') return dictionaries.load(name.dictionaryId);
  if (name.type === 'Application') return applications.load(name.key);
  if (name.type !== 'Article') return resources.load(listRequestFor(name.type, name.key));
  const { dictionaryId, number } = name;
  return articles.load({ dictionaryId, id: String(number), fields: articleProjection(info, ITSELF) });
}
