import { createLogger } from '../../../src/observability/logger';
import { openDatabase } from '../../../src/server/database';
import { openDoctor } from '../../../src/storage/integrity/open-doctor';
import { startGateway, type TestGateway } from '../../support/gateway';
import { withModels } from '../../support/dumps';
import { type MediaServer, startWithMedia, wav } from '../../support/media-files';

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

test('two processes store equal files simultaneously, and deleting the last one deletes the content', async () => {
  const number = await at.newArticle();
  const bytes = wav(300_000);
  const urls = [at.server.url, other.url];
  const added = await Promise.all(
    urls.map((url, i) => at.add(bytes, 'so.wav', number, { url, username: i === 0 ? 'binta' : 'admin' })),
  );
  expect(added.map(({ media }) => media.name).sort()).toEqual(['so-2.wav', 'so.wav']);
  const [first, second] = added.map(({ media }) => media);
  const removed = await Promise.all(
    [first, first].map((media, i) => at.remove(media?.mediaId ?? '', 'binta', urls[i])),
  );
  expect(removed.map(({ code }) => code).sort()).toEqual(['NOT_FOUND', 'done']);
  const remaining = await fetch(`${other.url}${second?.url ?? ''}`);
  expect(Buffer.from(await remaining.arrayBuffer()).equals(bytes)).toBe(true);
  await at.removeArticle(number);
  expect(await at.usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('the doctor repairs counts of contents, removes unused contents, and reports damaged ones', async () => {
  const number = await at.newArticle();
  const bytes = wav(300_000);
  const media = await at.add(bytes, 'whole.wav', number);
  const broken = await at.add(wav(91), 'broken.wav', number);
  const database = await openDatabase(databaseOf(at.server.env), silent);
  const doctor = await openDoctor(database.address);
  const examine = async ({ mends }: { readonly mends: boolean }): Promise<string[]> => {
    const sentences: string[] = [];
    for await (const { problems } of doctor.examine(mends))
      sentences.push(...problems.map(({ sentence }) => sentence));
    return sentences;
  };

  const before = await examine({ mends: false });
  await withModels(at.server.env, async ({ mediaFiles, mediaChunks }) => {
    await mediaFiles.updateOne({ sha256: media.media.sha256 }, { $set: { references: 5 } });
    await mediaChunks.updateOne({ sha256: broken.media.sha256 }, { $set: { content: Buffer.from('x') } });
    await mediaChunks.create([
      { dictionaryId: 'bam', sha256: 'f'.repeat(64), at: 0, content: Buffer.from('y') },
    ]);
  });
  const damaged = await examine({ mends: true });
  const after = await examine({ mends: false });
  await doctor.close();
  await database.close();
  await at.removeArticle(number);

  const lost = `bam: the content of broken.wav of article ${number} is damaged or missing`;
  expect(before).toEqual([]);
  expect(damaged.sort()).toEqual(
    [
      lost,
      `bam: the content of whole.wav of article ${number} is counted wrongly`,
      `bam: the content ${'f'.repeat(64)} is stored but no file refers to it`,
    ].sort(),
  );
  expect(after).toEqual([lost]);
  expect(await at.usage()).toMatchObject({ objects: 0, bytes: 0 });
});

test('the files of a dictionary are deleted with it', async () => {
  await at.rest('POST', '/lexicon/metadata', {
    token: at.admin,
    body: { metadata: { id_dico: 'gone' } },
  });
  const create = `mutation { createArticle(dictionary: "gone", input: { source: { entry: { headword: "so" } } }) { article { number } userErrors { code } } }`;
  const { data } = await at.graphql(create, {}, at.admin);
  const { number } = data['createArticle'] as { number: number };
  const uploaded = await at.upload(wav(95), 'so.wav', 'admin');
  const { media } = await at.execute(
    `mutation ($upload: ID!, $number: ID!) { createMedia(dictionary: "gone", number: $number, upload: $upload) { media { url } userErrors { code } } }`,
    { upload: uploaded, number: String(number) },
    'admin',
  );
  expect((await at.get(media.url)).status).toBe(200);
  const deletion =
    'mutation { deleteDictionary(dictionary: "gone", confirm: "gone") { deletedId userErrors { code } } }';
  await at.graphql(deletion, {}, at.admin);

  expect((await at.get(media.url)).status).toBe(404);
  await withModels(at.server.env, async ({ media: all, mediaFiles, mediaChunks, usages }) => {
    const remaining = [all, mediaFiles, mediaChunks].map((model) =>
      (model as typeof all).countDocuments({ dictionaryId: 'gone' }),
    );
    expect(await Promise.all(remaining)).toEqual([0, 0, 0]);
    expect(await usages.countDocuments({ _id: 'media:gone' })).toBe(0);
  });
});

test('the connection ends if a recording is deleted while it is sent', async () => {
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
