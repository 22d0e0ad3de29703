import 'reflect-metadata';
import { type GraphQLSchema, isInputObjectType } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { ACCESS, type OpenAccess, openRules } from './access/access-table';
import { guardSchema } from './access/guard-schema';
import { extendDeadlines, resetLoaders, wrapInPayloads } from './fields/operation-rules';
import { auditSchema } from './fields/audit-schema';
import { limitArguments, limitResponses } from './fields/size-limits';
import { collectPlainFields } from './fields/object-shape';
import { addStoredNodes } from './fields/stored-lists';
import { DateTime } from './fields/date-time';
import { callDirectly, computeOnce } from './fields/resolver-calls';
import { withPayloads } from './payloads/payload-types';
import type { Services } from './services';
import { RESOURCE_TYPES } from '../domain/chatbot/resource/resource-types';
import { operationsOn } from './applications/resource-input';
import { ApplicationLoginResolver } from './applications/application-login.resolver';
import { ApplicationResolver } from './applications/application.resolver';
import { DictionaryResolver, LettersResolver } from './dictionaries/dictionary.resolver';
import { ArticleFieldsResolver, ArticleResolver } from './articles/article.resolver';
import { ArticleHistoryResolver } from './articles/article-history.resolver';
import { ONE_OF_INPUTS } from './articles/article-input';
import { EntryFieldsResolver, SenseFieldsResolver } from './articles/imported-ids.resolver';
import {
  ArticleEdgesResolver,
  ArticleRevisionResolver,
  DictionaryArticlesResolver,
} from './articles/article-edges.resolver';
import { ArticleWriteResolver, BulkArticlesResolver } from './articles/article-write.resolver';
import {
  ArticleProposalsResolver,
  DictionaryProposalsResolver,
  ProposalResolver,
  UserProposalsResolver,
} from './articles/proposal.resolver';
import { AuditResolver } from './audit/audit.resolver';
import { CommentEdgesResolver } from './comments/comment-edges.resolver';
import { CommentResolver, VoteResolver } from './comments/comment.resolver';
import {
  ConversationFieldsResolver,
  resourceFieldsResolver,
  resourceResolver,
} from './applications/resource.resolver';
import { ArticlesStateResolver } from './dictionaries/articles-state.resolver';
import { OfflineResolver } from './dictionaries/offline.resolver';
import { DictionaryExportResolver } from './dictionaries/dictionary-export.resolver';
import { ImportFieldsResolver, ImportsResolver } from './dictionaries/imports.resolver';
import { DictionaryWriteResolver } from './dictionaries/dictionary-write.resolver';
import { MemberResolver, UserMembershipsResolver } from './dictionaries/member.resolver';
import { LiveResolver } from './live/live.resolver';
import { ApiKeyResolver, PasswordResetResolver } from './accounts/credentials.resolver';
import { LoginResolver, RefreshFieldsResolver } from './accounts/login.resolver';
import { ArticleMediaResolver, MediaResolver } from './articles/media.resolver';
import { NodeResolver } from './node/node.resolver';
import { resourceBulkResolver } from './applications/resource-bulk.resolver';
import { resourceListsResolver } from './applications/resource-lists.resolver';
import { QuotaResolver } from './applications/quota.resolver';
import { MissedSearchesResolver, SearchResolver } from './search/search.resolver';
import {
  ApplicationUnresolvedResolver,
  UnresolvedRequestResolver,
} from './recognition/unresolved-requests.resolver';
import { DictionaryValuesResolver, EntityReportResolver } from './recognition/entity-report.resolver';
import {
  ConversationTurnResolver,
  RecognisedEntityResolver,
  RecognitionResolver,
} from './recognition/recognition.resolver';
import { ApplicationDeliveriesResolver, WebhookResolver } from './recognition/webhook.resolver';
import { UserResolver } from './accounts/user.resolver';

export interface SchemaRules extends OpenAccess {
  /** Called with the error if an entry of the audit log could not be written. */
  readonly report: (error: unknown) => void;
}

/** Wraps resolvers of a schema, and returns the schema. */
type FieldRule = (schema: GraphQLSchema) => GraphQLSchema;

/**
 * The rules around fields, from the innermost to the outermost; each wraps those before it. Values are computed once,
 * and counted, closest to the resolver. A mutation resets the loaders before and after it runs. Arguments are limited
 * before anything uses them. The guard runs before all of these, so that a refused caller learns nothing else. The
 * audit log records refusals of the guard, too. Payloads are outermost: inside them a failed mutation throws, whether
 * the client then gets an error or `userErrors`.
 */
function fieldRules(services: Services, { report, ...access }: SchemaRules): readonly FieldRule[] {
  return [
    collectPlainFields,
    computeOnce,
    limitResponses,
    extendDeadlines,
    resetLoaders,
    limitArguments,
    (schema) => guardSchema(schema, { table: ACCESS, opened: openRules(access) }),
    (schema) => auditSchema(schema, { audit: services.audit, report }),
    wrapInPayloads,
    addStoredNodes,
  ];
}

/** The schema with its resolvers bound to the services, and the rules around its fields. */
export function buildGatewaySchema(services: Services, rules: SchemaRules): GraphQLSchema {
  const schema = buildSchema(RESOLVERS.map(({ make }) => make(services)));
  return fieldRules(services, rules).reduce((ruled, rule) => rule(ruled), schema);
}

/** The schema alone, for reading: none of its fields can be resolved. */
export function buildSchema(resolvers: readonly object[] = []): GraphQLSchema {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  const schema = buildSchemaSync({
    resolvers: RESOLVERS.map(({ type }) => type) as unknown as NonEmptyArray<NewableFunction>,
    // Input is checked by the schema and by the services, whose failures carry reasons.
    validate: false,
    // `npm run check` validates the same types, with the schema alone.
    skipCheck: resolvers.length > 0,
    scalarsMap: [{ type: Date, scalar: DateTime }],
    // Each subscription has its own source of events, so nothing is published here.
    pubSub: { publish: () => undefined, subscribe: noTopic },
    container: { get: (type) => instances.get(type) },
  });
  const query = schema.getQueryType();
  if (query) query.description = 'The operations that read.';
  const subscription = schema.getSubscriptionType();
  if (subscription)
    subscription.description =
      'The operations that send events as they happen, as a stream (`Accept: text/event-stream`).';
  for (const name of ONE_OF_INPUTS) {
    const input = schema.getType(name);
    if (isInputObjectType(input)) input.isOneOf = true;
  }
  callDirectly(schema, instances);
  return withPayloads(schema);
}

function noTopic(topic: string): never {
  throw new Error(`There is no topic ${topic}`);
}

type ResolverClass = new (...services: never[]) => object;

/** A resolver class, and how one is made of the services. */
export interface ResolverEntry {
  readonly type: ResolverClass;
  readonly make: (services: Services) => object;
}

/** Every resolver of the schema. */
const RESOLVERS: readonly ResolverEntry[] = [
  {
    type: ArticleResolver,
    make: ({ articles, alphabets }) => new ArticleResolver(articles, alphabets),
  },
  { type: LettersResolver, make: ({ alphabets }) => new LettersResolver(alphabets) },
  { type: ArticleFieldsResolver, make: () => new ArticleFieldsResolver() },
  { type: EntryFieldsResolver, make: () => new EntryFieldsResolver() },
  { type: SenseFieldsResolver, make: () => new SenseFieldsResolver() },
  {
    type: ArticleEdgesResolver,
    make: ({ alphabets, comments, articleHistory }) =>
      new ArticleEdgesResolver(alphabets, comments, articleHistory),
  },
  { type: ArticleRevisionResolver, make: () => new ArticleRevisionResolver() },
  {
    type: DictionaryArticlesResolver,
    make: ({ articles, alphabets }) => new DictionaryArticlesResolver(articles, alphabets),
  },
  { type: ArticleWriteResolver, make: ({ articleWrites }) => new ArticleWriteResolver(articleWrites) },
  {
    type: ArticleHistoryResolver,
    make: ({ articleHistory, articleWrites }) => new ArticleHistoryResolver(articleHistory, articleWrites),
  },
  { type: BulkArticlesResolver, make: ({ bulkArticles }) => new BulkArticlesResolver(bulkArticles) },
  { type: ProposalResolver, make: ({ proposals }) => new ProposalResolver(proposals) },
  {
    type: DictionaryProposalsResolver,
    make: ({ proposals }) => new DictionaryProposalsResolver(proposals),
  },
  { type: ArticleProposalsResolver, make: ({ proposals }) => new ArticleProposalsResolver(proposals) },
  { type: MediaResolver, make: ({ media }) => new MediaResolver(media) },
  { type: ArticleMediaResolver, make: () => new ArticleMediaResolver() },
  { type: UserProposalsResolver, make: ({ proposals }) => new UserProposalsResolver(proposals) },
  { type: DictionaryResolver, make: ({ dictionaries }) => new DictionaryResolver(dictionaries) },
  {
    type: DictionaryWriteResolver,
    make: ({ dictionaryWrites }) => new DictionaryWriteResolver(dictionaryWrites),
  },
  { type: MemberResolver, make: ({ members }) => new MemberResolver(members) },
  { type: UserMembershipsResolver, make: () => new UserMembershipsResolver() },
  {
    type: ArticlesStateResolver,
    make: ({ changes }) => new ArticlesStateResolver(changes),
  },
  {
    type: OfflineResolver,
    make: ({ offlineCopies, changes }) => new OfflineResolver(offlineCopies, changes),
  },
  { type: DictionaryExportResolver, make: ({ exports }) => new DictionaryExportResolver(exports) },
  {
    type: ImportsResolver,
    make: ({ importHistory, importUndoing, importJobs }) =>
      new ImportsResolver(importHistory, importUndoing, importJobs),
  },
  { type: ImportFieldsResolver, make: ({ importHistory }) => new ImportFieldsResolver(importHistory) },
  { type: CommentResolver, make: ({ comments }) => new CommentResolver(comments) },
  { type: CommentEdgesResolver, make: () => new CommentEdgesResolver() },
  { type: VoteResolver, make: ({ votes }) => new VoteResolver(votes) },
  { type: NodeResolver, make: () => new NodeResolver() },
  { type: SearchResolver, make: ({ search }) => new SearchResolver(search) },
  {
    type: MissedSearchesResolver,
    make: ({ missedSearches }) => new MissedSearchesResolver(missedSearches),
  },
  { type: LiveResolver, make: () => new LiveResolver() },
  { type: LoginResolver, make: ({ logins }) => new LoginResolver(logins) },
  { type: RefreshFieldsResolver, make: () => new RefreshFieldsResolver() },
  { type: ApiKeyResolver, make: ({ apiKeys }) => new ApiKeyResolver(apiKeys) },
  {
    type: PasswordResetResolver,
    make: ({ passwordResets }) => new PasswordResetResolver(passwordResets),
  },
  { type: UserResolver, make: ({ users }) => new UserResolver(users) },
  { type: AuditResolver, make: ({ audit }) => new AuditResolver(audit) },
  {
    type: ApplicationResolver,
    make: ({ applications, applicationLists }) => new ApplicationResolver(applications, applicationLists),
  },
  {
    type: ApplicationLoginResolver,
    make: ({ applicationLogins }) => new ApplicationLoginResolver(applicationLogins),
  },
  { type: QuotaResolver, make: ({ usages }) => new QuotaResolver(usages) },
  { type: RecognitionResolver, make: ({ recognition }) => new RecognitionResolver(recognition) },
  { type: RecognisedEntityResolver, make: () => new RecognisedEntityResolver() },
  { type: EntityReportResolver, make: ({ recognition }) => new EntityReportResolver(recognition) },
  { type: DictionaryValuesResolver, make: ({ recognition }) => new DictionaryValuesResolver(recognition) },
  {
    type: UnresolvedRequestResolver,
    make: ({ unresolvedRequests }) => new UnresolvedRequestResolver(unresolvedRequests),
  },
  {
    type: ApplicationUnresolvedResolver,
    make: ({ unresolvedRequests }) => new ApplicationUnresolvedResolver(unresolvedRequests),
  },
  {
    type: ConversationTurnResolver,
    make: ({ conversationTurns }) => new ConversationTurnResolver(conversationTurns),
  },
  { type: WebhookResolver, make: ({ webhooks }) => new WebhookResolver(webhooks) },
  {
    type: ApplicationDeliveriesResolver,
    make: ({ webhooks }) => new ApplicationDeliveriesResolver(webhooks),
  },
  { type: ConversationFieldsResolver, make: () => new ConversationFieldsResolver() },
  ...resourceResolvers(),
];

/** The resolvers of each resource type. */
function resourceResolvers(): readonly ResolverEntry[] {
  return RESOURCE_TYPES.flatMap((type) => {
    const operations = operationsOn(type);
    const lists = resourceListsResolver(type);
    const isBulk = operations.createMany !== undefined;
    const writers = [resourceResolver(type), ...(isBulk ? [resourceBulkResolver(type, operations)] : [])];
    const fields = resourceFieldsResolver(type);
    return [
      { type: lists, make: () => new lists() },
      { type: fields, make: () => new fields() },
      ...writers.map((type) => ({ type, make: ({ resourceWrites }: Services) => new type(resourceWrites) })),
    ];
  });
}
