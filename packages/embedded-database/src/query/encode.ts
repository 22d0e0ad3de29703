import { serialize, setInternalBufferSize } from 'bson';
import { MAX_DEPTH, tooDeep } from './decode';
import { isArray, isDocument, type Document, type Value } from './value';

// Size of the buffer: the largest document that an update can make of a stored document and a message, before its size
// is checked.
setInternalBufferSize(72 * 1024 * 1024);

/**
 * Writes BSON.
 *
 * @throws CommandError Overflow when documents and arrays are nested too deeply
 */
export function encode(document: Document): Buffer {
  assertDepth(document, MAX_DEPTH);
  const bytes = serialize(document);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function assertDepth(value: Document | readonly Value[], depth: number): void {
  if (depth < 1) throw tooDeep();
  for (const item of value.values()) if (isDocument(item) || isArray(item)) assertDepth(item, depth - 1);
}
