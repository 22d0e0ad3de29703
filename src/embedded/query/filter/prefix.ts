import { BSONRegExp } from 'bson';
import { CommandError, refused } from '../../errors';
import type { Value } from '../value';
import type { Test } from './expression';

/** `^`, then characters without a meaning of their own or with a backslash before them. */
const ANCHORED_LITERAL = /^\^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])*$/su;

/**
 * Reads a regular expression; only an anchored literal prefix can use an index, so no other is in the profile.
 *
 * @param pattern a BSON expression, or the text of $regex
 * @param options the operand of $options, which may only be empty
 */
export function prefixOf(pattern: Value, options: Value = ''): Test {
  const source = pattern instanceof BSONRegExp ? pattern.pattern : pattern;
  if (typeof source !== 'string') throw new CommandError('BadValue', '$regex has to be a string');
  if (typeof options !== 'string') throw new CommandError('BadValue', '$options has to be a string');
  if (options !== '' || (pattern instanceof BSONRegExp && pattern.options !== '')) {
    throw refused('a regular expression with options');
  }
  if (!ANCHORED_LITERAL.test(source))
    throw refused(`the regular expression /${source}/ (no anchored literal prefix)`);
  return { kind: 'prefix', text: source.slice(1).replace(/\\(.)/gsu, '$1') };
}
