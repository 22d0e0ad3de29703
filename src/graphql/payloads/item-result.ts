import { Field, Int, ObjectType } from 'type-graphql';
import type { Failure, FailureReason } from '../../shared/failure';
import { ErrorCode } from './error-code';
import { itemErrors, type UserError, userErrorsOfItem } from './user-errors';

/** What the results of the items of every bulk write have in common; the object is named after its type. */
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

/** The same as plain values. */
type ItemFacts = Pick<ItemResult, keyof ItemResult>;

/** The result of an item that was written. */
export function done(index: number): ItemFacts {
  return { index, code: null, message: null, userErrors: [] };
}

/** @param argument that has the items */
export function refused(argument: string, index: number, failure: Failure): ItemFacts {
  const userErrors = userErrorsOfItem(argument, index, failure);
  return { index, code: failure.reason, message: failure.message, userErrors };
}
