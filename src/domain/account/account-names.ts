import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';

/** Bounds in code points. Source: interface decisions, section 5, B41. */
const USERNAME = { least: 3, most: 64 } as const;
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
    (name.includes(':') ? 'must not contain a colon' : undefined) ??
    (/^\d+$/.test(name) ? 'must not be digits alone' : undefined) ??
    (/^\s|\s$|\p{Cc}/u.test(name)
      ? 'must not begin or end with a space or contain control characters'
      : undefined);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `username ${problem}`);
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

function problemOfLength(text: string, { least, most }: { least: number; most: number }): string | undefined {
  const length = lengthOf(text);
  return length < least || length > most ? `must have ${least} to ${most} characters` : undefined;
}
