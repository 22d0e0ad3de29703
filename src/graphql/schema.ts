import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import { type Access, ACCESS } from './access/access-table';
import { guardSchema } from './access/guard-schema';
import { limitArguments } from './fields/argument-limits';
import { boundAnswers } from './fields/answer-size';
import { auditSchema } from './fields/audit-schema';
import { computeOnce } from './fields/compute-once';
import { tellLengthy } from './fields/lengthy-fields';
import { readAnew } from './fields/read-anew';
import { RESOLVERS } from './resolvers';
import type { Services } from './services';

export interface SchemaRules {
  /** Whether everyone may read the whole metadata of dictionaries. */
  readonly isMetadataPublic: boolean;
  /** Whether everyone may register an application. */
  readonly isRegistrationOpen: boolean;
  /** Takes what kept an entry of the audit log from being written. */
  readonly report: (error: unknown) => void;
}

/** The schema with its resolvers bound to the services, the table of access in front of them, and the audit log behind. */
export function buildGatewaySchema(
  services: Services,
  { isMetadataPublic, isRegistrationOpen, report }: SchemaRules,
): GraphQLSchema {
  const schema = buildSchema(RESOLVERS.map(({ make }) => make(services)));
  const opened = new Set<Access>([
    ...(isMetadataPublic ? (['metadataReader'] as const) : []),
    ...(isRegistrationOpen ? (['registrar'] as const) : []),
  ]);
  const limited = limitArguments(readAnew(tellLengthy(boundAnswers(computeOnce(schema)))));
  const guarded = guardSchema(limited, { table: ACCESS, opened });
  return auditSchema(guarded, { audit: services.audit, report });
}

/** The schema alone, for reading: none of its fields can be resolved. */
export function buildSchema(resolvers: readonly object[] = []): GraphQLSchema {
  const instances = new Map<unknown, object>(resolvers.map((resolver) => [resolver.constructor, resolver]));
  return buildSchemaSync({
    resolvers: RESOLVERS.map(({ type }) => type) as unknown as NonEmptyArray<NewableFunction>,
    // Input is checked by the schema and by the services, whose failures carry reasons.
    validate: false,
    container: { get: (type) => instances.get(type) },
  });
}
