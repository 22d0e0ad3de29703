import { Failure } from './failure';

/**
 * Maximum number of reported faults of one input. Each is an error with a stack trace, and tens of thousands would
 * occupy the thread.
 */
export const MAX_FAULTS = 100;

type Checks = Readonly<Record<string, () => unknown>>;

type Checked<Of extends Checks> = { readonly [Name in keyof Of]: ReturnType<Of[Name]> };

/**
 * Runs the checks of all members of an input, so that its sender learns every fault at once.
 *
 * @throws Failure the first one, with its member as `field` and the others beside it
 */
export function checkedMembers<Of extends Checks>(checks: Of): Checked<Of> {
  const inMembers = Object.entries(checks).map(
    ([name, check]) =>
      () =>
        [name, inMember(name, check)] as const,
  );
  return Object.fromEntries(allChecked(...inMembers)) as Checked<Of>;
}

/**
 * Runs checks that name the members at fault themselves.
 *
 * @throws Failure the first one, with the others beside it
 */
export function allChecked<Results extends readonly unknown[]>(
  ...checks: { readonly [Index in keyof Results]: () => Results[Index] }
): Results {
  const failures: Failure[] = [];
  const results = checks.map((check: () => unknown) => {
    if (failures.length >= MAX_FAULTS) return undefined;
    try {
      return check();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      failures.push(error, ...error.others);
      return undefined;
    }
  });
  const [first, ...others] = failures.slice(0, MAX_FAULTS);
  if (first) throw new Failure(first.reason, first.message, first.details, { field: first.field, others });
  return results as unknown as Results;
}

/**
 * Runs a check of each item of a list.
 *
 * @throws Failure as above, with the position of the item, from 0, in the path
 */
export function checkedItems<Item, Result>(
  items: readonly Item[],
  check: (item: Item, index: number) => Result,
): Result[] {
  return allChecked(...items.map((item, index) => () => inMember(String(index), () => check(item, index))));
}

/**
 * Runs the check of one member.
 *
 * @throws Failure with the member before the path that the check names
 */
export function inMember<Result>(name: string, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    throw error instanceof Failure ? underMember(name, error) : error;
  }
}

function underMember(name: string, { reason, message, details, field = [], others }: Failure): Failure {
  const path = [name, ...field];
  return new Failure(reason, message, details, {
    field: path,
    others: others.map((other) => underMember(name, other)),
  });
}

/** A fault in one member of an input. */
export function invalid(field: string | readonly string[], message: string): Failure {
  return inputFailure('INVALID_INPUT', field, message);
}

/** A fault in one member of an input, with another reason. */
export function inputFailure(
  reason: Failure['reason'],
  field: string | readonly string[],
  message: string,
): Failure {
  return new Failure(reason, message, {}, { field: typeof field === 'string' ? [field] : field });
}
