import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { Failure } from '../../shared/failure';
import { nfc } from '../../shared/text';

/** What mail servers take at most. Source: RFC 5321, section 4.5.3.1. */
const LONGEST_EMAIL = 254;

/** One `@`, no spaces, control or invisible characters or brackets, and a domain of at least two labels; whether there is such an address mail alone can tell. */
const EMAIL =
  /^[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\]+@[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\.]+(\.[^\s\p{C}\p{Default_Ignorable_Code_Point}@<>(),:;"[\]\\.]+)+$/u;

/**
 * An email as it is stored.
 *
 * @throws Failure EMAIL_INVALID
 */
export function emailFrom(given: unknown): string {
  const email = typeof given === 'string' ? nfc(given) : '';
  if (email.length > LONGEST_EMAIL || !EMAIL.test(email))
    throw new Failure('EMAIL_INVALID', 'email is not valid');
  return email;
}

export const EmailAddress = new GraphQLScalarType<string, string>({
  name: 'EmailAddress',
  description: 'An email address.',
  serialize: String,
  parseValue: emailFrom,
  parseLiteral: (node) => {
    if (node.kind === Kind.STRING) return emailFrom(node.value);
    throw new GraphQLError('email must be a string');
  },
});
