import { Failure, type FailureKind } from '../../shared/failure';
import type { Read, Variables } from '../documents';
import { worded } from './desk-locale';
import { type Faults, faultsOf } from './fields';
import {
  type Answer,
  type DeskLocale,
  type DeskPage,
  Redirect,
  type UserError,
  type Visit,
  type Written,
} from './visit';

/** The user errors in the payload of a mutation. */
interface Refusable {
  readonly userErrors: readonly (Pick<UserError, 'code' | 'field'> & { readonly message: string })[];
}

/** Failures after which the same form may be sent again: it is shown with what was typed. */
const PASSING: ReadonlySet<FailureKind> = new Set(['limited', 'busy']);

/** Failures of a file that came with a form. */
const OF_FILE: ReadonlySet<FailureKind> = new Set([...PASSING, 'invalid', 'tooLarge', 'conflict']);

/**
 * Runs a document whose only mutation is called `result`. What keeps it from being done is told as data, in the words of the
 * page, so that every form can show it beside what was typed.
 */
export async function written<Payload>(
  { read, locale }: { readonly read: Read; readonly locale: DeskLocale },
  name: string,
  variables: Variables,
): Promise<Written<Payload>> {
  try {
    const { result } = await read<{ readonly result: Payload & Refusable }>(name, variables);
    const errors = result.userErrors.map((error) => ({ ...error, message: worded(error, locale) }));
    return { payload: result, errors };
  } catch (error) {
    return { payload: {}, errors: [errorOf(error, PASSING, locale)] };
  }
}

/** The fault of an uploaded file. @throws other errors unchanged */
export function faultOfFile(error: unknown, locale: DeskLocale): Faults {
  return new Map([['file', errorOf(error, OF_FILE, locale).message]]);
}

function errorOf(error: unknown, kinds: ReadonlySet<FailureKind>, locale: DeskLocale): UserError {
  if (!(error instanceof Failure) || !kinds.has(error.kind)) throw error;
  const { reason: code, message } = error;
  return { code, field: null, message: worded({ code, message }, locale) };
}

/** The action of a button, and the page that follows. */
interface Button {
  readonly document: string;
  readonly variables: Variables;
  /** Where it leads when it is done. */
  readonly to: string;
  /** The page of the button, with what keeps it from being done. */
  readonly page: (visit: Visit, faults: Faults) => Promise<DeskPage>;
}

/** Does what a button does that has nothing to type beside it. */
export async function pressed(visit: Visit, { document, variables, to, page }: Button): Promise<Answer> {
  const { errors } = await visit.write(document, variables);
  if (errors.length === 0) return new Redirect(to);
  const shown = await page(
    visit,
    faultsOf(errors, () => ''),
  );
  return { ...shown, status: shown.status ?? 400 };
}
