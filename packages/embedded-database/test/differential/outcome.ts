import type { WriteError } from './answer';
import type { Outcome } from './engine';

export function hasFailed(outcome: Outcome): boolean {
  return !outcome.ok || (outcome.answer.errors ?? []).length > 0;
}

export function codesOf(outcome: Outcome): readonly number[] {
  return errorsOf(outcome).map(({ code }) => code);
}

/** Undefined for a failed command. */
export function withoutModified(outcome: Outcome): string | undefined {
  if (!outcome.ok || outcome.answer.errors) return undefined;
  return outcome.answer.fields.replace(/nModified: \d+/, '');
}

/** The errors of the statements. An error of the whole command counts as that of the first statement. */
export function errorsOf(outcome: Outcome): readonly WriteError[] {
  return outcome.ok ? (outcome.answer.errors ?? []) : [{ ...outcome, index: 0 }];
}
