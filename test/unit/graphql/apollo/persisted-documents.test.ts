import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { graphqlServer, replyOf, type GraphqlServer, type Reply } from '../../support/apollo-server';

const DOCUMENT = 'query Hello { hello }';
const ID = hashOf(DOCUMENT);
const OTHER = '{ plain }';

let folder: string;
let server: GraphqlServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manifest-'));
});
afterEach(async () => {
  await server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function manifest(name: string, content: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

async function start(files: readonly string[], { isOnly = false } = {}): Promise<GraphqlServer> {
  const config = { introspection: true, persistedDocuments: files, persistedDocumentsOnly: isOnly };
  server = await graphqlServer({ config });
  return server;
}

async function post(body: object): Promise<Reply> {
  const headers = { 'Content-Type': 'application/json' };
  return replyOf(
    await fetch(`${server?.url ?? ''}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
}

async function get(parameters: Readonly<Record<string, string>>): Promise<Reply> {
  const search = new URLSearchParams(parameters).toString();
  const headers = { 'Apollo-Require-Preflight': 'true' };
  return replyOf(await fetch(`${server?.url ?? ''}/graphql?${search}`, { headers }));
}

const apq = (id: string) => ({ persistedQuery: { version: 1, sha256Hash: id } });

describe('a document of a manifest', () => {
  it.each([
    ['of graphql-codegen and Relay', { [ID]: DOCUMENT }],
    [
      'of Apollo',
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: ID, name: 'Hello', type: 'query', body: DOCUMENT }],
      },
    ],
  ])('%s is executed by each of its names', async (_, content) => {
    await start([manifest('a.json', content)]);

    const replies = await Promise.all([
      post({ documentId: ID }),
      post({ documentId: `sha256:${ID}`, variables: {}, operationName: 'Hello' }),
      post({ extensions: apq(ID) }),
      post({ query: null, extensions: apq(ID) }),
      get({ documentId: ID }),
      get({ extensions: JSON.stringify(apq(ID)) }),
    ]);

    for (const { status, body } of replies) {
      expect([status, body]).toEqual([200, { data: { hello: 'hello' } }]);
    }
  });

  it('is found in each of several manifests, and another text under its name is refused', async () => {
    await start([manifest('a.json', { [ID]: DOCUMENT }), manifest('b.json', { [hashOf(OTHER)]: OTHER })]);

    expect((await post({ documentId: hashOf(OTHER) })).body).toEqual({ data: { plain: 'plain' } });
    expect((await post({ documentId: ID, query: OTHER })).status).toBe(400);
  });

  it('that the schema does not allow is logged, and answered with its errors', async () => {
    const outdated = '{ helo }';
    const { log } = await start([manifest('a.json', { [hashOf(outdated)]: outdated })]);

    expect(log.text()).toContain('Cannot query field');
    expect((await post({ documentId: hashOf(outdated) })).body.errors?.[0]?.extensions['code']).toBe(
      'GRAPHQL_VALIDATION_FAILED',
    );
  });
});

it.each([
  ['unknown', { documentId: 'f'.repeat(64) }, 200, 'PERSISTED_QUERY_NOT_FOUND'],
  ['no text', { documentId: 5 }, 400, 'INVALID_INPUT'],
  ['two', { documentId: ID, extensions: apq('f'.repeat(64)) }, 400, 'INVALID_INPUT'],
])('a name that is %s is refused', async (_, body, status, code) => {
  await start([manifest('a.json', { [ID]: DOCUMENT })]);

  const reply = await post(body);

  expect([reply.status, reply.body.errors?.[0]?.extensions['code']]).toEqual([status, code]);
});

describe('where only persisted documents are executed', () => {
  beforeEach(() => start([manifest('a.json', { [ID]: DOCUMENT })], { isOnly: true }));

  it('they are, by name or in full', async () => {
    for (const body of [{ documentId: ID }, { query: DOCUMENT }, { query: DOCUMENT, extensions: apq(ID) }]) {
      expect((await post(body)).body).toEqual({ data: { hello: 'hello' } });
    }
  });

  it.each([
    ['in full', { query: OTHER }],
    ['with its hash', { query: OTHER, extensions: apq(hashOf(OTHER)) }],
    ['with the hash of one that is', { query: OTHER, extensions: apq(ID) }],
    ['in another spelling', { query: `${DOCUMENT} ` }],
  ])('another is refused %s, and not learned', async (_, body) => {
    const reply = await post(body);

    expect(reply.status).toBe(403);
    expect(reply.body.errors?.[0]).toMatchObject({
      message: expect.stringContaining('persisted documents only') as string,
      extensions: { code: 'FORBIDDEN' },
    });
    expect((await post({ extensions: apq(hashOf(body.query)) })).body.data).toBeUndefined();
    expect((await get({ query: OTHER })).status).toBe(403);
  });
});

it.each([
  ['that is absent', () => join(folder, 'none.json'), /none\.json cannot be read: ENOENT/],
  ['that is no JSON', () => manifest('a.json', '{'), /a\.json cannot be read: (?!SyntaxError).*JSON/],
  [
    'with other names',
    () => manifest('a.json', { hello: DOCUMENT }),
    /not a manifest of documents by SHA-256/,
  ],
  ['with a wrong hash', () => manifest('a.json', { [ID]: OTHER }), new RegExp(`the SHA-256 of ${ID} is `)],
])('a manifest %s stops the start', async (_, file, message) => {
  await expect(start([file()])).rejects.toThrow(message);
});
