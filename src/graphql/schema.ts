import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync } from 'type-graphql';
import { ArticleService } from '../services/article.service';
import { DictionaryService } from '../services/dictionary.service';
import { LoginService } from '../services/login.service';
import { SearchService } from '../services/search.service';
import { UserService } from '../services/user.service';
import type { Access } from './access/access';
import { ACCESS } from './access/access-table';
import { guardSchema } from './access/guard-schema';
import { ArticleFieldsResolver } from './resolvers/article-fields.resolver';
import { ArticleResolver } from './resolvers/article.resolver';
import { DictionaryResolver } from './resolvers/dictionary.resolver';
import { LoginResolver } from './resolvers/login.resolver';
import { NodeResolver } from './resolvers/node.resolver';
import { SearchResolver } from './resolvers/search.resolver';
import { UserResolver } from './resolvers/user.resolver';

/** What the resolvers delegate to. */
export interface Services {
  readonly articles: ArticleService;
  readonly dictionaries: DictionaryService;
  readonly search: SearchService;
  readonly logins: LoginService;
  readonly users: UserService;
}

export interface SchemaRules {
  /** Whether everyone may read the whole metadata of dictionaries. */
  readonly isMetadataPublic: boolean;
}

const RESOLVERS = [
  ArticleResolver,
  ArticleFieldsResolver,
  DictionaryResolver,
  NodeResolver,
  SearchResolver,
  LoginResolver,
  UserResolver,
] as const;

/** The schema with its resolvers bound to the services, and the table of access in front of them. */
export function buildGatewaySchema(services: Services, { isMetadataPublic }: SchemaRules): GraphQLSchema {
  const { articles, dictionaries, search, logins, users } = services;
  const schema = buildSchema([
    new ArticleResolver(articles),
    new ArticleFieldsResolver(),
    new DictionaryResolver(dictionaries),
    new NodeResolver(),
    new SearchResolver(search),
    new LoginResolver(logins),
    new UserResolver(users),
  ]);
  const opened = new Set<Access>(isMetadataPublic ? ['metadataReader'] : []);
  return guardSchema(schema, { table: ACCESS, opened });
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
