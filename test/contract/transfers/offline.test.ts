import { createHash, createPublicKey, verify } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';

/** The dictionary of a test: each has one that nothing has changed yet. */
let id: string;
let dictionaries = 0;

/** In two blocks of numbers, since there is a file for each. */
const NUMBERS = [...Array(60).keys()].flatMap((n) => [n + 1, n + 1025]).sort((a, b) => a - b);
const WORDS = NUMBERS.length;
const HIDDEN = 1100;

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
});

beforeEach(async () => {
  id = `qaa_fr_offline_${String(++dictionaries)}`;
  const lines = NUMBERS.map((number) => nounLine(id, number, `word${String(number)}`));
  const hidden = { ...nounLine(id, HIDDEN, 'secretword'), disable_article: true };
  await accounts.server.load(dictionaryFolder(id, [...lines, hidden]));
});

afterAll(() => accounts.server.close());

interface Manifest {
  readonly generation: string;
  readonly seq: number;
  readonly articles: number;
  readonly files: readonly { readonly sha256: string; readonly bytes: number; readonly articles: number }[];
}

interface Copy {
  readonly manifest: Manifest;
  readonly signature: string;
  readonly publicKey: string;
}

type Line = readonly [number: number, publicId: string, revision: number, article: object];

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  accounts.rest('GET', `/offline/${id}/${path}`, { headers });

const manifest = async () => (await get('manifest.json')).body as unknown as Copy;

/** The bytes of a response as they are sent. */
function raw(path: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; headers: Readonly<Record<string, unknown>>; bytes: Buffer }>(
    (resolve, reject) => {
      request(`${accounts.server.url}/offline/${id}/${path}`, { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, bytes: Buffer.concat(chunks) });
        });
      })
        .on('error', reject)
        .end();
    },
  );
}

/** All articles of a manifest, by number; each file is checked by its name. */
async function articlesOf({ files }: Manifest): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const { sha256, bytes, articles } of files) {
    const { bytes: body, headers } = await raw(`${sha256}.jsonl`, { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], body.length]).toEqual(['br', bytes]);
    const text = brotliDecompressSync(body);
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    const lines = text.toString().trimEnd().split('\n');
    expect(lines).toHaveLength(articles);
    for (const line of lines) {
      const [number, publicId, revision, article] = JSON.parse(line) as Line;
      found.set(number, JSON.stringify([publicId, revision, article]));
    }
  }
  return found;
}

interface End {
  readonly next: number;
  readonly more: boolean;
  readonly rebase: boolean;
  readonly generation: string;
}

/** Takes over the changes behind a place, as a device does. */
async function follow(copy: Map<number, string>, after: number): Promise<End> {
  const { status, text, headers } = await get(`changes?after=${String(after)}&limit=7`);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  const lines = text.trimEnd().split('\n');
  const end = JSON.parse(lines.pop() ?? '') as End;
  for (const line of lines) {
    const change = JSON.parse(line) as { readonly gone: number } | { readonly article: Line };
    if ('gone' in change) copy.delete(change.gone);
    else {
      const [number, ...rest] = change.article;
      copy.set(number, JSON.stringify(rest));
    }
  }
  return end.more ? follow(copy, end.next) : end;
}

async function server(): Promise<Map<number, string>> {
  const { storage } = accounts.server.gateway;
  const all = await storage.articles.findAfter(id, 0, 10_000, {
    number: 1,
    publicId: 1,
    revision: 1,
    source: 1,
    isDisabled: 1,
  });
  const visible = all.filter(({ isDisabled }) => !isDisabled);
  return new Map(
    visible.map(({ number, publicId, revision, source }) => [
      number,
      JSON.stringify([publicId, revision, JSON.parse(source) as object]),
    ]),
  );
}

const mutate = async (mutation: string) => {
  const { errors } = await accounts.graphql(`mutation { ${mutation} }`, {}, accounts.admin);
  expect(errors).toEqual([]);
};
const named = (number: number) => `dictionary: "${id}", number: "${String(number)}"`;
const setDisabled = (number: number, isDisabled: boolean) =>
  mutate(
    `setArticleDisabled(${named(number)}, isDisabled: ${String(isDisabled)}) { userErrors { message } }`,
  );

test('the files of the signed manifest contain what everyone can see, also in a changed dictionary', async () => {
  const first = await manifest();
  const copy = await articlesOf(first.manifest);

  expect(first.manifest.articles).toBe(WORDS);
  expect([...copy]).toEqual([...(await server())]);
  expect(await follow(copy, first.manifest.seq)).toMatchObject({ more: false, rebase: false });

  await mutate(
    `updateArticle(${named(3)}, input: { content: { type: "other" } }) { userErrors { message } }`,
  );
  await mutate(`deleteArticle(${named(5)}) { userErrors { message } }`);
  await setDisabled(6, true);
  await setDisabled(HIDDEN, false);
  const { next } = await follow(copy, first.manifest.seq);
  expect([...copy].sort()).toEqual([...(await server())].sort());

  const second = await manifest();
  expect(second.manifest.seq).toBe(next);
  expect([...(await articlesOf(second.manifest))].sort()).toEqual([...copy].sort());
});

test('the signature is valid for the canonical manifest and for no other text', async () => {
  const { manifest: signed, signature, publicKey } = await manifest();
  const sorted = (_: string, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one;
  const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  const isRight = (text: string) => verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));

  expect(isRight(JSON.stringify(signed, sorted))).toBe(true);
  expect(isRight(JSON.stringify({ ...signed, seq: signed.seq + 1 }, sorted))).toBe(false);
  expect((await manifest()).publicKey).toBe(publicKey);
});

test('an article that is disabled leaves the files at once, also those of manifests that were sent before', async () => {
  const before = await manifest();
  await setDisabled(7, true);

  const file = before.manifest.files[0]?.sha256 ?? '';
  expect((await raw(`${file}.jsonl`, {})).status).toBe(404);
  const after = await manifest();
  expect([...(await articlesOf(after.manifest)).keys()]).not.toContain(7);
  // The other file is the same one.
  expect(after.manifest.files[1]).toEqual(before.manifest.files[1]);
});

test('a file is sent plain, as gzip and in ranges, and not again to a client that has it', async () => {
  const sha256 = (await manifest()).manifest.files[1]?.sha256 ?? '';
  const path = `${sha256}.jsonl`;
  const plain = await raw(path, {});
  const zipped = await raw(path, { 'accept-encoding': 'gzip' });

  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(gunzipSync(zipped.bytes)).toEqual(plain.bytes);
  expect(zipped.headers['cache-control']).toBe('public, max-age=31536000, s-maxage=60, immutable');
  const tag = String(zipped.headers['etag']);
  const rest = await raw(path, { 'accept-encoding': 'gzip', range: 'bytes=100-', 'if-range': tag });
  expect([rest.status, Buffer.concat([zipped.bytes.subarray(0, 100), rest.bytes])]).toEqual([
    206,
    zipped.bytes,
  ]);
  const other = await raw(path, { 'accept-encoding': 'br', range: 'bytes=100-', 'if-range': tag });
  expect(other.status).toBe(200);
  expect((await raw(path, { range: 'bytes=99999999-' })).status).toBe(416);
  const cached = await raw(path, { 'accept-encoding': 'gzip', 'if-none-match': tag });
  expect([cached.status, cached.bytes.length]).toEqual([304, 0]);
});

test('a client that has the manifest or all changes gets 304', async () => {
  const { headers, body } = await get('manifest.json');
  const repeated = await get('manifest.json', { 'if-none-match': headers.get('etag') ?? '' });
  expect([repeated.status, repeated.text]).toEqual([304, '']);

  const path = `changes?after=${String((body as unknown as Copy).manifest.seq)}`;
  const changes = await get(path);
  const none = await get(path, { 'if-none-match': changes.headers.get('etag') ?? '' });
  expect([changes.status, none.status]).toEqual([200, 304]);
  await setDisabled(8, true);
  const changed = await get(path, { 'if-none-match': changes.headers.get('etag') ?? '' });
  const linesIn = (text: string) => text.trimEnd().split('\n').length;
  expect([changed.status, linesIn(changed.text)]).toEqual([200, linesIn(changes.text) + 1]);
});

test('sequence numbers of another history are refused, and a device that is far behind is directed to the files', async () => {
  const { manifest: now } = await manifest();
  const statusOf = async (query: string) => (await get(`changes?${query}`)).status;

  expect(await statusOf(`after=${String(now.seq + 1)}`)).toBe(410);
  expect(await statusOf(`after=1&generation=1-none`)).toBe(410);
  expect(await statusOf(`after=1&generation=${now.generation}`)).toBe(200);
  expect(await statusOf('after=-1')).toBe(400);
  expect(await statusOf('after=x')).toBe(400);
  expect((await accounts.rest('GET', '/offline/none/changes')).status).toBe(404);
  expect((await accounts.rest('GET', '/offline/none/manifest.json')).status).toBe(404);
  expect((await get(`${'0'.repeat(64)}.jsonl`)).status).toBe(404);
  const { text } = await get('changes?after=0&limit=1');
  expect(JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ more: true, rebase: true });
});

test('GraphQL has the same changes, with the fields that are asked for', async () => {
  const { data } = await accounts.graphql(
    `{ dictionary(dictionary: "${id}") { changes(first: 2) { next hasMore changes { seq number: articleNumber article { headword } } } } }`,
  );

  expect(data['dictionary']).toEqual({
    changes: {
      next: 2,
      hasMore: true,
      changes: [1, 2].map((n) => ({ seq: n, number: n, article: { headword: `word${String(n)}` } })),
    },
  });
});

test('after old removals have been deleted, earlier sequence numbers are unknown', async () => {
  const { storage } = accounts.server.gateway;
  await setDisabled(8, true);
  const { seq } = (await manifest()).manifest;
  await storage.offline.removeOldRemovals(id, new Date(Date.now() + 1000));

  expect((await get('changes?after=1')).status).toBe(410);
  expect((await get('changes?after=0&limit=1')).status).toBe(200);
  expect((await get(`changes?after=${String(seq)}`)).status).toBe(200);
});

test('a change takes at most 60 bytes in addition to its article in the short form, and both forms are equivalent', async () => {
  const { manifest: now } = await manifest();
  await mutate(
    `createArticle(dictionary: "${id}", input: { source: { entry: { headword: "new" } } }) { userErrors { message } }`,
  );
  await setDisabled(9, true);
  const linesOf = async (path: string) =>
    (await get(`${path}?after=${String(now.seq)}&limit=1000`)).text.trimEnd().split('\n');
  const long = await linesOf('changes');
  const short = await linesOf('change-lines');

  expect(short.at(-1)).toBe(long.at(-1));
  expect(short.length).toBeGreaterThan(2);
  const sizes: number[] = [];
  for (const [i, line] of short.slice(0, -1).entries()) {
    const [seq, number, publicId, revision, article] = JSON.parse(line) as [number, ...Partial<Line>];
    expect(JSON.parse(long[i] ?? '')).toEqual(
      publicId === undefined
        ? { seq, gone: number }
        : { seq, article: [number, publicId, revision, article] },
    );
    if (publicId === undefined) continue;
    sizes.push(Buffer.byteLength(`${line}\n`) - Buffer.byteLength(JSON.stringify(article)));
    if (publicId.length === 36) expect(sizes.at(-1)).toBeGreaterThan(36);
  }
  expect(Math.max(...sizes)).toBeGreaterThan(36);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(60);
});
