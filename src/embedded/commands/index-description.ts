import { Int32 } from 'bson';
import { CommandError, refused } from '../errors';
import { compare } from '../query/order';
import { isNumber, isTrue, numberOf, type Document, type Value } from '../query/value';
import type { Index } from '../store/catalogue';
import { ID_INDEX_NAME, ID_PATTERN } from '../store/documents';
import { Arguments } from './arguments';

const OPTIONS = [
  'v',
  'key',
  'name',
  'ns',
  'background',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'hidden',
  'collation',
  'weights',
  'wildcardProjection',
];
const REFUSED = ['hidden', 'collation', 'weights', 'wildcardProjection'];
/** Source: MongoDB's manual on TTL indexes. */
const MAX_EXPIRY_SECONDS = 2_147_483_647;

export const ID_DESCRIPTION: Document = new Map<string, Value>([
  ['v', new Int32(2)],
  ['key', ID_PATTERN],
  ['name', ID_INDEX_NAME],
]);

/**
 * Reads one index of `createIndexes` and gives it as `listIndexes` shows it.
 *
 * @throws CommandError CannotCreateIndex, NotImplemented for what the profile leaves out, 40415 for unknown options
 */
export function describeIndex(fields: Document): Document {
  const args = new Arguments('createIndexes.indexes', fields, OPTIONS);
  for (const name of REFUSED) if (fields.has(name)) throw refused(`the index option '${name}'`);
  const key = args.document('key');
  const partial = args.optionalDocument('partialFilterExpression');
  const expiry = fields.get('expireAfterSeconds');
  if (key.size === 0) throw cannot('Index keys cannot be an empty object');
  if (partial && args.flag('sparse'))
    throw cannot('cannot mix "partialFilterExpression" and "sparse" options');
  if (expiry !== undefined) assertExpiry(key, expiry);
  return new Map<string, Value>([
    ['v', new Int32(2)],
    ['key', key],
    ['name', args.text('name')],
    ...flag('unique', args.flag('unique')),
    ...flag('sparse', args.flag('sparse')),
    ...(partial ? ([['partialFilterExpression', partial]] as const) : []),
    ...(expiry === undefined ? [] : ([['expireAfterSeconds', expiry]] as const)),
  ]);
}

function flag(name: string, isSet: boolean): readonly (readonly [string, Value])[] {
  return isSet ? [[name, true]] : [];
}

function assertExpiry(key: Document, expiry: Value): void {
  if (key.size > 1 || key.has('_id')) {
    throw cannot('TTL indexes are single-field indexes, and not on _id');
  }
  const seconds = isNumber(expiry) ? Number(numberOf(expiry)) : -1;
  if (seconds >= 0 && seconds <= MAX_EXPIRY_SECONDS) return;
  throw cannot(`TTL index 'expireAfterSeconds' option must be between 0 and ${MAX_EXPIRY_SECONDS}`);
}

function cannot(message: string): CommandError {
  return new CommandError('CannotCreateIndex', message);
}

export function isIdIndex(key: Document): boolean {
  return key.size === 1 && isTrue(key.get('_id'));
}

/**
 * Whether the index is there already. Indexes of one key may stand side by side where what distinguishes them differs.
 *
 * @throws CommandError IndexKeySpecsConflict for another index of that name, IndexOptionsConflict for the same index
 *   under another name or with other options
 */
export function isPresent(indexes: readonly Index[], description: Document): boolean {
  const sameName = indexes.find(({ name }) => name === description.get('name'));
  if (sameName && isEqual(sameName.description, description)) return true;
  if (sameName && !isEqual(distinctionOf(sameName.description), distinctionOf(description))) {
    const message = `Another index named '${sameName.name}' exists`;
    throw new CommandError('IndexKeySpecsConflict', message);
  }
  const same = indexes.find((index) => isEqual(distinctionOf(index.description), distinctionOf(description)));
  if (!same) return false;
  const message = `Index already exists with different options or another name: ${same.name}`;
  throw new CommandError('IndexOptionsConflict', message);
}

/** What makes an index another one. Source: IndexDescriptor of the MongoDB server, since 5.0. */
function distinctionOf(description: Document): Document {
  const names = ['key', 'unique', 'sparse', 'partialFilterExpression'];
  return new Map([...description].filter(([name]) => names.includes(name)));
}

/** Whether descriptions are the same; 1, 1.0 and NumberLong(1) describe the same index. */
export function isEqual(left: Document, right: Value | undefined): boolean {
  return compare(left, right) === 0;
}
