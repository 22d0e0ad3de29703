import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import { invisibleIn } from './look-alike';

/** Bounds in code points. Source: interface decisions, section 5, B41. */
const USERNAME = { least: 3, most: 64 } as const;
const APPLICATION_NAME = { least: 1, most: 100 } as const;
const PASSWORD = { least: 8, most: 128 } as const;

/** Names and emails are unique without regard to case. Source: interface decisions, sections 4 and 5. */
export function nameKeyOf(name: string): string {
  return nfc(name).toLowerCase();
}

/**
 * A username as it is stored. A colon would end it in Basic credentials; digits alone would be the number of another user.
 *
 * @throws Failure INVALID_INPUT that says what is wrong
 */
export function usernameFrom(given: string): string {
  const name = nfc(given);
  const problem =
    problemOfLength(name, USERNAME) ??
    (/^\d+$/.test(name) ? 'must not be digits alone' : undefined) ??
    problemOfLetters(name);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `username ${problem}`);
  return name;
}

/**
 * The name of an application as it is stored.
 *
 * @throws Failure INVALID_INPUT that says what is wrong
 */
export function applicationNameFrom(given: string): string {
  const name = nfc(given);
  const problem = problemOfLength(name, APPLICATION_NAME) ?? problemOfLetters(name);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `name ${problem}`);
  return name;
}

/**
 * A password that is good enough to be set.
 *
 * @throws Failure INVALID_INPUT that says what is wrong, and nothing of the password
 */
export function passwordFrom(given: string): string {
  const problem = problemOfLength(nfc(given), PASSWORD);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `password ${problem}`);
  return nfc(given);
}

/** What no name that logs in may hold. */
function problemOfLetters(name: string): string | undefined {
  if (name.includes(':')) return 'must not contain a colon';
  if (/^\s|\s$|\p{Cc}/u.test(name)) return 'must not begin or end with a space or contain control characters';
  const invisible = invisibleIn(name);
  return invisible && `must not contain invisible characters (${invisible})`;
}

function problemOfLength(text: string, { least, most }: { least: number; most: number }): string | undefined {
  const length = lengthOf(text);
  return length < least || length > most ? `must have ${least} to ${most} characters` : undefined;
}
