import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Folder of real dictionaries beside the project. Tests that need them skip if it is absent. */
const ORIGINALS = resolve(__dirname, '../../../shared/originals');

/** The files of one of its folders with an extension; none if the folder is absent. */
export function originals(folder: string, end: string): readonly string[] {
  const path = join(ORIGINALS, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(end))
    .map((name) => join(path, name));
}

/** Adds a line to the test list that says why tests of real files do not run. */
export const NO_ORIGINALS = 'the real dictionaries are not beside the project';

export function textOfFile(path: string): string {
  return readFileSync(path, 'utf8');
}
