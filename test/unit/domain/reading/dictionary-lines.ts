import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../../../../src/shared/json';

export interface Line {
  readonly radical: string;
  readonly article: Json;
}

const SHARED = join(__dirname, '../../../../../shared');

/** The lines of a file beside the project, or the sample where that folder is absent, which is said once. */
export function linesOf(file: string, sample: readonly Line[]): readonly Line[] {
  const path = join(SHARED, file);
  if (existsSync(path)) {
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Line);
  }
  process.stderr.write(`${path} is absent: a small sample takes its place.\n`);
  return sample;
}
