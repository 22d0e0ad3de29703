import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { zipOf } from '../../../src/formats/files/zip';
import { createLogger } from '../../../src/observability/logger';
import { openDatabase } from '../../../src/server/database';
import { openDoctor } from '../../../src/storage/integrity/open-doctor';
import { liftEntry, liftOf, writtenFile } from '../../support/canonical-lift';
import { runCommand } from '../../support/command';
import { startGateway, type TestGateway } from '../../support/gateway';
import { withModels } from '../../support/dumps';
import { type MediaServer, png, startWithMedia, type StoredMedia, wav } from '../../support/media-files';

const silent = createLogger({ logLevel: 'silent' });
const databaseOf = ({ MONGODB_URI: mongodbUri, DATA_DIR: dataDir = '' }: TestGateway['env']) => ({
  mongodbUri,
  dataDir,
});

let at: MediaServer;
let other: TestGateway;

beforeAll(async () => {
  at = await startWithMedia();
  other = await startGateway({ RATE_LIMITS: 'off', ...at.server.env });
});
afterAll(async () => {
  await other.close();
  await at.server.close();
});

test('two processes store equal files at once, and the last one that goes takes the content along', async () => {
  const number = await at.newArticle();
  const bytes = wav(300_000);
  const urls = [at.server.url, other.url];
  const added = await Promise.all(
    urls.map((url, i) => at.add(bytes, 'so.wav', number, { url, who: i === 0 ? 'binta' : 'admin' })),
  );
  expect(added.map(({ media }) => media.name).sort()).toEqual(['so-2.wav', 'so.wav']);
  const [first, second] = added.map(({ media }) => media);
  const removed = await Promise.all(
    [first, first].map((media, i) => at.remove(media?.mediaId ?? '', 'binta', urls[i])),
  );
  expect(removed.map(({ code }) => code).sort()).toEqual(['NOT_FOUND', 'done']);
  const left = await fetch(`${other.url}${second?.url ?? ''}`);
  expect(Buffer.from(await left.arrayBuffer()).equals(bytes)).toBe(true);
  await at.removeArticle(number);
  expect(await at.usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('the doctor mends counts of contents, removes what no file has, and reports what is damaged', async () => {
  const number = await at.newArticle();
  const bytes = wav(300_000);
  const whole = await at.add(bytes, 'whole.wav', number);
  const broken = await at.add(wav(91), 'broken.wav', number);
  const database = await openDatabase(databaseOf(at.server.env), silent);
  const doctor = await openDoctor(database.address);
  const examine = async (mends: boolean): Promise<string[]> => {
    const sentences: string[] = [];
    for await (const { problems } of doctor.examine(mends))
      sentences.push(...problems.map(({ sentence }) => sentence));
    return sentences;
  };

  const before = await examine(false);
  await withModels(at.server.env, async ({ mediaFiles, mediaChunks }) => {
    await mediaFiles.updateOne({ sha256: whole.media.sha256 }, { $set: { references: 5 } });
    await mediaChunks.updateOne({ sha256: broken.media.sha256 }, { $set: { content: Buffer.from('x') } });
    await mediaChunks.create([
      { dictionaryId: 'bam', sha256: 'f'.repeat(64), at: 0, content: Buffer.from('y') },
    ]);
  });
  const damaged = await examine(true);
  const after = await examine(false);
  await doctor.close();
  await database.close();
  await at.removeArticle(number);

  const lost = `bam: the content of broken.wav of article ${number} is damaged or missing`;
  expect(before).toEqual([]);
  expect(damaged.sort()).toEqual(
    [
      lost,
      `bam: the content of whole.wav of article ${number} is counted wrongly`,
      `bam: the content ${'f'.repeat(64)} is kept and no file has it`,
    ].sort(),
  );
  expect(after).toEqual([lost]);
  expect(await at.usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('a deleted dictionary takes its files along', async () => {
  await at.rest('POST', '/lexicon/metadata', {
    token: at.admin,
    body: { metadata: { id_dico: 'gone' } },
  });
  const create = `mutation { createArticle(dictionary: "gone", input: { source: { entry: { headword: "so" } } }) { article { number } userErrors { code } } }`;
  const { data } = await at.graphql(create, {}, at.admin);
  const { number } = data['createArticle'] as { number: number };
  const uploaded = await at.upload(wav(95), 'so.wav', 'admin');
  const { media } = await at.ask(
    `mutation ($upload: ID!, $number: ID!) { createMedia(dictionary: "gone", number: $number, upload: $upload) { media { url } userErrors { code } } }`,
    { upload: uploaded, number: String(number) },
    'admin',
  );
  expect((await at.get(media.url)).status).toBe(200);
  const gone =
    'mutation { deleteDictionary(dictionary: "gone", confirm: "gone") { deletedId userErrors { code } } }';
  await at.graphql(gone, {}, at.admin);

  expect((await at.get(media.url)).status).toBe(404);
  await withModels(at.server.env, async ({ media: all, mediaFiles, mediaChunks, usages }) => {
    const left = [all, mediaFiles, mediaChunks].map((model) =>
      (model as typeof all).countDocuments({ dictionaryId: 'gone' }),
    );
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
    expect(await usages.countDocuments({ _id: 'media:gone' })).toBe(0);
  });
});

test('a recording whose content goes while it is sent ends the connection', async () => {
  const number = await at.newArticle();
  const { media } = await at.add(wav(600_000), 'gone.wav', number);
  await withModels(at.server.env, async ({ mediaChunks }) => {
    await mediaChunks.deleteOne({ sha256: media.sha256, at: 262_144 });
  });

  const response = await at.get(media.url);
  expect(response.headers.get('content-length')).toBe('600044');
  await expect(response.arrayBuffer()).rejects.toThrow();
  await expect(at.get(media.url, { range: 'bytes=300000-300010' })).rejects.toThrow();
  await at.removeArticle(number);
});

/** A package as FieldWorks makes one: a folder with the file, and folders of recordings and pictures. */
async function packaged(text: string, files: Readonly<Record<string, Buffer>>): Promise<string> {
  const all = Object.entries({ 'words.lift': Buffer.from(text), ...files });
  const parts = all.map(([name, bytes]) => ({ name: `words/${name}`, content: Readable.from([bytes]) }));
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(parts)) pieces.push(piece);
  const path = writtenFile('', 'words.zip');
  writeFileSync(path, Buffer.concat(pieces));
  return path;
}

const spoken = (id: string, hrefs: readonly string[]): string =>
  liftEntry(id, 'goat').replace(
    '<sense ',
    `${hrefs.map((href) => `<pronunciation><media href="${href}"/></pronunciation>`).join('')}<sense `,
  );

const ILLUSTRATION =
  '<illustration href="goat.png"><label><form lang="en"><text> a goat </text></form></label></illustration>';
const BROUGHT =
  '{ articles(filter: { dictionary: "brought" }) { nodes { media { name kind size description url } } } }';

test('a package brings recordings and pictures, names those that it cannot, and is taken back with them', async () => {
  const run = (command: string, ...args: string[]) =>
    runCommand(command, args, { ...at.server.env, DICTIONARY_MAX_MEDIA: '3' });
  const sound = wav(700_000);
  const path = await packaged(
    liftOf(
      spoken('1', ['ba.wav', 'https://example.org/ba.wav']).replace('</sense>', `${ILLUSTRATION}</sense>`),
      spoken('2', ['film.wav', 'gone.wav', '../none.wav', 'file:///C:/all/audio/large.wav']),
      spoken('3', ['audio\\cut.wav', 'twice/ba.wav', 'ba.wav']),
    ),
    {
      'audio/ba.wav': sound,
      'audio/film.wav': Buffer.from('<svg/>'),
      'audio/large.wav': wav(15 * 1024 * 1024),
      'audio/cut.wav': wav(300_000),
      'twice/ba.wav': wav(2),
      'pictures/goat.png': png(4, 3),
    },
  );

  const dry = await run('import', path, '--dictionary=brought', '--dry-run');
  expect(dry).toMatchObject({ code: 0 });
  for (const said of [
    'Recordings and pictures: 4 stored, 0 unchanged, 3 refused, 2 missing.',
    'words/audio/film.wav: The content of film.wav is no recording or picture of a known type',
    'words/audio/large.wav: A recording or picture has at most 15728640 bytes, and this one 15728684',
    'words/audio/ba.wav: The article has another file of this name',
    'there is no file gone.wav',
    'there is no file ../none.wav',
  ])
    expect(dry.stdout).toContain(said);
  expect((await at.graphql(BROUGHT)).data).toEqual({ articles: { nodes: [] } });

  // The dictionary may have three.
  const first = await run('import', path, '--dictionary=brought');
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('3 stored, 0 unchanged, 4 refused, 2 missing.');
  expect(first.stdout).toMatch(/Entry 3, line \d+, column \d+: words\/twice\/ba\.wav: .*\b3\b/u);
  const { data } = await at.graphql(BROUGHT);
  const [one, two, three] = (data as { articles: { nodes: { media: StoredMedia[] }[] } }).articles.nodes;
  expect(one?.media).toMatchObject([
    { name: 'ba.wav', kind: 'AUDIO', size: sound.length, description: null },
    { name: 'goat.png', kind: 'PICTURE', size: 33, description: 'a goat' },
  ]);
  expect(two?.media).toEqual([]);
  expect(three?.media).toMatchObject([{ name: 'cut.wav', kind: 'AUDIO', size: 300_044 }]);
  const got = await at.get(one?.media[0]?.url ?? '');
  expect(Buffer.from(await got.arrayBuffer()).equals(sound)).toBe(true);

  const again = await run('import', path, '--dictionary=brought');
  expect(again.stdout).toContain('0 stored, 3 unchanged, 4 refused');
  expect(again.stdout).toContain('Nothing changed.');
  expect((await at.graphql(BROUGHT)).data).toEqual(data);

  const { stdout: list } = await run('imports', 'list', 'brought');
  expect(await run('imports', 'undo', list.slice(0, list.indexOf(' ')))).toMatchObject({ code: 0 });
  expect((await at.graphql(BROUGHT)).data).toEqual({ articles: { nodes: [] } });
  await withModels(at.server.env, async ({ media }) => {
    expect(await media.countDocuments({ dictionaryId: 'brought' })).toBe(0);
  });
});

test('a folder as FieldWorks writes it brings its recordings, also by the file in it', async () => {
  const path = writtenFile(liftOf(spoken('1', ['ba.wav', '../ba.wav', 'gone.wav'])), 'words.lift');
  mkdirSync(join(dirname(path), 'audio'));
  writeFileSync(join(dirname(path), 'audio', 'ba.wav'), wav(400));
  const run = (from: string) => runCommand('import', [from, '--dictionary=walked'], at.server.env);

  const first = await run(dirname(path));
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('1 stored, 0 unchanged, 0 refused, 1 missing.');
  const again = await run(path);
  expect(again.stdout).toContain('0 stored, 1 unchanged, 0 refused, 1 missing.');
});

test('an uploaded package says what it would store, and stores it for whoever began the import', async () => {
  const path = await packaged(liftOf(spoken('1', ['ba.wav', 'gone.wav'])), { 'audio/ba.wav': wav(500) });
  const uploadId = await at.upload(readFileSync(path), 'words.zip', 'admin');
  const ask = async (name: string, text: string) => {
    const { data, errors } = await at.graphql(text, {}, at.admin);
    expect(errors).toEqual([]);
    return data[name];
  };
  const begin = `mutation { createImport(upload: "${uploadId}", dictionary: "sent") { dictionaryImport { importId } } }`;
  const { dictionaryImport } = (await ask('createImport', begin)) as {
    dictionaryImport: { importId: string };
  };
  const named = `import: "${dictionaryImport.importId}"`;
  const reportIn = async (state: string): Promise<unknown> => {
    for (;;) {
      const one = (await ask('dictionaryImport', `{ dictionaryImport(${named}) { state report } }`)) as {
        state: string;
        report: unknown;
      };
      if (one.state === state) return one.report;
      expect(['CHECKING', 'STORING']).toContain(one.state);
      await sleep(20);
    }
  };

  const found = {
    media: { stored: 1, unchanged: 0, refused: 0, missing: 1 },
    problems: [{ code: 'MISSING_FILE', entry: 1, message: 'there is no file gone.wav' }],
  };
  expect(await reportIn('WAITING')).toMatchObject(found);
  await ask('acceptImport', `mutation { acceptImport(${named}) { dictionaryImport { state } } }`);
  expect(await reportIn('DONE')).toMatchObject(found);
  const stored = await ask(
    'articles',
    '{ articles(filter: { dictionary: "sent" }) { nodes { media { name addedBy } } } }',
  );
  expect(stored).toEqual({ nodes: [{ media: [{ name: 'ba.wav', addedBy: 'Root' }] }] });
});
