import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { type Failure, type FailureReason, FAILURE_REASONS, MEANING_OF } from '../../shared/failure';
import { itemErrors, type UserError, userErrorsOfItem } from './user-errors';

/** The codes of failures, as in REST bodies and GraphQL errors. */
const ErrorCode = Object.fromEntries(FAILURE_REASONS.map((reason) => [reason, reason])) as {
  readonly [Reason in FailureReason]: Reason;
};

registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description: 'Why one item of several was refused: a code of `extensions.code`.',
  valuesConfig: Object.fromEntries(
    FAILURE_REASONS.map((reason) => [reason, { description: MEANING_OF[reason] }]),
  ),
});

/** The common fields of item results of bulk writes; the object field is named after its type. */
@ObjectType({ simpleResolvers: true })
export abstract class ItemResult {
  @Field(() => Int, { description: 'Index of the item in the input, starting at 0.' })
  index!: number;

  @Field(() => ErrorCode, {
    nullable: true,
    description: 'Error code, as in `extensions.code`. Null unless the item was refused.',
  })
  code!: FailureReason | null;

  @Field(() => String, { nullable: true, description: 'Error message. Null unless the item was refused.' })
  message!: string | null;

  @itemErrors()
  userErrors!: UserError[];
}

/** The fields of an item result as a plain object. */
type ItemFacts = Pick<ItemResult, keyof ItemResult>;

/** The result of an item that was written. */
export function done(index: number): ItemFacts {
  return { index, code: null, message: null, userErrors: [] };
}

/** @param argument that has the items */
export function refusedItem(argument: string, index: number, failure: Failure): ItemFacts {
  const userErrors = userErrorsOfItem(argument, index, failure);
  return { index, code: failure.reason, message: failure.message, userErrors };
}
