import { type GraphQLField, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../context';
import { wrapField } from './wrap-field';

/** Fields without arguments that take time; those with arguments all may. */
const COSTLY: ReadonlySet<string> = new Set([
  ...['Article.html', 'Article.summary', 'Article.next', 'Article.previous', 'Article.viewerVote'],
  ...['Comment.article', 'Comment.viewerVote', 'ArticleRevision.article', 'ArticleRevision.source'],
  ...['ArticleRevision.content', 'Proposal.difference'],
]);

/**
 * Computes equal fields of one object once in a request, however many aliases ask for them. Fields of the root are operations of
 * their own.
 */
export function computeOnce(schema: GraphQLSchema): GraphQLSchema {
  const roots = new Set<unknown>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || roots.has(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields()))
      if (takesTime(type.name, field))
        wrapField(field, (resolve) => (source, args, context, info) => {
          const results = resultsOf(context, source as object);
          const key = field.args.length === 0 ? field.name : `${field.name} ${JSON.stringify(args)}`;
          if (results.has(key)) return results.get(key);
          const result: unknown = resolve(source, args, context, info);
          results.set(key, result);
          return result;
        });
  }
  return schema;
}

function takesTime(typeName: string, { name, args }: GraphQLField<unknown, unknown>): boolean {
  return args.length > 0 || name === 'totalCount' || COSTLY.has(`${typeName}.${name}`);
}

function resultsOf({ computed }: Pick<Context, 'computed'>, source: object): Map<string, unknown> {
  const known = computed.get(source);
  if (known !== undefined) return known;
  const results = new Map<string, unknown>();
  computed.set(source, results);
  return results;
}
