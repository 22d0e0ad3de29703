// Generates clients from the published documents with the generators that developers use. A process of its own, because they are
// modules that tests cannot load. Usage: node generate.mjs FOLDER, which has documents.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/client-preset';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { createClient } from '@hey-api/openapi-ts';
import { buildSchema, introspectionFromSchema, parse } from 'graphql';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate as orval } from 'orval';
import relay from 'relay-compiler';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = process.argv[2];
const at = (...names) => join(folder, ...names);
const { documents, scalars } = JSON.parse(readFileSync(at('documents.json'), 'utf8'));
const schemaFile = join(root, 'schema', 'schema.graphql');
const sdl = readFileSync(schemaFile, 'utf8');

for (const name of ['openapi', 'openapi-operations']) {
  const input = join(root, 'schema', `${name}.json`);
  writeFileSync(at(`${name}.types.ts`), astToString(await openapiTS(new URL(`file://${input}`))));
  await createClient({ input, logs: { level: 'silent' }, output: at(`hey-${name}`) });
  await orval(
    { input, output: { target: at(`orval-${name}`, 'client.ts'), client: 'fetch', mode: 'split' } },
    folder,
  );
}

const schemaAst = buildSchema(sdl);
const outputs = await preset.buildGeneratesSection({
  baseOutputDir: `${at('codegen')}/`,
  schema: parse(sdl),
  schemaAst,
  documents: documents.map(({ name, text }) => ({
    location: at(`${name}.ts`),
    document: parse(text),
    rawSDL: text,
  })),
  config: { scalars, strictScalars: true, enumsAsTypes: true },
  presetConfig: {},
  plugins: [],
  pluginMap: {},
  pluginContext: {},
});
for (const output of outputs) {
  mkdirSync(dirname(output.filename), { recursive: true });
  writeFileSync(output.filename, await codegen(output));
}

const introspection = minifyIntrospection(introspectionFromSchema(schemaAst));
mkdirSync(at('tada'));
writeFileSync(
  at('tada', 'introspection.d.ts'),
  outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
);

/** What the directives of Relay need of payloads: a created edge for a list, and the identifier that leaves one. */
const RELAY_ALONE = [
  {
    name: 'AppendEdge',
    text: `mutation AppendEdgeMutation($input: CreateCommentInput!, $connections: [ID!]!) {
      createComment(input: $input) { commentEdge @appendEdge(connections: $connections) { cursor node { id } } } }`,
  },
  {
    name: 'DeleteEdge',
    text: `mutation DeleteEdgeMutation($id: ID!, $connections: [ID!]!) {
      deleteComment(id: $id) { deletedId @deleteEdge(connections: $connections) } }`,
  },
];

mkdirSync(at('relay'));
for (const { name, text } of [...documents, ...RELAY_ALONE]) {
  const tagged = `import { graphql } from 'react-relay';\nexport default graphql\`\n${text}\`;\n`;
  writeFileSync(at('relay', `${name}.ts`), tagged);
}
const settings = {
  src: './relay',
  schema: schemaFile,
  language: 'typescript',
  customScalarTypes: scalars,
  eagerEsModules: true,
};
writeFileSync(at('relay.config.json'), JSON.stringify(settings));
execFileSync(relay, [at('relay.config.json')], { cwd: folder, stdio: 'pipe' });
