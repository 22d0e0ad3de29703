import {
  getNamedType,
  isInputObjectType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
} from 'graphql';
import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { type Failure, MEANING_OF, type UserErrorReason, USER_ERROR_REASONS } from '../../shared/failure';
import { MAX_FAULTS } from '../../shared/faults';

/** Descriptions of error codes of inputs. */
const CODE_DESCRIPTIONS: Partial<Record<UserErrorReason, string>> = {
  CONTENT_MISSING: 'The article has no content.',
  TOO_LARGE: 'The value exceeds the largest size that the server stores.',
};

const UserErrorCode = Object.fromEntries(USER_ERROR_REASONS.map((reason) => [reason, reason])) as {
  readonly [Reason in UserErrorReason]: Reason;
};

registerEnumType(UserErrorCode, {
  name: 'UserErrorCode',
  description: 'Kind of a fault in the input of a mutation.',
  valuesConfig: Object.fromEntries(
    USER_ERROR_REASONS.map((reason) => [
      reason,
      { description: CODE_DESCRIPTIONS[reason] ?? MEANING_OF[reason] },
    ]),
  ),
});

@ObjectType({
  description: 'A fault in the input of a mutation. The mutation, or the item at fault, has changed nothing.',
  simpleResolvers: true,
})
export class UserError {
  @Field(() => [String], {
    nullable: true,
    description:
      'Path of the input field at fault, from the name of the argument, with the positions of items from 0, e.g. `["input", "password"]` or `["items", "2", "number"]`. Null if the fault concerns no single field.',
  })
  field!: readonly string[] | null;

  @Field(() => String, { description: 'Description of the fault, for people.' })
  message!: string;

  @Field(() => UserErrorCode, { description: 'Kind of the fault, for programs.' })
  code!: UserErrorReason;
}

/** Declares the faults of one item of a bulk operation. */
export const itemErrors = () =>
  Field(() => [UserError], {
    description: `Every fault that the server found in the item, at most ${MAX_FAULTS}. Empty if the failure does not concern the input.`,
  });

type Input = GraphQLArgument | GraphQLInputField;

/**
 * Whether the input of a mutation is at fault, rather than the rights of the caller, the objects that exist or the state of the
 * server. Missing content is a fault of the input; the same code also says that an object is missing, and then names no field.
 */
export function isUserError({ reason, kind, field }: Failure): boolean {
  return (
    (USER_ERROR_REASONS as readonly string[]).includes(reason) && (kind !== 'missing' || field !== undefined)
  );
}

/** The faults that a failure of a mutation reports, in the order in which they were found. */
export function userErrorsOf(mutation: GraphQLField<unknown, unknown>, failure: Failure): UserError[] {
  return viewsOf(failure, (field) => (field === undefined ? null : pathInArguments(mutation, field)));
}

/** The same of one item of several: of the argument with this name, the item at a position. */
export function userErrorsOfItem(argument: string, index: number, failure: Failure): UserError[] {
  return isUserError(failure) ? viewsOf(failure, (field = []) => [argument, String(index), ...field]) : [];
}

function viewsOf(
  failure: Failure,
  path: (field: readonly string[] | undefined) => readonly string[] | null,
): UserError[] {
  const { others } = failure;
  return [failure, ...others].map((failure) => ({
    code: failure.reason as UserErrorReason,
    message: failure.message,
    field: path(failure.field),
  }));
}

/**
 * The path in the arguments of a field that a service names: services know the members of an input, but not how a
 * mutation groups them. Null if the mutation has no such input.
 */
function pathInArguments(
  { args }: GraphQLField<unknown, unknown>,
  field: readonly string[],
): readonly string[] | null {
  const [first] = field;
  if (args.some(({ name }) => name === first)) return field;
  const group = args.find((argument) => fieldsOfInput(argument).some(({ name }) => name === first));
  return group === undefined ? null : [group.name, ...field];
}

function fieldsOfInput({ type }: Input): readonly GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}
