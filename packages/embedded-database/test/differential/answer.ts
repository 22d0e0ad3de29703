import { deserialize, type Document as Plain } from 'bson';
import { decode } from '../../src/query/decode';
import { show } from './script';

/** The compared parts of a reply: the documents, and the rest as text. */
export interface Answer {
  readonly fields: string;
  readonly documents?: readonly Buffer[];
  readonly errors?: readonly WriteError[];
}

export interface WriteError {
  readonly index: number;
  readonly code: number;
  /** Pattern and value of a duplicate key, if the engine returns them. */
  readonly pattern?: string;
  readonly value?: string;
}

/** @param reply in raw form: its documents are bytes */
export function answerOf(name: string, reply: Plain): Answer {
  const kept = (KEPT[name] ?? []).flatMap((field) =>
    field in reply ? [`${field}: ${textOf(reply[field])}`] : [],
  );
  const documents = reply['documents'] as readonly Buffer[] | undefined;
  const errors = reply['writeErrors'] as readonly Buffer[] | undefined;
  return {
    fields: kept.join(', '),
    ...(documents ? { documents } : {}),
    ...(errors ? { errors: errors.map(writeErrorOf) } : {}),
  };
}

const KEPT: Readonly<Record<string, readonly string[]>> = {
  insert: ['n'],
  update: ['n', 'nModified', 'upserted'],
  delete: ['n'],
  findAndModify: ['lastErrorObject', 'value'],
  createIndexes: ['numIndexesAfter'],
};

function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`;
  return Buffer.isBuffer(value) ? textOfDocument(value) : String(value);
}

/** The text shows types and the order of fields: two texts are equal only if the bytes are. */
export function textOfDocument(bytes: Buffer): string {
  return show(decode(bytes));
}

function writeErrorOf(bytes: Buffer): WriteError {
  const { index, code, keyPattern, keyValue } = deserialize(bytes, { raw: true });
  return {
    index: Number(index),
    code: Number(code),
    ...(Buffer.isBuffer(keyPattern) ? { pattern: textOfDocument(keyPattern) } : {}),
    ...(Buffer.isBuffer(keyValue) ? { value: textOfDocument(keyValue) } : {}),
  };
}
