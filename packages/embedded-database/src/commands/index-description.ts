import { Int32 } from 'bson';
import { CommandError } from '../errors';
import { compare } from '../query/key';
import { amountOf, documentOf, type Document, type Value } from '../query/value';
import { ID_DESCRIPTION } from '../store/catalogue';
import type { Index } from '../store/collection';
import { Arguments, optionsOf } from './arguments';

const ARGUMENT = 'createIndexes.indexes';
const INDEX_OPTIONS = optionsOf(ARGUMENT, ['key', 'name', 'unique', 'expireAfterSeconds']);

/** Source: MongoDB's manual on TTL indexes. */
const MAX_EXPIRY_SECONDS = 2_147_483_647;

/**
 * Reads one index of `createIndexes` and gives it as `listIndexes` shows it.
 *
 * @throws CommandError CannotCreateIndex; 40415 for unknown options
 */
export function describeIndex(fields: Document): Document {
  const args = new Arguments(ARGUMENT, fields, INDEX_OPTIONS);
  const key = args.document('key');
  const expireAfterSeconds = args.value('expireAfterSeconds');
  if (key.size === 0) throw cannot('Index keys cannot be an empty object');
  if (expireAfterSeconds !== undefined) assertExpiry(key, expireAfterSeconds);
  const unique = args.flag('unique') || undefined;
  return documentOf({ v: new Int32(2), key, name: args.text('name'), unique, expireAfterSeconds });
}

function assertExpiry(key: Document, expiry: Value): void {
  if (key.size > 1 || key.has('_id')) throw cannot('TTL indexes are single-field indexes, and not on _id');
  const seconds = amountOf(expiry);
  if (seconds >= 0 && seconds <= MAX_EXPIRY_SECONDS) return;
  throw cannot(`TTL index 'expireAfterSeconds' option must be between 0 and ${MAX_EXPIRY_SECONDS}`);
}

function cannot(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message);
}

/**
 * Whether the index is there already. Indexes of one key may stand side by side where what distinguishes them differs.
 *
 * @throws CommandError IndexKeySpecsConflict for another index of that name, IndexOptionsConflict for the same index
 *   under another name or with other options
 */
export function isPresent(indexes: readonly Index[], description: Document): boolean {
  if (compare(description.get('key'), ID_DESCRIPTION.get('key')) === 0) return true;
  const sameName = indexes.find(({ name }) => name === description.get('name'));
  if (sameName && compare(sameName.description, description) === 0) return true;
  const same = indexes.find((index) => isSame(index.description, description));
  if (sameName && sameName !== same) {
    throw new CommandError('IndexKeySpecsConflict', `Another index named '${sameName.name}' exists`);
  }
  if (!same) return false;
  const message = `Index already exists with different options or another name: ${same.name}`;
  throw new CommandError('IndexOptionsConflict', message);
}

/** Whether two descriptions mean the same index. Source: IndexDescriptor of the MongoDB server, since 5.0. */
function isSame(left: Document, right: Document): boolean {
  return ['key', 'unique'].every((name) => compare(left.get(name), right.get(name)) === 0);
}
