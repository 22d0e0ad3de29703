import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import ts from 'typescript';
import { examplesOf } from '../../src/web/playground/examples';

const ROOT = join(__dirname, '..', '..');
const SCHEMA = buildSchema(readFileSync(join(ROOT, 'schema', 'schema.graphql'), 'utf8'));

/** Rows of the table in the documentation: the name of a scalar, and its type in TypeScript. */
const ROW = /^\| `(\w+)` +\|.*\| `([^`]+)` +\|$/gm;

/** The mapping that developers copy. */
function documentedScalars(): Readonly<Record<string, string>> {
  const [, section = ''] = readFileSync(join(ROOT, 'docs', 'graphql.md'), 'utf8').split('## Types and names');
  const [table = ''] = section.split('\n## ');
  return Object.fromEntries(
    [...table.matchAll(ROW)]
      .filter(([, name]) => name !== 'Int')
      .map(([, name = '', type = '']) => [name, type.replaceAll('\\|', '|')] as const),
  );
}

const SCALARS = Object.values(SCHEMA.getTypeMap())
  .filter((type) => isScalarType(type) && !isSpecifiedScalarType(type))
  .map(({ name }) => name);

test('the documentation has a type for each scalar of the schema', () => {
  expect(Object.keys(documentedScalars())).toEqual(expect.arrayContaining(SCALARS));
});

/** The examples of the playground as documents, named as Relay wants them: after their file. */
function documents(): readonly { readonly name: string; readonly text: string }[] {
  return examplesOf(SCHEMA).map(({ kind, name, query }) => {
    const module = `${name.charAt(0).toUpperCase()}${name.slice(1)}Example`;
    const operation = module + (kind === 'query' ? 'Query' : 'Mutation');
    return { name: module, text: query.replace(/^(query|mutation) \w+/, `$1 ${operation}`) };
  });
}

const TADA = `import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './introspection.d.ts';
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>();
`;

/** Uses each generated client as an application does, so that types that are too wide do not compile. */
const USES: Readonly<Record<string, string>> = {
  'use-codegen.ts': `import type { SearchExampleQueryQuery } from './codegen/graphql';
export const count = (data: SearchExampleQueryQuery): string | undefined => data.search.nodes[0]?.article.headword?.toUpperCase();
`,
  'use-tada.ts': `import { graphql } from './tada/graphql';
import type { ResultOf } from 'gql.tada';
const Me = graphql(\`query { me { username createdAt } }\`);
export const name = (data: ResultOf<typeof Me>): string | undefined => data.me?.username.toUpperCase();
export const since = (data: ResultOf<typeof Me>): string | undefined => data.me?.createdAt.slice(0, 10);
`,
  'use-relay.ts': `import type { SearchExampleQuery } from './relay/__generated__/SearchExampleQuery.graphql';
export const name = (data: SearchExampleQuery['response']): string | null | undefined => data.search.nodes[0]?.article.headword;
`,
  'use-rest.ts': `import type { operations } from './openapi-operations.types';
import { listArticleEntriesInDictionary } from './hey-openapi-operations';
import { listArticleEntriesInDictionary as orval } from './orval-openapi-operations/client';
type Entries = operations['listArticleEntriesInDictionary']['responses'][200]['content']['application/json'];
export const numbers = (data: Entries): number[] => data.entries.map(({ id_article }) => id_article);
export async function both(): Promise<unknown> {
  const { data } = await listArticleEntriesInDictionary({ path: { dictionary_id: 'd' }, query: { limit: 2 } });
  return [data?.entries, (await orval('d', { limit: 2 })).status];
}
`,
};

describe('the clients that generators write from the published documents', () => {
  let folder: string;

  beforeAll(() => {
    // In the project, so that what they import is found; git ignores the name.
    folder = mkdtempSync(join(ROOT, '.dist-clients-'));
    const scalars = documentedScalars();
    writeFileSync(join(folder, 'documents.json'), JSON.stringify({ documents: documents(), scalars }));
    execFileSync(process.execPath, [join(__dirname, 'generate.mjs'), folder], { stdio: 'pipe' });
    const types = Object.entries(scalars).map(([name, type]) => `${name}: ${type};`);
    mkdirSync(join(folder, 'tada'), { recursive: true });
    writeFileSync(join(folder, 'tada', 'graphql.ts'), `${TADA}interface Scalars { ${types.join(' ')} }\n`);
    for (const [name, text] of Object.entries(USES)) writeFileSync(join(folder, name), text);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  test('compile, by openapi-typescript, hey-api, orval, graphql-codegen, gql.tada and Relay', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const program = ts.createProgram(
      files.map((name) => join(folder, name)),
      {
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        allowImportingTsExtensions: true,
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: [],
      },
    );

    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => [
        file?.fileName.slice(folder.length),
        ts.flattenDiagnosticMessageText(messageText, '\n'),
      ]);

    expect(faults).toEqual([]);
    for (const generator of [
      'openapi.types',
      'hey-openapi/',
      'orval-openapi/',
      'codegen/',
      'tada/',
      '__generated__/',
    ])
      expect([generator, files.some((name) => name.includes(generator))]).toEqual([generator, true]);
  });
});
