import { CommandError } from '../errors';
import { unknownName } from '../profile/mongodb-names';
import { tableOfNames, type Table } from '../profile/profile';
import { decode } from '../query/decode';
import { amountOf, isArray, isDocument, isNumber, isTrue, type Document, type Value } from '../query/value';

/** Arguments that the driver can send with every command. The engine reads them before the command. */
const COMMON_ARGUMENTS = [
  'lsid',
  '$db',
  'maxTimeMS',
  'readConcern',
  'writeConcern',
  'txnNumber',
  'autocommit',
  'startTransaction',
];

/** The names of the fields that a command has. */
export type Options = Table<true>;

/**
 * @param where the owner of the fields, by the name that MongoDB's messages use
 * @param names the fields that are understood there
 */
export function optionsOf(where: string, names: readonly string[]): Options {
  return tableOfNames(`option ${where}`, names);
}

const COMMON_OPTIONS = tableOfNames('option', COMMON_ARGUMENTS);

/** Reads the fields of a command, or of a part of one, by name and type. */
export class Arguments {
  /** @throws CommandError 40415 for a field that is not among the options */
  constructor(
    private readonly where: string,
    private readonly fields: Document,
    options: Options,
  ) {
    // A part of a command, such as `update.updates`, has no generic arguments.
    const isCommand = !where.includes('.');
    for (const name of fields.keys()) {
      if ((isCommand && COMMON_ARGUMENTS.includes(name) ? COMMON_OPTIONS : options).get(name)) continue;
      const shown = `${where}.${name}`;
      throw unknownName({ kind: 'option', name, shown }, 40415, `BSON field '${shown}' is an unknown field.`);
    }
  }

  text(name: string): string {
    const value = this.fields.get(name);
    if (typeof value === 'string') return value;
    throw this.mismatch(name, 'a string');
  }

  /** A boolean, or a number that represents one. False if absent. */
  flag(name: string): boolean {
    const value = this.fields.get(name) ?? false;
    if (typeof value === 'boolean' || isNumber(value)) return isTrue(value);
    throw this.mismatch(name, 'a boolean');
  }

  /** A non-negative integer; undefined if absent. */
  count(name: string): number | undefined {
    const value = this.fields.get(name);
    if (value === undefined || value === null) return undefined;
    if (!isNumber(value)) throw this.mismatch(name, 'a number');
    const number = amountOf(value);
    if (Number.isInteger(number) && number >= 0) return number;
    throw new CommandError('BadValue', `BSON field '${this.where}.${name}' must be a whole number >= 0`);
  }

  /** A document; an empty one if absent. */
  document(name: string): Document {
    const value = this.fields.get(name) ?? new Map<string, Value>();
    if (isDocument(value)) return value;
    throw this.mismatch(name, 'an object');
  }

  array(name: string): readonly Value[] {
    const value = this.fields.get(name);
    if (isArray(value)) return value;
    throw this.mismatch(name, 'an array');
  }

  /** Documents from the command, or from the document sequence of this name. */
  documents(name: string, sequences: ReadonlyMap<string, readonly Buffer[]>): readonly Document[] {
    const sequence = sequences.get(name);
    if (sequence) return sequence.map((bytes) => decode(bytes));
    return this.array(name).map((value) => {
      if (isDocument(value)) return value;
      throw this.mismatch(name, 'an array of objects');
    });
  }

  value(name: string): Value | undefined {
    return this.fields.get(name);
  }

  private mismatch(name: string, expectedType: string): CommandError {
    const is = this.fields.has(name) ? 'is not' : 'is required and must be';
    return new CommandError('TypeMismatch', `BSON field '${this.where}.${name}' ${is} ${expectedType}`);
  }
}

/** Source: INT_MAX, which bounds maxTimeMS in the MongoDB server. */
const MAX_TIME_MS = 2 ** 31 - 1;

/**
 * Returns the time limit of a command, in milliseconds; Infinity if it is missing or 0.
 *
 * @throws CommandError BadValue as in MongoDB if it is not an integer from 0 to 2^31 - 1
 */
export function maxTimeOf(command: Document): number {
  const value = command.get('maxTimeMS');
  if (value === undefined) return Infinity;
  if (!isNumber(value)) throw new CommandError('BadValue', 'maxTimeMS must be a number');
  const ms = amountOf(value);
  if (!(ms >= 0 && ms <= MAX_TIME_MS))
    throw new CommandError('BadValue', `${ms} value for maxTimeMS is out of range`);
  if (!Number.isInteger(ms)) throw new CommandError('BadValue', 'maxTimeMS has non-integral value');
  return ms === 0 ? Infinity : ms;
}
