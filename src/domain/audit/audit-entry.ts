import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { FAILURE_REASONS, type FailureReason, MEANING_OF } from '../../shared/failure';
import { Node } from '../values/node';

/** The role of the actor in the audit log. */
export const AuditRole = {
  ANONYMOUS: 'anonymous',
  USER: 'user',
  ADMIN: 'admin',
  APPLICATION: 'application',
  PLATFORM: 'platform',
  OPERATOR: 'operator',
} as const;
export type AuditRole = (typeof AuditRole)[keyof typeof AuditRole];

registerEnumType(AuditRole, {
  name: 'AuditRole',
  description: 'Role of the caller of an operation.',
  valuesConfig: {
    ANONYMOUS: { description: 'The request had no token.' },
    USER: { description: 'A user.' },
    ADMIN: { description: 'An admin.' },
    APPLICATION: { description: 'An application.' },
    PLATFORM: { description: 'The application of the platform itself.' },
    OPERATOR: { description: 'A command on the server.' },
  },
});

type AuditReason = FailureReason | 'INTERNAL_SERVER_ERROR';

/** Outcome of an operation. */
export type AuditOutcome = 'done' | 'started' | 'aborted' | AuditReason;

const REASONS = Object.fromEntries(
  [...FAILURE_REASONS, 'INTERNAL_SERVER_ERROR' as const].map((reason) => [reason, reason]),
) as { readonly [Reason in AuditReason]: Reason };

const AuditOutcomeName = {
  DONE: 'done',
  STARTED: 'started',
  ABORTED: 'aborted',
  ...REASONS,
} as const;

registerEnumType(AuditOutcomeName, {
  name: 'AuditOutcome',
  description: 'How an operation ended: `DONE`, or the error code of its failure.',
  valuesConfig: {
    DONE: { description: 'The operation was executed.' },
    STARTED: { description: 'A streamed export has not ended, or the server was killed during it.' },
    ABORTED: { description: 'The client of a streamed export disconnected.' },
    ...Object.fromEntries(FAILURE_REASONS.map((reason) => [reason, { description: MEANING_OF[reason] }])),
    INTERNAL_SERVER_ERROR: { description: 'An unexpected error, which the server log has.' },
  },
});

/** Actions of the command `admin` that change data. */
export const ADMIN_COMMANDS = [
  'create',
  'disable',
  'enable',
  'erase',
  'reset',
  'reset-link',
  'reset-application',
  'quota-application',
  'quota-dictionary',
] as const;

/** Returns the audit action of a command. */
export function adminAction(command: (typeof ADMIN_COMMANDS)[number]): string {
  return `command admin ${command}`;
}

/** An operation that an actor performed or attempted. It never contains request bodies. */
@ObjectType({
  implements: Node,
  description:
    'A change or an export that the server made or refused. Entries of the audit log never change, except that a streamed export gets its outcome when it ends.',
  simpleResolvers: true,
})
export class AuditEntry {
  entryId!: string;

  @Field(() => Date, { name: 'createdAt', simple: false, description: 'When the operation took place.' })
  at!: Date;

  @Field(() => AuditRole, { description: 'Role of the caller.' })
  role!: AuditRole;

  @Field(() => ID, {
    name: 'accountPublicId',
    simple: false,
    nullable: true,
    description: 'Number of the user, or public identifier of the application. Pass it as `account`.',
  })
  accountId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of the account at that time. For a refused login, the name that was tried.',
  })
  name!: string | null;

  @Field(() => String, {
    name: 'actionName',
    simple: false,
    description:
      'The operation as it is stored: the name of a mutation, of an export or of a command. Entries keep the names of operations that no longer exist.',
  })
  action!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Target of the operation: its arguments that name objects.',
  })
  target!: string | null;

  @Field(() => AuditOutcomeName, { description: 'How the operation ended.' })
  outcome!: AuditOutcome;

  @Field(() => String, {
    name: 'httpRequestId',
    simple: false,
    description: 'Identifier of the HTTP request, as in the server log.',
  })
  requestId!: string;
}

/** An entry as it is stored. */
export interface AuditRecord extends AuditEntry {
  /** Its sort key: the time, then its identifier. */
  readonly place: string;
}
