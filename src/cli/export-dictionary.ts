import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatNamed } from '../formats/formats';
import type { Gateway } from '../server/compose';

interface DictionaryExport {
  readonly format: string;
  readonly out?: string | undefined;
}

/** Writes a dictionary as a file; files that belong to it are written beside it where it has a name. */
export async function exportDictionary(
  gateway: Gateway,
  dictionaryId: string,
  { format, out }: DictionaryExport,
): Promise<void> {
  const { write, beside } = formatNamed(format);
  const dictionary = await gateway.exports.open(dictionaryId);
  const target = out === undefined ? process.stdout : createWriteStream(out, { flags: 'wx' });
  await pipeline(Readable.from(write(dictionary)), target);
  if (out === undefined) return;
  for (const [name, text] of beside?.(dictionary) ?? [])
    await writeFile(join(dirname(out), name), text, { flag: 'wx' });
}
