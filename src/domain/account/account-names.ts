import unhomoglyph from 'unhomoglyph';
import { CHECK } from '../../shared/extensions';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';

/**
 * Returns the skeleton of a name. Names that look alike in upper or lower case have the same skeleton. It is that of Unicode Technical
 * Standard 39, section 4, of the name in lower case after compatibility decomposition, because the table of the standard lacks full-width
 * letters. Letters with another shape stay distinct: ɓ and b, ŋ and n, vowels with different tone marks. The skeleton is stored for
 * comparison and never shown.
 */
export function skeletonOf(name: string): string {
  return unhomoglyph(name.normalize('NFKD')).normalize('NFD').toLowerCase();
}

/** Invisible characters, characters that change the text direction, and all spaces except U+0020. */
const INVISIBLE_CHARACTER = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\u2800]|(?! )\p{Z}/u;

/** Returns the code of the first invisible character of a name, such as `U+200B`; `undefined` if there is none. */
function invisibleIn(name: string): string | undefined {
  const [sign] = INVISIBLE_CHARACTER.exec(name) ?? [];
  return sign && `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Bounds in code points. Source: interface decisions, section 5, B41. */
const USERNAME = { min: 3, max: 64 } as const;
const APPLICATION_NAME = { min: 1, max: 100 } as const;
const PASSWORD = { min: 8, max: 128 } as const;

/** Returns the form in which names and emails are unique: without regard to case. Source: interface decisions, sections 4 and 5. */
export function nameKeyOf(name: string): string {
  return nfc(name).toLowerCase();
}

/**
 * Validates a username and returns its stored form. A colon would end the name in Basic credentials, and a name of digits could be the
 * number of another user.
 *
 * @throws Failure INVALID_INPUT with the reason
 */
export function usernameFrom(input: string): string {
  const name = nfc(input);
  const problem =
    problemOfLength(name, USERNAME) ??
    (/^\d+$/.test(name) ? 'must not consist only of digits' : undefined) ??
    problemOfLetters(name);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `username ${problem}`);
  return name;
}

/**
 * Validates the name of an application and returns its stored form.
 *
 * @throws Failure INVALID_INPUT with the reason
 */
export function applicationNameFrom(input: string): string {
  const name = nfc(input);
  const problem = problemOfLength(name, APPLICATION_NAME) ?? problemOfLetters(name);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `name ${problem}`);
  return name;
}

/**
 * Validates a new password.
 *
 * @throws Failure INVALID_INPUT with the reason, without the password
 */
export function passwordFrom(input: string): string {
  const problem = problemOfLength(nfc(input), PASSWORD);
  if (problem !== undefined) throw new Failure('INVALID_INPUT', `password ${problem}`);
  return nfc(input);
}

/** Returns the message for characters that a login name must not contain; `undefined` if it contains none. */
function problemOfLetters(name: string): string | undefined {
  if (name.includes(':')) return 'must not contain a colon';
  if (/^\s|\s$|\p{Cc}/u.test(name)) return 'must not begin or end with a space or contain control characters';
  const invisible = invisibleIn(name);
  return invisible && `must not contain invisible characters (${invisible})`;
}

function problemOfLength(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const length = lengthOf(text);
  return length < min || length > max ? `must have ${min} to ${max} characters` : undefined;
}

/** Maximum length of an email address that mail servers accept, in characters. Source: RFC 5321, section 4.5.3.1. */
const MAX_EMAIL_LENGTH = 254;

/**
 * One `@`, no spaces, control or invisible characters or brackets, and a domain of at least two labels. Only a message to the address can
 * verify that it exists.
 */
const EMAIL =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\]+@[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\.]+(\.[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\.]+)+$/u;

/**
 * Validates an email address and returns its stored form.
 *
 * @throws Failure EMAIL_INVALID
 */
export function emailFrom(input: unknown): string {
  const email = typeof input === 'string' ? nfc(input) : '';
  if (email.length > MAX_EMAIL_LENGTH || !EMAIL.test(email))
    throw new Failure('EMAIL_INVALID', 'email is not valid');
  return email;
}

/**
 * The scalar accepts any text, and services validate it. An invalid address is then reported beside the other faults of its input, and
 * the other mutations of the request run.
 */
export const EmailAddress = new GraphQLScalarType<string, string>({
  name: 'EmailAddress',
  description: 'An email address.',
  serialize: String,
  parseValue: emailText,
  parseLiteral: (node) => emailText(node.kind === Kind.STRING ? node.value : undefined),
  extensions: { [CHECK]: emailFrom },
});

function emailText(input: unknown): string {
  if (typeof input === 'string') return input;
  throw new GraphQLError('email must be a string');
}
