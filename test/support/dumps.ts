import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BSON } from 'mongodb';
import { openDatabase } from '../../src/server/database';
import { createLogger } from '../../src/observability/logger';
import { frameOf } from '../../src/formats/dump/dump-frames';
import { readDump } from '../../src/formats/dump/dump-reader';
import { connect } from '../../src/storage/mongo/connection';
import { modelsOf, type Models } from '../../src/storage/models';

export type Env = Readonly<Record<string, string>>;

/** The path of a file that does not exist yet, in a new folder. */
export function newPath(name = 'griot.dump'): string {
  return join(mkdtempSync(join(tmpdir(), 'griot-dump-')), name);
}

/** The documents of a dump in hexadecimal, by collection: equal only when they are the same bytes in the same order. */
export async function documentsIn(file: string): Promise<Record<string, string[]>> {
  const documents: Record<string, string[]> = {};
  let current: string[] = [];
  for await (const part of readDump(file)) {
    if (part.kind === 'collection') documents[part.collection.name] = current = [];
    if (part.kind === 'document') current.push(part.bytes.toString('hex'));
  }
  return documents;
}

export function decoded(hexadecimal: string): BSON.Document {
  return BSON.deserialize(Buffer.from(hexadecimal, 'hex'), { promoteValues: false });
}

/** Rewrites a dump after a change of its uncompressed bytes. */
export function rewritten(file: string, change: (bytes: Buffer) => Buffer): string {
  const path = newPath();
  writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)))));
  return path;
}

/** A complete and valid dump with a header only. */
export function dumpOfHeader(header: Readonly<Record<string, unknown>>): string {
  const first = frameOf('header', Buffer.from(JSON.stringify(header)));
  const digest = createHash('sha256').update(first).digest('hex');
  const end = frameOf('end', Buffer.from(JSON.stringify({ counts: [], digest })));
  const path = newPath();
  writeFileSync(path, gzipSync(Buffer.concat([first, end])));
  return path;
}

/** Changes a database directly, without a command. */
export async function withModels<Result>(
  env: Env,
  work: (models: Models) => Promise<Result>,
): Promise<Result> {
  const { MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' } = env;
  const database = await openDatabase({ mongodbUri, dataDir }, createLogger({ logLevel: 'silent' }));
  const connection = await connect(database.address);
  try {
    return await work(modelsOf(connection));
  } finally {
    await connection.close();
    await database.close();
  }
}
