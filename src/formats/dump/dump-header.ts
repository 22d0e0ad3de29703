import type { DumpedCollection, DataFormat } from '../../domain/imports/dump';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { DamagedDumpError } from './dump-frames';

const NAME = 'griot-dump';
/** Version of the file format. A reader refuses versions higher than its own. */
const DUMP_VERSION = 1;

/** The first frame of a dump. */
export interface DumpHeader {
  readonly format: DataFormat;
  /** Time at which the dump began. */
  readonly date: string;
  /** Version of Griot that wrote the dump. */
  readonly griot: string;
  /** Whether the dump shows all collections at one moment. */
  readonly isOneMoment: boolean;
}

/** The last frame of a dump. */
export interface DumpEnd {
  /** Number of documents of each collection, by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** SHA-256 of all previous frames, uncompressed, in hexadecimal. */
  readonly digest: string;
}

export function headerContent(header: DumpHeader): Buffer {
  return json({ file: NAME, version: DUMP_VERSION, ...header });
}

export function collectionContent(collection: DumpedCollection): Buffer {
  return json(collection);
}

export function endContent({ counts, digest }: DumpEnd): Buffer {
  return json({ counts: [...counts], digest });
}

/** @throws DamagedDumpError if the content is not a header; Error if its version is too new */
export function headerFrom(content: Buffer): DumpHeader {
  const { file, version, format, date, griot, isOneMoment } = parsedFrame(content);
  if (file !== NAME || typeof version !== 'number') throw new DamagedDumpError('it is not a dump of Griot');
  if (version > DUMP_VERSION)
    throw new Error(
      `it has version ${version} of the file format, and this Griot reads only ${DUMP_VERSION}; use the newer version of Griot`,
    );
  const { version: data, oldestGateway } = isJsonObject(format) ? format : {};
  if (typeof data !== 'number' || typeof oldestGateway !== 'number')
    throw new DamagedDumpError('its header does not state the data format');
  if (typeof date !== 'string' || typeof griot !== 'string')
    throw new DamagedDumpError('its header does not say when it was made');
  return {
    format: { version: data, oldestGateway },
    date,
    griot,
    isOneMoment: isOneMoment === true,
  };
}

/** @throws DamagedDumpError if the content does not describe a collection */
export function collectionFrom(content: Buffer): DumpedCollection {
  const { name, indexes } = parsedFrame(content);
  if (typeof name !== 'string' || !Array.isArray(indexes))
    throw new DamagedDumpError('a collection has no name');
  return { name, indexes: indexes as DumpedCollection['indexes'] };
}

/** @throws DamagedDumpError if the content is not an end frame */
export function endFrom(content: Buffer): DumpEnd {
  const { counts, digest } = parsedFrame(content);
  if (!Array.isArray(counts) || typeof digest !== 'string')
    throw new DamagedDumpError('its end marker cannot be read');
  return { counts: new Map(counts as [string, number][]), digest };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

function parsedFrame(content: Buffer): JsonObject {
  try {
    const value = JSON.parse(content.toString('utf8')) as Json;
    if (isJsonObject(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DamagedDumpError('one of its parts is not JSON');
}
