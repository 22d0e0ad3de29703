import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ArticleService } from '../services/article.service';
import { DictionaryService } from '../services/dictionary.service';
import { SearchService } from '../services/search.service';
import { ArticleFieldsResolver } from './resolvers/article-fields.resolver';
import { ArticleResolver } from './resolvers/article.resolver';
import { DictionaryResolver } from './resolvers/dictionary.resolver';
import { NodeResolver } from './resolvers/node.resolver';
import { SearchResolver } from './resolvers/search.resolver';

/** What the resolvers delegate to. */
export interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly search: SearchService;
}

const RESOLVERS = [
  ArticleResolver,
  ArticleFieldsResolver,
  DictionaryResolver,
  NodeResolver,
  SearchResolver,
] as const;

/** The schema with its resolvers bound to the services. */
export function buildGatewaySchema({ articles, dictionaries, search }: Services): GraphQLSchema {
  return buildSchema([
    new ArticleResolver(articles),
    new ArticleFieldsResolver(),
    new DictionaryResolver(dictionaries),
    new NodeResolver(),
    new SearchResolver(search),
  ]);
}

/** The schema alone, for reading: none of its fields can be resolved. */
export function buildSchema(resolvers: readonly object[] = []): GraphQLSchema {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  return buildSchemaSync({
    resolvers: RESOLVERS,
    // Input is checked by the schema and by the services, whose failures carry reasons.
    validate: false,
    container: { get: (type) => instances.get(type) },
  });
}
