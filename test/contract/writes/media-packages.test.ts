import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { openZip, readZipPart, zipOf } from '../../../src/formats/files/zip';
import { canonicalLift, liftEntry, liftOf, writtenFile } from '../../support/canonical-lift';
import { runCommand } from '../../support/command';
import { withModels } from '../../support/dumps';
import { type MediaServer, png, startWithMedia, type StoredMedia, wav } from '../../support/media-files';

let at: MediaServer;

beforeAll(async () => {
  at = await startWithMedia();
});
afterAll(() => at.server.close());

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

test('a package brings recordings and pictures, reports those that cannot be stored, and can be undone with them', async () => {
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
  for (const message of [
    'Recordings and pictures: 4 stored, 0 unchanged, 3 refused, 2 missing.',
    'words/audio/film.wav: The content of film.wav is not a recording or picture of a known type',
    'words/audio/large.wav: A recording or picture may have at most 15728640 bytes; this one has 15728684',
    'words/audio/ba.wav: The article already has a different file of this name',
    'there is no file gone.wav',
    'there is no file ../none.wav',
  ])
    expect(dry.stdout).toContain(message);
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
  const download = await at.get(one?.media[0]?.url ?? '');
  expect(Buffer.from(await download.arrayBuffer()).equals(sound)).toBe(true);

  const repeated = await run('import', path, '--dictionary=brought');
  expect(repeated.stdout).toContain('0 stored, 3 unchanged, 4 refused');
  expect(repeated.stdout).toContain('Nothing changed.');
  expect((await at.graphql(BROUGHT)).data).toEqual(data);

  const { stdout: list } = await run('imports', 'list', 'brought');
  expect(await run('imports', 'undo', list.slice(0, list.indexOf(' ')))).toMatchObject({ code: 0 });
  expect((await at.graphql(BROUGHT)).data).toEqual({ articles: { nodes: [] } });
  await withModels(at.server.env, async ({ media }) => {
    expect(await media.countDocuments({ dictionaryId: 'brought' })).toBe(0);
  });
});

test('unpacked files are removed if an import ends before it stores anything', async () => {
  const path = await packaged(liftOf(spoken('1', [])), {});
  const folder = join(dirname(path), 'unpacked');
  mkdirSync(folder);

  const args = [path, '--dictionary=kept', `--save-map=${join(folder, 'none', 'map.json')}`];
  const { code, stderr } = await runCommand('import', args, { ...at.server.env, TMPDIR: folder });

  expect([code, stderr]).toEqual([1, expect.stringContaining('ENOENT')]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder as FieldWorks writes it brings its recordings, also if the import names the file in it', async () => {
  const path = writtenFile(liftOf(spoken('1', ['ba.wav', '../ba.wav', 'gone.wav'])), 'words.lift');
  mkdirSync(join(dirname(path), 'audio'));
  writeFileSync(join(dirname(path), 'audio', 'ba.wav'), wav(400));
  const run = (from: string) => runCommand('import', [from, '--dictionary=walked'], at.server.env);

  const first = await run(dirname(path));
  expect(first).toMatchObject({ code: 0 });
  expect(first.stdout).toContain('1 stored, 0 unchanged, 0 refused, 1 missing.');
  const repeated = await run(path);
  expect(repeated.stdout).toContain('0 stored, 1 unchanged, 0 refused, 1 missing.');
});

test('a dry run of an uploaded package reports what it would store, and the import stores it for the user who began it', async () => {
  const path = await packaged(liftOf(spoken('1', ['ba.wav', 'gone.wav'])), { 'audio/ba.wav': wav(500) });
  const uploadId = await at.upload(readFileSync(path), 'words.zip', 'admin');
  const execute = async (name: string, text: string) => {
    const { data, errors } = await at.graphql(text, {}, at.admin);
    expect(errors).toEqual([]);
    return data[name];
  };
  const begin = `mutation { createImport(upload: "${uploadId}", dictionary: "sent") { dictionaryImport { importId: publicId } } }`;
  const { dictionaryImport } = (await execute('createImport', begin)) as {
    dictionaryImport: { importId: string };
  };
  const named = `import: "${dictionaryImport.importId}"`;
  const reportIn = async (state: string): Promise<unknown> => {
    for (;;) {
      const one = (await execute('dictionaryImport', `{ dictionaryImport(${named}) { state report } }`)) as {
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
  await execute('acceptImport', `mutation { acceptImport(${named}) { dictionaryImport { state } } }`);
  expect(await reportIn('DONE')).toMatchObject(found);
  const stored = await execute(
    'articles',
    '{ articles(filter: { dictionary: "sent" }) { nodes { media { name addedBy } } } }',
  );
  expect(stored).toEqual({ nodes: [{ media: [{ name: 'ba.wav', addedBy: 'Root' }] }] });
});

/** The files of a package by name. */
async function unpackedFiles(bytes: Uint8Array): Promise<ReadonlyMap<string, Buffer>> {
  const path = writtenFile('', 'read.zip');
  writeFileSync(path, bytes);
  const zip = await openZip(path);
  const files = new Map<string, Buffer>();
  for (const name of zip.names) {
    const parts: Buffer[] = [];
    for await (const part of readZipPart(zip, name)) parts.push(part);
    files.set(name, Buffer.concat(parts));
  }
  zip.close();
  return files;
}

test('an exported package or folder equals the imported one, with its recordings and pictures', async () => {
  const run = (command: string, ...args: string[]) => runCommand(command, args, at.server.env);
  const text = liftOf(
    spoken('1', ['ba.wav', 'audio/far/ba.wav']).replace('</sense>', `${ILLUSTRATION}</sense>`),
    spoken('2', ['file:///C:/all/audio/ba.wav', 'https://example.org/x.wav']),
  );
  const files = { 'audio/ba.wav': wav(300_000), 'audio/far/ba.wav': wav(31), 'pictures/goat.png': png(4, 3) };
  const path = await packaged(text, files);
  expect(await run('import', path, '--dictionary=returned')).toMatchObject({ code: 0 });
  const folder = dirname(path);
  const [zip, plain] = [join(folder, 'out.zip'), join(folder, 'plain.lift')];

  const packed = await run(
    'export',
    '--format=lift',
    '--out',
    zip,
    '--report',
    join(folder, 'r'),
    'returned',
  );
  expect(packed).toMatchObject({ code: 0 });
  expect(packed.stderr).not.toContain('recordings');
  const report = JSON.parse(readFileSync(join(folder, 'r'), 'utf8')) as { rows: readonly object[] };
  const row = { path: 'recordings and pictures', seen: 3, kept: 0 };
  expect(report.rows).toContainEqual({ ...row, typed: 3, dropped: 0 });
  const written = await unpackedFiles(readFileSync(zip));
  // The second recording of the name was not taken: its address is kept, and leads nowhere.
  expect([...written.keys()].sort()).toEqual(['audio/ba.wav', 'pictures/goat.png', 'returned.lift']);
  expect(canonicalLift(String(written.get('returned.lift')))).toBe(canonicalLift(text));
  for (const name of ['audio/ba.wav', 'pictures/goat.png'] as const)
    expect(written.get(name)?.equals(files[name])).toBe(true);

  for (const state of ['new', 'there already']) {
    const { code } = await run('export', '--format=lift', '--out', `${folder}/words/`, 'returned');
    expect([state, code]).toEqual([state, 0]);
    for (const [name, bytes] of written)
      expect(readFileSync(join(folder, 'words', name)).equals(bytes)).toBe(true);
    rmSync(join(folder, 'words', 'returned.lift'));
  }
  const { stderr } = await run('export', '--format=lift', '--out', plain, 'returned');
  expect(stderr).toContain('Left out: recordings and pictures: 3 of 3');
  expect(stderr).toContain('--out FOLDER/');
  const returned = await run('import', zip, '--dictionary=returned');
  expect(returned.stdout).toContain('3 unchanged');
  expect(returned.stdout).toContain('Nothing changed.');
});

test('a package over HTTP contains what its reader can see, with addresses for files that were added here', async () => {
  const [one, two, hidden] = [await at.newArticle(), await at.newArticle(), await at.newArticle()];
  const url = '/export/dictionaries/bam.lift.zip';
  const before = await at.get(url);
  await before.arrayBuffer();
  const sounds = [wav(300_000), wav(33), wav(34)];
  const names = ['so.wav', 'SO.wav', 'hidden.wav'];
  const added = [];
  for (const [i, number] of [one, two, hidden].entries())
    added.push(await at.add(sounds[i] ?? wav(1), names[i] ?? '', number));
  await at.add(png(5, 5), 'a?b.png', one, { input: { description: 'a hut', speaker: 'Awa' } });
  const hide = `mutation { setArticleDisabled(dictionary: "bam", number: "${hidden}", isDisabled: true) { userErrors { code } } }`;
  expect((await at.graphql(hide, {}, at.admin)).errors).toEqual([]);

  const sent = await at.get(url);
  expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(sent.headers.get('content-disposition')).toContain('"bam.lift.zip"');
  expect(sent.headers.get('etag')).not.toBe(before.headers.get('etag'));
  const files = await unpackedFiles(new Uint8Array(await sent.arrayBuffer()));
  expect([...files.keys()].sort()).toEqual(
    ['audio/SO-2.wav', 'audio/so.wav', 'bam.lift', 'pictures/a_b.png'].sort(),
  );
  expect(files.get('audio/so.wav')?.equals(sounds[0] ?? wav(1))).toBe(true);
  expect(files.get('audio/SO-2.wav')?.equals(sounds[1] ?? wav(1))).toBe(true);
  const lift = String(files.get('bam.lift')).replace(/>\s+</gu, '><');
  expect(lift).toContain('<pronunciation><media href="so.wav"/></pronunciation>');
  expect(lift).toContain('<pronunciation><media href="SO-2.wav"/></pronunciation>');
  expect(lift).toMatch(/<sense><illustration href="a_b.png"><label><form lang="\w+"><text>a hut</u);

  const lossesOf = async (format: string) => {
    const report = (await (await at.get(`/export/dictionaries/bam.${format}/losses`)).json()) as {
      rows: readonly { path: string; typed: number; dropped: number }[];
    };
    const rows = report.rows.filter(({ path }) => path.startsWith('recordings'));
    return rows.map(({ path, typed, dropped }) => [path, typed, dropped]);
  };
  expect(await lossesOf('lift.zip')).toEqual([
    ['recordings and pictures', 3, 0],
    ['recordings and pictures/description', 1, 0],
    ['recordings and pictures/speaker', 0, 1],
  ]);
  expect(await lossesOf('lift')).toContainEqual(['recordings and pictures', 0, 3]);
  const labelled = `mutation { updateMedia(media: "${added[0]?.media.mediaId ?? ''}", input: { speaker: "Ba" }) { userErrors { code } } }`;
  await at.graphql(labelled, {}, at.admin);
  const etag = sent.headers.get('etag') ?? '';
  expect((await at.get(url, { 'if-none-match': etag }, 'HEAD')).status).toBe(200);
  await Promise.all([one, two, hidden].map((number) => at.removeArticle(number)));
});

test('a package with more files than can be sent is refused before it begins; other files of the dictionary are still sent', async () => {
  const statusWith = async (objects: number, format: string) => {
    await withModels(at.server.env, async ({ usages }) => {
      await usages.updateOne({ _id: 'media:bam' }, { $set: { objects, bytes: 0 } }, { upsert: true });
    });
    const response = await at.get(`/export/dictionaries/bam.${format}`, {}, 'HEAD');
    return response.status;
  };

  expect(await statusWith(20_000, 'lift.zip')).toBe(200);
  expect(await statusWith(20_001, 'lift.zip')).toBe(413);
  expect(await statusWith(20_001, 'lift')).toBe(200);
  expect(await statusWith(0, 'lift.zip')).toBe(200);
});
