import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { PROJECT_FOLDER } from '../server/project-folder';
import { buildSchema } from '../graphql/schema';
import { openApiDocument } from '../openapi/openapi-document';
import { operationsDocument } from '../openapi/operations-document';
import { routes } from '../rest/routes';
import { validateDocuments } from '../shared/documents';

const FOLDER = join(PROJECT_FOLDER, 'schema');
const NOTE = '# Written by `npm run schema` from src/graphql. Do not edit.\n\n';

export const schemaCommand = new Command('schema')
  .summary('write the GraphQL schema and the OpenAPI documents')
  .description(
    'Writes schema/schema.graphql, schema/openapi.json and schema/openapi-operations.json from the source code.',
  )
  .option('--check', 'only check that the files are current; exits with 1 if they are not', false)
  .action(emit);

function emit({ check }: { readonly check: boolean }): void {
  for (const [name, text] of emitted()) {
    const file = join(FOLDER, name);
    if (!check) writeFileSync(file, text);
    else if (readFileSync(file, 'utf8') !== text) {
      console.error(`schema/${name} is not current: run npm run schema.`);
      process.exitCode = 1;
    }
  }
}

function formattedJson(document: object): string {
  return `${JSON.stringify(document, null, 1)}\n`;
}

function emitted(): readonly (readonly [name: string, text: string])[] {
  const schema = buildSchema();
  for (const pages of ['reader', 'desk']) validateDocuments(schema, join(FOLDER, 'operations', pages));
  const options = { schema, definitions: routes, operationsFolder: join(FOLDER, 'operations') };
  return [
    ['schema.graphql', `${NOTE}${printSchema(lexicographicSortSchema(schema))}\n`],
    ['openapi.json', formattedJson(openApiDocument(options))],
    ['openapi-operations.json', formattedJson(operationsDocument(options))],
  ];
}
