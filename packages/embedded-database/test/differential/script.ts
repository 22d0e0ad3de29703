import { type Binary, type BSONRegExp, type Double, Int32, type Long, type ObjectId } from 'bson';
import { isArray, isDocument, typeOf, type Document, type TypeName, type Value } from '../../src/query/value';

/** One command, or a transaction: its commands, and reads outside the transaction while it runs. */
export type Step =
  | { readonly kind: 'command'; readonly command: Document }
  | { readonly kind: 'transaction'; readonly inside: readonly Inside[]; readonly commits: boolean };

export interface Inside {
  readonly command: Document;
  readonly isOutside: boolean;
}

/** Writes a value in the notation of mongosh, with the types of numbers. */
export function show(value: Value): string {
  if (isDocument(value))
    return `{ ${[...value].map(([name, item]) => `${nameOf(name)}: ${show(item)}`).join(', ')} }`;
  if (isArray(value)) return `[${value.map(show).join(', ')}]`;
  return SHOWN[typeOf(value)]?.(value as never) ?? JSON.stringify(value);
}

const SHOWN: Readonly<Partial<Record<TypeName, (value: never) => string>>> = {
  int: ({ value }: Int32) => String(value),
  double: ({ value }: Double) => `Double(${Object.is(value, -0) ? '-0' : value})`,
  long: (value: Long) => `Long('${value.toString()}')`,
  date: (value: Date) => `new Date(${value.getTime()})`,
  objectId: (value: ObjectId) => `ObjectId('${value.toHexString()}')`,
  binData: (value: Binary) => `BinData(${value.sub_type}, '${value.toString('base64')}')`,
  regex: (value: BSONRegExp) => `/${value.pattern}/${value.options}`,
};

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

/** A command with the name of its collection. */
export function onCollection(command: Document, collection: string): Document {
  const [name = ''] = command.keys();
  return new Map([...command, [name, collection]]);
}

/** The steps as a script for mongosh, which repeats them in a new database. */
export function scriptOf(steps: readonly Step[]): string {
  return steps.flatMap(linesOf).join('\n');
}

function linesOf(step: Step): readonly string[] {
  if (step.kind === 'command') return [lineOf('db', step.command)];
  return [
    'session = db.getMongo().startSession(); inside = session.getDatabase(db.getName()); session.startTransaction()',
    ...step.inside.map(({ command, isOutside }) => lineOf(isOutside ? 'db' : 'inside', command)),
    `session.${step.commits ? 'commitTransaction' : 'abortTransaction'}()`,
  ];
}

function lineOf(database: string, command: Document): string {
  return `${database}.runCommand(${show(onCollection(command, 'c'))})`;
}
