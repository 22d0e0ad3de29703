import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Failure } from '../../shared/failure';
import type { Json } from '../../shared/json';
import { refuseForeign } from './foreign-files';
import { decodedText, encodingOf, storedEncoding, markOf } from './decode';
import { onlyFileOf } from './zip';

/** Maximum size of an imported file, in bytes. */
const MAX_FILE_BYTES = 2 * 1024 ** 3;

/** A text file that can be read several times. */
export interface TextFile {
  readonly encoding: string;
  /** Whether it begins with a byte order mark. */
  readonly hasMark: boolean;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: string;
  /** The text, in pieces; see `decodedText`. */
  readonly text: () => AsyncGenerator<string>;
}

/**
 * @param storedSettings settings of earlier imports, for files that consist of short lines: see `storedEncoding`
 * @throws Failure if the file cannot be read or is too large
 */
export async function openText(
  path: string,
  encoding?: string,
  storedSettings?: ReadonlyMap<string, string>,
): Promise<TextFile> {
  const digest = await fileDigest(path);
  const beginning = await firstBytes(path);
  return textFileFrom(
    { beginning, digest, bytes: () => createReadStream(path) },
    encoding ?? storedEncoding(beginning, storedSettings),
  );
}

/**
 * Opens a text file that is the only one of a package, such as `entries.csv.zip`. It is decompressed each time it is read.
 *
 * @throws FileProblem if the file is not such a package, or is too large
 */
export async function openPackedText(path: string, encoding?: string): Promise<TextFile> {
  const bytes = () => onlyFileOf(path);
  const digest = await digestOfBytes(bytes(), path);
  let beginning: Uint8Array = new Uint8Array();
  for await (const chunk of bytes()) {
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length >= ENCODING_SAMPLE_BYTES) break;
  }
  return textFileFrom({ beginning: beginning.subarray(0, ENCODING_SAMPLE_BYTES), digest, bytes }, encoding);
}

interface Bytes {
  readonly beginning: Uint8Array;
  readonly digest: Pick<TextFile, 'size' | 'sha256'>;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

function textFileFrom({ beginning, digest, bytes }: Bytes, encoding: string | undefined): TextFile {
  refuseForeign(beginning);
  const detected = encoding ?? encodingOf(beginning);
  return {
    encoding: detected,
    hasMark: markOf(beginning) !== undefined,
    ...digest,
    text: () => decodedText(bytes(), detected),
  };
}

/** Returns the digest of a file. @throws Failure if the file cannot be read or is too large */
export function fileDigest(path: string): Promise<Bytes['digest']> {
  return digestOfBytes(createReadStream(path) as AsyncIterable<Buffer>, path);
}

async function digestOfBytes(bytes: AsyncIterable<Uint8Array>, path: string): Promise<Bytes['digest']> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES)
      throw new Failure('TOO_LARGE', `${path} has more than ${MAX_FILE_BYTES} bytes`);
    hash.update(chunk);
  }
  return { size, sha256: hash.digest('hex') };
}

/** Number of bytes that suffice to detect the encoding of a file. */
const ENCODING_SAMPLE_BYTES = 4096;

/** Returns the first bytes of a file. */
export async function firstBytes(path: string, length = ENCODING_SAMPLE_BYTES): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Control characters that no text contains, as in XML: C0 except tabs and line ends. */
const CONTROL = /(?![\t\n\r\u007F-\u009F])\p{Cc}/u;

/** Returns the first control character of a text with its index from 0. */
export function controlCharacterIn(text: string): { readonly at: number; readonly name: string } | undefined {
  const at = text.search(CONTROL);
  if (at === -1) return undefined;
  return { at, name: `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}` };
}

/** Returns the first control character or lone surrogate in JSON. XML cannot represent them either. */
export function invalidCharacterIn(value: Json): string | undefined {
  if (typeof value === 'string') {
    const half = /\p{Surrogate}/u.exec(value)?.[0].charCodeAt(0).toString(16).toUpperCase();
    return controlCharacterIn(value)?.name ?? (half === undefined ? undefined : `U+${half}`);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value) as readonly Json[]) {
    const character = invalidCharacterIn(member);
    if (character !== undefined) return character;
  }
  return undefined;
}
