import { CommandError } from '../errors';
import { decode } from '../query/document';
import { isArray, isDocument, isNumber, isTrue, numberOf, type Document, type Value } from '../query/value';

/** What the driver may send with every command, and this engine needs no more of than to know it. */
const COMMON = new Set([
  'lsid',
  '$db',
  '$clusterTime',
  '$readPreference',
  'readConcern',
  'writeConcern',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'comment',
  'maxTimeMS',
  'txnNumber',
  'autocommit',
  'startTransaction',
]);

const EMPTY: Document = new Map();

/** The fields of a command, or of a part of one, read by name and type. */
export class Arguments {
  /**
   * @param where what the fields belong to, as MongoDB names it in messages
   * @param known the names that are understood
   * @throws CommandError 40415 for any other name
   */
  constructor(
    private readonly where: string,
    private readonly fields: Document,
    known: readonly string[],
  ) {
    for (const name of fields.keys()) {
      if (known.includes(name) || COMMON.has(name)) continue;
      throw new CommandError(40415, `BSON field '${where}.${name}' is an unknown field.`);
    }
  }

  text(name: string): string {
    const value = this.fields.get(name);
    if (typeof value === 'string') return value;
    throw this.mismatch(name, 'a string');
  }

  /** true, false, or a number that stands for one of them; false when absent. */
  flag(name: string): boolean {
    const value = this.fields.get(name);
    if (value !== undefined && value !== null && typeof value !== 'boolean' && !isNumber(value)) {
      throw this.mismatch(name, 'a boolean');
    }
    return isTrue(value);
  }

  /** A whole number that is not negative; undefined when absent. */
  count(name: string): number | undefined {
    const value = this.fields.get(name);
    if (value === undefined || value === null) return undefined;
    if (!isNumber(value)) throw this.mismatch(name, 'a number');
    const number = Number(numberOf(value));
    if (Number.isInteger(number) && number >= 0) return number;
    throw new CommandError('BadValue', `BSON field '${this.where}.${name}' must be a whole number >= 0`);
  }

  /** A document; an empty one when absent. */
  document(name: string): Document {
    return this.optionalDocument(name) ?? EMPTY;
  }

  optionalDocument(name: string): Document | undefined {
    const value = this.fields.get(name);
    if (value === undefined || value === null) return undefined;
    if (isDocument(value)) return value;
    throw this.mismatch(name, 'an object');
  }

  array(name: string): readonly Value[] {
    const value = this.fields.get(name);
    if (isArray(value)) return value;
    throw this.mismatch(name, 'an array');
  }

  /** Documents that stand in the command, or came in a document sequence of that name. */
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

  private mismatch(name: string, wanted: string): CommandError {
    const is = this.fields.has(name) ? 'is not' : 'is required and must be';
    return new CommandError('TypeMismatch', `BSON field '${this.where}.${name}' ${is} ${wanted}`);
  }
}
