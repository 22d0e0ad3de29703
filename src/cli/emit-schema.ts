import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { PROJECT_FOLDER } from '../app/project-folder';
import { buildSchema } from '../graphql/schema';

/** Writes `schema/schema.graphql`; with `--check` it only says whether the file is what would be written. */
const FILE = join(PROJECT_FOLDER, 'schema', 'schema.graphql');
const NOTE = '# Written by `npm run schema` from src/graphql. Do not edit.\n\n';

const text = `${NOTE}${printSchema(lexicographicSortSchema(buildSchema()))}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('schema/schema.graphql is not what src/graphql says: run npm run schema.');
  process.exitCode = 1;
}
