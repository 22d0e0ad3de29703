import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Real dictionaries beside the project, which tests use where they are. */
const ORIGINALS = resolve(__dirname, '../../../shared/originals');

/** The files of a folder there that end so; none where there are no such files. */
export function originals(folder: string, end: string): readonly string[] {
  const path = join(ORIGINALS, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(end))
    .map((name) => join(path, name));
}

/** Says in the list of tests why those over real files do not run. */
export const NO_ORIGINALS = 'the real dictionaries are not beside the project';

export function textOfFile(path: string): string {
  return readFileSync(path, 'utf8');
}
