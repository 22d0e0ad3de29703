import { Failure, type FailureKind } from '../../shared/failure';
import type { Read, Variables } from '../documents';
import { localisedMessage } from './desk-locale';
import { type Faults, faultsOf } from './fields';
import {
  type DeskResponse,
  type DeskLocale,
  type DeskPage,
  Redirect,
  type UserError,
  type DeskContext,
  type MutationResult,
} from './desk-context';

/** The user errors in the payload of a mutation. */
interface PayloadErrors {
  readonly userErrors: readonly (Pick<UserError, 'code' | 'field'> & { readonly message: string })[];
}

/** Temporary failures. The form is shown again with the typed values. */
const TEMPORARY_FAILURES: ReadonlySet<FailureKind> = new Set(['limited', 'busy']);

/** Failures that an uploaded file can cause. */
const OF_FILE: ReadonlySet<FailureKind> = new Set([...TEMPORARY_FAILURES, 'invalid', 'tooLarge', 'conflict']);

/**
 * Runs a document with one mutation, which has the alias `result`. It returns user errors with messages in the language of the page, so
 * that a form can show them beside the typed values.
 */
export async function runMutation<Payload>(
  { read, locale }: { readonly read: Read; readonly locale: DeskLocale },
  name: string,
  variables: Variables,
): Promise<MutationResult<Payload>> {
  try {
    const { result } = await read<{ readonly result: Payload & PayloadErrors }>(name, variables);
    const errors = result.userErrors.map((error) => ({ ...error, message: localisedMessage(error, locale) }));
    return { payload: result, errors };
  } catch (error) {
    return { payload: {}, errors: [errorOf(error, TEMPORARY_FAILURES, locale)] };
  }
}

/** Returns the fault of an uploaded file. @throws other errors unchanged */
export function faultOfFile(error: unknown, locale: DeskLocale): Faults {
  return new Map([['file', errorOf(error, OF_FILE, locale).message]]);
}

function errorOf(error: unknown, kinds: ReadonlySet<FailureKind>, locale: DeskLocale): UserError {
  if (!(error instanceof Failure) || !kinds.has(error.kind)) throw error;
  const { reason: code, message } = error;
  return { code, field: null, message: localisedMessage({ code, message }, locale) };
}

/** The action of a button and the page that follows. */
interface ButtonAction {
  readonly document: string;
  readonly variables: Variables;
  /** URL to redirect to after success. */
  readonly to: string;
  /** Returns the page that is shown with errors. */
  readonly page: (context: DeskContext, faults: Faults) => Promise<DeskPage>;
}

/** Runs the action of a button. */
export async function runAction(
  context: DeskContext,
  { document, variables, to, page }: ButtonAction,
): Promise<DeskResponse> {
  const { errors } = await context.write(document, variables);
  if (errors.length === 0) return new Redirect(to);
  const response = await page(
    context,
    faultsOf(errors, () => ''),
  );
  return { ...response, status: response.status ?? 400 };
}
