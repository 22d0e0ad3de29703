import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import { actorOf, type AuditService } from '../services/audit.service';
import { Failure } from '../shared/failure';
import type { Context } from './context';

export interface AuditOptions {
  readonly audit: AuditService;
  /** Takes what kept an entry from being written. */
  readonly report: (error: unknown) => void;
}

/** Arguments that name what a mutation changes. Nothing else of what a client sends is kept. */
const NAMING = [
  'dictionaryId',
  'applicationId',
  'fieldId',
  'conversationId',
  'id',
  'number',
  'publicId',
  'articleId',
  'username',
  'ids',
  'revision',
] as const;

/** A turn of a conversation is a record of its own, and they are many: only those that are refused leave an entry. */
const RECORDS_ITSELF: ReadonlySet<string> = new Set(['createConversationRequest']);

/** Writes an entry for every mutation, whichever face it comes through, before its answer goes out. */
export function auditSchema(schema: GraphQLSchema, { audit, report }: AuditOptions): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (source, args: Record<string, unknown>, context: Context, info) => {
      const { viewer, requestId } = context;
      const entry = { action: field.name, target: targetOf(args), requestId };
      const write = (outcome: string) => audit.append(actorOf(viewer), { ...entry, outcome }).catch(report);
      try {
        const result: unknown = await resolve(source, args, context, info);
        if (!RECORDS_ITSELF.has(field.name)) await write('done');
        return result;
      } catch (error) {
        await write(error instanceof Failure ? error.reason : 'INTERNAL_SERVER_ERROR');
        throw error;
      }
    };
  }
  return schema;
}

function targetOf(args: Record<string, unknown>): string | null {
  const { input } = args;
  // What was typed for a name at a login may be a password; only that of a new user is told.
  const given = { ...args, username: undefined, ...(typeof input === 'object' ? input : {}) } as Record<
    string,
    unknown
  >;
  const named = NAMING.flatMap((name) => {
    const value = given[name];
    if (Array.isArray(value)) return [`${name}=${value.join(',')}`];
    return typeof value === 'string' || typeof value === 'number' ? [`${name}=${value}`] : [];
  });
  return named.length === 0 ? null : named.join(' ');
}
