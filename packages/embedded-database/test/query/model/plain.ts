import { deserialize, serialize, type Document as Plain } from 'bson';
import { CommandError } from '../../../src/errors';
import { decode } from '../../../src/query/decode';
import { encode } from '../../../src/query/encode';
import type { Document, Value } from '../../../src/query/value';

/** A document of the engine from a plain object, through the official codec: whole numbers are int32. */
export function doc(plain: Plain): Document {
  return decode(serialize(plain));
}

export function value(plain: unknown): Value {
  return doc({ value: plain }).get('value')!;
}

/** The plain object of a document, with numbers as plain numbers. */
export function plainOf(document: Document): Plain {
  return deserialize(encode(document), { promoteBuffers: false, bsonRegExp: true });
}

/** The code of the CommandError that an action throws. */
export function codeOf(action: () => unknown): number | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof CommandError) return error.code;
    throw error;
  }
  return undefined;
}
