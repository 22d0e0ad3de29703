import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { PROJECT_FOLDER } from '../server/project-folder';
import { buildSchema } from '../graphql/schema';
import { openApiDocument } from '../openapi/openapi-document';
import { rows } from '../rest/routes';

/** Writes `schema/schema.graphql` and `schema/openapi.json`; with `--check` it only says whether they are what would be written. */
const FOLDER = join(PROJECT_FOLDER, 'schema');
const NOTE = '# Written by `npm run schema` from src/graphql. Do not edit.\n\n';

const schema = buildSchema();
const openApi = openApiDocument({ schema, rows, operationsFolder: join(FOLDER, 'operations') });
const files: readonly (readonly [name: string, text: string])[] = [
  ['schema.graphql', `${NOTE}${printSchema(lexicographicSortSchema(schema))}\n`],
  ['openapi.json', `${JSON.stringify(openApi, null, 1)}\n`],
];

for (const [name, text] of files) {
  const file = join(FOLDER, name);
  if (!process.argv.includes('--check')) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`schema/${name} is not what the sources say: run npm run schema.`);
    process.exitCode = 1;
  }
}
