import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticleLine } from './articles';

/** Writes a dictionary folder as the import reads it. Returns its path. */
export function dictionaryFolder(
  dictionaryId: string,
  lines: readonly (ArticleLine | string)[],
  metadata: Readonly<Record<string, string>> = {},
): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'griot-dict-')), dictionaryId);
  mkdirSync(folder);
  writeDictionary(folder, dictionaryId, lines, metadata);
  return folder;
}

/** Replaces the lines and metadata of a dictionary folder. */
export function writeDictionary(
  folder: string,
  dictionaryId: string,
  lines: readonly (ArticleLine | string)[],
  metadata: Readonly<Record<string, string>> = {},
): void {
  const described = { id_dico: dictionaryId, long_name: `Dictionary ${dictionaryId}`, ...metadata };
  writeFileSync(join(folder, 'metadata.json'), JSON.stringify(described));
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  writeFileSync(join(folder, 'articles.jsonl'), `${text.join('\n')}\n`);
}
