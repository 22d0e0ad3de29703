import { registerEnumType } from 'type-graphql';
import { FAILURE_REASONS, type FailureReason, MEANING_OF } from '../../shared/failure';

/** The codes of failures, which REST bodies and errors of GraphQL have too. */
export const ErrorCode = Object.fromEntries(FAILURE_REASONS.map((reason) => [reason, reason])) as {
  readonly [Reason in FailureReason]: Reason;
};

registerEnumType(ErrorCode, {
  name: 'ErrorCode',
  description: 'Why one item of several was refused: a code of `extensions.code`.',
  valuesConfig: Object.fromEntries(
    FAILURE_REASONS.map((reason) => [reason, { description: MEANING_OF[reason] }]),
  ),
});
