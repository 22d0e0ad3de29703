import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { ApplicationLogin } from '../../services/applications/application-login.service';
import {
  type Actor,
  actorOf,
  applicationActor,
  type AuditService,
  userActor,
} from '../../services/audit/audit.service';
import type { AuditOutcome } from '../../domain/audit/audit-entry';
import { LoginFailure, type Login } from '../../services/accounts/login.service';
import { RECORD_REFUSAL, type RecordRefusal } from '../../shared/extensions';
import { Failure } from '../../shared/failure';
import type { User } from '../../domain/account/user';
import type { Viewer } from '../../shared/viewer';
import { currentWork, REQUEST_ENDED } from '../../shared/work';
import type { Context } from '../context';
import { mutationsOf, wrapField } from './wrap-field';

export interface AuditOptions {
  readonly audit: AuditService;
  /** Called with the error if an entry could not be written. */
  readonly report: (error: unknown) => void;
}

/**
 * Arguments that name the objects of a mutation, and the quotas that it sets. The log contains nothing else that
 * clients send.
 */
const RECORDED_ARGUMENTS = [
  'dictionaryId',
  'dictionary',
  'applicationId',
  'application',
  'fieldId',
  'conversationId',
  'id',
  'number',
  'publicId',
  'articleId',
  'userId',
  'user',
  'username',
  'role',
  'ids',
  'import',
  'proposal',
  'media',
  'decision',
  'upload',
  'revision',
  'maxObjects',
  'maxMiB',
  'prefix',
  'scopes',
  'dictionaries',
  'days',
] as const;

/**
 * Mutations whose success is not logged, because they are frequent: turns of conversations are stored as requests, and
 * a renewed token continues a logged login.
 */
const RECORDED_IF_REFUSED: ReadonlySet<string> = new Set([
  'createConversationRequest',
  'receiveMessages',
  'refreshLogin',
]);

/** Queries that are logged, because they return everything that an application or a dictionary contains. */
export const RECORDED_QUERIES: ReadonlySet<string> = new Set([
  'exportApplication',
  'exportField',
  'exportDictionary',
]);

type Application = Pick<ApplicationLogin, 'application'>;

/** The account whose token a mutation issued or ended. The request may have no token. */
const ACTOR_OF: Readonly<Record<string, (result: never) => Actor>> = {
  logIn: ({ user }: Login) => userActor(user),
  refreshLogin: ({ user }: Login) => userActor(user),
  resetPassword: (user: User) => userActor(user),
  logInApplication: ({ application }: Application) => applicationActor(application),
  logOutApplication: (application: Application['application']) => applicationActor(application),
};

/**
 * Writes an audit entry for every mutation and export that succeeded or was refused to an account, over REST, GraphQL
 * or a command. The entry is written before the response, but after it for a refused login; limits on logins bound
 * those entries. The entry of a streamed export is written before its first byte, and completed with its outcome before
 * its last byte.
 */
export function auditSchema(schema: GraphQLSchema, { audit, report }: AuditOptions): GraphQLSchema {
  for (const field of recordedIn(schema)) {
    const recordRefusal: RecordRefusal = async (context, args, refusal) => {
      const { viewer, requestId } = context as Context;
      if (viewer.role === 'anonymous') return;
      const entry = { action: field.name, target: auditTarget(args, viewer), requestId };
      await audit.append(actorOf(viewer), { ...entry, outcome: auditOutcomeOf(refusal) }).catch(report);
    };
    field.extensions = { ...field.extensions, [RECORD_REFUSAL]: recordRefusal };
    wrapField(field, (resolve) => async (source, args, context, info) => {
      const { viewer, requestId } = context;
      const entry = { action: field.name, target: auditTarget(args, viewer), requestId };
      const write = (actor: Actor, outcome: AuditOutcome) =>
        audit.append(actor, { ...entry, outcome }).catch(report);
      const run = async (): Promise<unknown> => {
        const result: unknown = await resolve(source, args, context, info);
        return result;
      };
      try {
        if (isRecordedByItsWrite(field.name))
          return await audit.recorded(actorOf(viewer), entry, { run, report });
        const result = await run();
        // Everyone may read dictionaries; the access log contains anonymous reads.
        if (RECORDED_QUERIES.has(field.name) && viewer.role === 'anonymous') return result;
        const actor = actorOfResult(field.name, result) ?? actorOf(viewer);
        const work = currentWork();
        if (RECORDED_QUERIES.has(field.name) && work?.isStreamed === true)
          await audit.begin(actor, entry).then((end) => {
            work.onStreamEnd((error) => end(auditOutcomeOf(error)).catch(report));
          }, report);
        else if (!RECORDED_IF_REFUSED.has(field.name)) await write(actor, 'done');
        return result;
      } catch (error) {
        const outcome = auditOutcomeOf(error);
        // The response time must not reveal whether an account has this name.
        if (error instanceof LoginFailure)
          audit.appendLater({ ...error.tried, role: viewer.role }, { ...entry, outcome }, report);
        // Anonymous requests are many and are refused immediately; the access log contains them.
        else if (viewer.role !== 'anonymous') await write(actorOf(viewer), outcome);
        throw error;
      }
    });
  }
  return schema;
}

/**
 * Whether the transaction of an operation writes the entry. Its actor must be known before, so this excludes operations
 * that create or end a token, or that continue after the response has begun.
 */
function isRecordedByItsWrite(action: string): boolean {
  return !(action in ACTOR_OF) && !RECORDED_IF_REFUSED.has(action) && !RECORDED_QUERIES.has(action);
}

function recordedIn(schema: GraphQLSchema): readonly GraphQLField<unknown, unknown>[] {
  const queries = Object.values(schema.getQueryType()?.getFields() ?? {});
  return [...mutationsOf(schema), ...queries.filter(({ name }) => RECORDED_QUERIES.has(name))];
}

function auditOutcomeOf(error: unknown): AuditOutcome {
  if (error === undefined) return 'done';
  if (error === REQUEST_ENDED) return 'aborted';
  return error instanceof Failure ? error.reason : 'INTERNAL_SERVER_ERROR';
}

function actorOfResult(action: string, result: unknown): Actor | undefined {
  return result === null ? undefined : ACTOR_OF[action]?.(result as never);
}

/** Returns the objects that an operation names, and the API key that was used. */
function auditTarget(args: Record<string, unknown>, viewer: Viewer): string | null {
  const { input } = args;
  // The username of a login may be a password, typed into the wrong field; only that of a new user is logged.
  const values = { ...args, username: undefined, ...(typeof input === 'object' ? input : {}) } as Record<
    string,
    unknown
  >;
  const named = RECORDED_ARGUMENTS.flatMap((name) => {
    const value = values[name];
    if (Array.isArray(value)) return [`${name}=${value.join(',')}`];
    return typeof value === 'string' || typeof value === 'number' ? [`${name}=${value}`] : [];
  });
  if (viewer.role !== 'anonymous' && viewer.scopes) named.push(`key=${viewer.sessionId}`);
  return named.length === 0 ? null : named.join(' ');
}
