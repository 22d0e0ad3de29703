import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { base64, type TusClient, tusClient, wordTable } from '../../support/tus';

let accounts: AccountServer;
let client: TusClient;

beforeAll(async () => {
  accounts = await startWithAccounts();
  client = tusClient(accounts);
});
afterAll(() => accounts.server.close());

test('a file whose upload breaks twenty times arrives complete', async () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => `line ${String(i)}\n`).join(''));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const metadata = `filename ${base64('words.csv')},sha256 ${base64(sha256)}`;
  const path = (await client.begin(bytes.length, metadata)).headers.get('location') ?? '';

  for (let i = 1; i <= 20; i++) {
    const offset = await reached(path);
    await broken(path, offset, bytes.subarray(offset, Math.floor((bytes.length * i) / 22)));
  }
  let status = 0;
  // What was sent before the last break may still be stored: then the offset is another one.
  while (status !== 204) {
    const offset = await reached(path);
    ({ status } = await client.append(path, offset, bytes.subarray(offset)));
  }
  expect(await reached(path)).toBe(bytes.length);

  const { uploads } = accounts.server.gateway;
  const stored: Buffer[] = [];
  for await (const part of (await uploads.read(path.split('/').at(-1) ?? '')).bytes) stored.push(part);
  expect(Buffer.concat(stored).equals(bytes)).toBe(true);
});

/** Sends a part of what is announced, and breaks the connection. */
async function broken(path: string, offset: number, part: Buffer): Promise<void> {
  const { hostname, port } = new URL(accounts.server.url);
  const socket = connect(Number(port), hostname);
  const head = [
    `PATCH ${path} HTTP/1.1`,
    'host: x',
    `x-access-token: ${accounts.admin}`,
    'tus-resumable: 1.0.0',
    'content-type: application/offset+octet-stream',
    `upload-offset: ${String(offset)}`,
    'transfer-encoding: chunked',
  ];
  socket.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${part.length.toString(16)}\r\n`);
    socket.write(part, () => {
      resolve();
    });
  });
  // The bytes are on their way; nothing says that they are stored.
  await sleep(20);
  socket.destroy();
}

async function reached(path: string): Promise<number> {
  return Number((await client.send('HEAD', path)).headers.get('upload-offset'));
}

test('OPTIONS returns the capabilities of the server, without a login', async () => {
  const { status, headers } = await client.send('OPTIONS', '/import/uploads');

  expect(status).toBe(204);
  expect(headers.get('tus-version')).toBe('1.0.0');
  expect(headers.get('tus-extension')?.split(',')).toEqual(
    expect.arrayContaining(['creation', 'termination']),
  );
  expect(Number(headers.get('tus-max-size'))).toBeGreaterThan(1_000_000);
});

test('a page of another origin may send every request of tus and read its response', async () => {
  const asked = { origin: 'https://a.org', 'access-control-request-method': 'PATCH' };
  const preflight = await fetch(`${accounts.server.url}/import/uploads/x`, {
    method: 'OPTIONS',
    headers: asked,
  });
  const { headers } = await client.begin(5);

  expect(preflight.headers.get('access-control-allow-methods')?.split(',')).toEqual(
    expect.arrayContaining(['POST', 'HEAD', 'PATCH', 'DELETE']),
  );
  const readable = headers.get('access-control-expose-headers')?.split(',');
  expect(readable).toEqual(
    expect.arrayContaining(['Location', 'Tus-Resumable', 'Upload-Offset', 'Upload-Expires']),
  );
  await client.send('DELETE', headers.get('location') ?? '');
});

test('only admins upload', async () => {
  const as = (token: string) =>
    client.send('POST', '/import/uploads', { 'x-access-token': token, 'upload-length': '1' });

  expect([(await as(accounts.reader)).status, (await as('none')).status]).toEqual([403, 401]);
});

test.each([
  ['a path in the name', '5', `filename ${base64('../words.csv')}`, 400],
  ['a path of Windows in the name', '5', `filename ${base64('C:\\words.csv')}`, 400],
  ['no name', '5', '', 400],
  ['a name that is not base64', '5', 'filename words.csv', 400],
  ['no length', '', `filename ${base64('a.csv')}`, 400],
  ['a negative length', '-1', `filename ${base64('a.csv')}`, 400],
  ['a file that is too large', '99999999999', `filename ${base64('a.csv')}`, 413],
  ['a checksum that is none', '5', `filename ${base64('a.csv')},sha256 ${base64('x')}`, 400],
])('%s is refused', async (_, length, metadata, status) => {
  const response = await client.send('POST', '/import/uploads', {
    'upload-length': length,
    'upload-metadata': metadata,
  });

  expect(response.status).toBe(status);
  expect(JSON.parse(response.text)).toMatchObject({
    status,
    message: expect.stringMatching(/\w{4}/) as unknown,
  });
});

test('data that does not match the upload is refused and not stored', async () => {
  const path = (await client.begin(5)).headers.get('location') ?? '';
  const sum = (text: string) => ({
    'upload-checksum': `sha256 ${createHash('sha256').update(text).digest('base64')}`,
  });

  expect((await client.append(path, 1, 'abc')).status).toBe(409);
  expect((await client.append(path, 0, 'abcdef')).status).toBe(413);
  expect((await client.append(path, 0, 'abc', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await client.append(path, 0, 'abc', sum('abd'))).status).toBe(460);
  expect((await client.append(path, 0, 'abc', { 'upload-checksum': 'md9 x' })).status).toBe(400);
  expect((await client.append(path, 0, 'abc', { 'tus-resumable': '0.2.2' })).status).toBe(412);
  expect((await client.send('HEAD', path)).headers.get('upload-offset')).toBe('0');
  expect((await client.append(path, 0, 'abc', sum('abc'))).status).toBe(204);
  expect((await client.send('HEAD', path)).headers.get('upload-offset')).toBe('3');
  expect((await client.send('DELETE', path)).status).toBe(204);
  expect((await client.send('HEAD', path)).status).toBe(404);
});

test('an account can announce at most half of the total limit', async () => {
  const half = 2 ** 30 - 2 ** 20;
  const responses = [await client.begin(half), await client.begin(half), await client.begin(2 ** 22)];
  expect(responses.map(({ status }) => status)).toEqual([201, 201, 413]);
  for (const { headers } of responses.slice(0, 2)) await client.send('DELETE', headers.get('location') ?? '');
});

test('an account can have five uploads at the same time', async () => {
  const paths: string[] = [];
  let status = 201;
  while (status === 201 && paths.length < 10) {
    const response = await client.begin(5);
    status = response.status;
    paths.push(response.headers.get('location') ?? '');
  }

  expect(status).toBe(413);
  for (const path of paths) if (path !== '') await client.send('DELETE', path);
});

test('files of failed imports and of deleted dictionaries leave room for further uploads', async () => {
  const mutate = async (text: string) => {
    const { data, errors } = await accounts.graphql(`mutation { ${text} }`, {}, accounts.admin);
    expect(errors).toEqual([]);
    return data;
  };
  const files: string[] = [];
  const imported = async (dictionary: string, text: string, name: string) => {
    const upload = await client.upload(text, name);
    files.push(upload);
    const begun = `createImport(upload: "${upload}", dictionary: "${dictionary}") { dictionaryImport { publicId } }`;
    const { createImport } = (await mutate(begun)) as {
      createImport: { dictionaryImport: { publicId: string } };
    };
    const { publicId } = createImport.dictionaryImport;
    for (;;) {
      const query = `{ dictionaryImport(import: "${publicId}") { state } }`;
      const { data } = await accounts.graphql(query, {}, accounts.admin);
      const { state } = data['dictionaryImport'] as { state: string };
      if (state !== 'CHECKING') return state;
      await sleep(20);
    }
  };

  for (let round = 1; round <= 3; round++) {
    expect(await imported(`failed_${String(round)}`, '<lift version="0.13"><entry>', 'words.lift')).toBe(
      'FAILED',
    );
    const id = `deleted_${String(round)}`;
    await mutate(`createDictionary(input: { publicId: "${id}", longName: "Words" }) { dictionary { id } }`);
    expect(await imported(id, wordTable(['a1', 'ada', 'un']), 'words.csv')).toBe('WAITING');
    await mutate(`deleteDictionary(dictionary: "${id}", confirm: "${id}") { dictionary { publicId } }`);
  }

  for (const upload of files)
    expect((await accounts.server.gateway.storage.uploads.parts(upload).next()).done).toBe(true);
});

test('an import ends when the account that began it may not import any more', async () => {
  const { importHistory, storage } = accounts.server.gateway;
  const created = await accounts.graphql(
    'mutation { createUser(input: { username: "importer", password: "a password to import by" }) { user { number } userErrors { message } } }',
    {},
    accounts.admin,
  );
  const { number } = created.data['createUser'] as { number: number };
  const metadata = { id_dico: 'left_1' };
  await accounts.rest('POST', '/lexicon/metadata', { token: accounts.admin, body: { metadata } });
  const { importId } = await importHistory.begin({
    dictionaryId: 'left_1',
    file: 'words.csv',
    by: 'importer',
    options: { overwrite: false, skipBadEntries: false, missing: 'keep' },
    uploadId: await client.upload(wordTable(['a1', 'ada', 'un'])),
    accountId: String(number),
    state: 'checking',
  });
  await storage.imports.update(
    importId,
    { state: 'storing', owner: null, until: null },
    { states: ['checking'] },
  );

  let ended = await importHistory.get(importId);
  while (ended.state !== 'failed') {
    expect(ended.state).not.toBe('done');
    await sleep(20);
    ended = await importHistory.get(importId);
  }
  expect(ended.problem).toMatch(/may not import/);
  const { body } = await accounts.rest('GET', '/lexicon/articles/left_1', { token: accounts.admin });
  expect(JSON.stringify(body)).not.toContain('ada');
});

test('an import names its dictionary by number as other operations do', async () => {
  const metadata = { id_dico: 'numbered_1' };
  await accounts.rest('POST', '/lexicon/metadata', { token: accounts.admin, body: { metadata } });
  const { data } = await accounts.graphql(
    '{ dictionary(dictionary: "numbered_1") { number } }',
    {},
    accounts.admin,
  );
  const { number } = data['dictionary'] as { number: number };
  const upload = await client.upload(wordTable(['a1', 'ada', 'un']));
  const created = await accounts.graphql(
    `mutation { createImport(upload: "${upload}", dictionary: "${String(number)}") { dictionaryImport { dictionaryId: dictionaryPublicId } userErrors { message } } }`,
    {},
    accounts.admin,
  );
  expect(created.data['createImport']).toMatchObject({ dictionaryId: 'numbered_1' });
});
