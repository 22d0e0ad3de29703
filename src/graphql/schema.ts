import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ArticleService } from '../services/article.service';
import { DictionaryService } from '../services/dictionary.service';
import { ArticleFieldsResolver } from './resolvers/article-fields.resolver';
import { ArticleResolver } from './resolvers/article.resolver';
import { DictionaryResolver } from './resolvers/dictionary.resolver';

/** What the resolvers delegate to. */
export interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
}

const RESOLVERS = [ArticleResolver, ArticleFieldsResolver, DictionaryResolver] as const;

/** The schema with its resolvers bound to the services. */
export function buildGatewaySchema({ articles, dictionaries }: Services): GraphQLSchema {
  return buildSchema([
    new ArticleResolver(articles),
    new ArticleFieldsResolver(),
    new DictionaryResolver(dictionaries),
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
