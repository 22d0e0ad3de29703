import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '..', '..', 'docs', 'scaling.md');

/** Rows of the table: collections and their key. */
const ROW = /^\| (`\w+`(?:, `\w+`)*) +\| `(\w+)` +\|/gm;

/** The shard keys that operators are told, by collection. */
export const SHARD_KEYS: ReadonlyMap<string, string> = new Map(
  [...readFileSync(PAGE, 'utf8').matchAll(ROW)].flatMap(([, collections = '', key = '']) =>
    [...collections.matchAll(/\w+/g)].map(([collection]) => [collection, key] as const),
  ),
);
