import { createHash } from 'node:crypto';
import { type MediaServer, mp3, png, startWithMedia, wav } from '../../support/media-files';

let at: MediaServer;

beforeAll(async () => {
  at = await startWithMedia({ DICTIONARY_MAX_MEDIA: '6', DICTIONARY_MAX_MEDIA_MIB: '3' });
});
afterAll(() => at.server.close());

test('a recording has the data of its content and of its editor, and everyone can download it', async () => {
  const number = await at.newArticle();
  const bytes = mp3(600_000);
  const input = { description: ' so, kelen ', speaker: 'Awa Traoré', license: 'CC BY 4.0', lang: 'BM' };
  const { media, code } = await at.add(bytes, 'so.mp3', number, { input });

  expect(code).toBe('done');
  expect(media).toEqual({
    mediaId: expect.any(String) as string,
    number: Number(number),
    name: 'so.mp3',
    kind: 'AUDIO',
    mediaType: 'audio/mpeg',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    width: null,
    height: null,
    description: 'so, kelen',
    lang: 'bm',
    speaker: 'Awa Traoré',
    license: 'CC BY 4.0',
    addedBy: 'binta',
    url: `/media/bam/${media.mediaId}`,
  });
  expect(await at.mediaOf(number)).toEqual([media]);
  const response = await at.get(media.url);
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(bytes.length),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': 'inline; filename="so.mp3"',
    'cache-control': 'public, max-age=31536000, s-maxage=60, immutable',
    etag: `"${media.sha256}"`,
  });
  await at.removeArticle(number);
  expect((await at.get(media.url)).status).toBe(404);
});

test('ranges are sent across chunk boundaries, and a current copy is not sent again', async () => {
  const number = await at.newArticle();
  const bytes = mp3(600_000);
  const { media } = await at.add(bytes, 'so.mp3', number);
  const getRange = async (range: string, more = {}) => {
    const response = await at.get(media.url, { range, ...more });
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };

  for (const [range, from, to] of [
    ['bytes=0-9', 0, 10],
    ['bytes=262100-524400', 262_100, 524_401],
    ['bytes=599990-', 599_990, 600_000],
    ['bytes=-5', 599_995, 600_000],
    ['bytes=10-99999999', 10, 600_000],
  ] as const) {
    const { status, range: contentRange, bytes: part } = await getRange(range);
    expect([range, status, contentRange]).toEqual([range, 206, `bytes ${from}-${to - 1}/600000`]);
    expect(part.equals(bytes.subarray(from, to))).toBe(true);
  }
  expect(await getRange('bytes=600000-')).toMatchObject({ status: 416, range: 'bytes */600000' });
  expect(await getRange('bytes=9-3')).toMatchObject({ status: 416 });
  expect((await getRange('bytes=0-1,5-6')).status).toBe(200);
  expect((await getRange('bytes=0-1', { 'if-range': '"another"' })).status).toBe(200);
  expect((await at.get(media.url, { 'if-none-match': `"${media.sha256}"` })).status).toBe(304);
  const head = await at.get(media.url, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '600000', '']);
  expect((await at.get(media.url, {}, 'POST')).status).toBe(405);
  await at.removeArticle(number);
});

test('the content decides the type of a file, not its name', async () => {
  const number = await at.newArticle();
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
  for (const [bytes, name] of [
    [page, 'so.mp3'],
    [drawing, 'so.png'],
    [Buffer.from('%PDF-1.4'), 'so.jpg'],
    [Buffer.from('PK\u0003\u0004'), 'so.wav'],
  ] as const) {
    const { code, message } = await at.add(bytes, name, number);
    expect([name, code]).toEqual([name, 'INVALID_INPUT']);
    expect(message).toContain(`The content of ${name} is not a recording or picture`);
  }
  const picture = await at.add(png(640, 480), 'x.html', number);
  expect(picture.media).toMatchObject({
    name: 'x.html.png',
    kind: 'PICTURE',
    mediaType: 'image/png',
    width: 640,
    height: 480,
  });
  const markup = '<img src=x onerror="alert(1)">.wav';
  const marked = await at.add(wav(100), markup, number);
  expect(marked.media).toMatchObject({ name: markup, mediaType: 'audio/wav' });
  expect((await at.get(marked.media.url)).headers.get('content-disposition')).toBe(
    `inline; filename="_img_src_x_onerror__alert_1___.wav"; filename*=UTF-8''%3Cimg%20src%3Dx%20onerror%3D%22alert%281%29%22%3E.wav`,
  );
  await at.removeArticle(number);
});

test('files that are too large, or whose texts are too long, are refused with the reason', async () => {
  const number = await at.newArticle();
  expect(await at.upload(mp3(15 * 1024 * 1024 + 1), 'long.mp3')).toBe('413');
  const tooLarge = await at.add(mp3(15 * 1024 * 1024 + 1), 'long.mp3', number, { username: 'admin' });
  expect([tooLarge.code, tooLarge.message]).toEqual([
    'TOO_LARGE',
    'A recording or picture may have at most 15728640 bytes; this one has 15728641',
  ]);
  const refused = await at.add(wav(10), 'so.wav', number, {
    input: { speaker: 'x'.repeat(301), lang: 'no tag' },
  });
  expect(refused).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'speaker must have at most 300 characters',
  });
  expect((await at.add(wav(10), 'so.wav', '999')).code).toBe('NOT_FOUND');
  expect(await at.mediaOf(number)).toEqual([]);
  await at.removeArticle(number);
});

test('a query for the recordings of the articles of fifty recordings exceeds the maximum cost', async () => {
  const number = await at.newArticle();
  await at.add(wav(10), 'so.wav', number);
  const read = (inner: string) =>
    at.graphql(`query ($number: ID!) { article(dictionary: "bam", number: $number) { ${inner} } }`, {
      number,
    });

  const once = await read('media { name article { number } }');
  expect(once.data).toEqual({
    article: { media: [{ name: 'so.wav', article: { number: Number(number) } }] },
  });
  const twice = await read('media { article { media { name } } }');
  expect(JSON.stringify(twice)).toMatch(/at most 24000 are allowed/);
  await at.removeArticle(number);
});

test('equal files are stored once, and the bytes of the quota count them once', async () => {
  const [first, second] = [await at.newArticle(), await at.newArticle()];
  const bytes = mp3(1_500_000);
  const one = await at.add(bytes, 'so.mp3', first);
  const same = await at.add(bytes, 'so.mp3', first);
  const elsewhere = await at.add(bytes, 'autre.mp3', second);
  expect([one.media.name, same.media.name]).toEqual(['so.mp3', 'so-2.mp3']);
  expect(await at.usage()).toEqual({
    objects: 3,
    bytes: 1_500_000,
    maxObjects: 6,
    maxBytes: 3 * 1024 * 1024,
  });

  const tooMuch = await at.add(mp3(1_700_000), 'more.mp3', first);
  expect([tooMuch.code, tooMuch.message]).toEqual([
    'QUOTA_EXCEEDED',
    'The dictionary has 1500000 of at most 3145728 bytes, and this would add 1700000. Delete something first.',
  ]);
  for (const length of [10, 20, 30]) expect((await at.add(wav(length), 'a.wav', second)).code).toBe('done');
  expect((await at.add(wav(40), 'b.wav', second)).message).toContain(
    '6 of at most 6 recordings and pictures',
  );
  await at.remove(one.media.mediaId);
  await at.removeArticle(first);
  expect((await at.get(elsewhere.media.url)).status).toBe(200);
  await at.removeArticle(second);
  expect(await at.usage()).toMatchObject({ objects: 0, bytes: 0 });

  const set = `mutation { updateDictionaryQuota(dictionary: "bam", maxObjects: 7, ofMedia: true) { dictionary { mediaUsage { maxObjects } usage { maxObjects } } userErrors { code } } }`;
  expect((await at.graphql(set, {}, at.admin)).data['updateDictionaryQuota']).toEqual({
    mediaUsage: { maxObjects: 7 },
    usage: { maxObjects: 1_000_000 },
  });
});

test('files of a hidden article are available only to those who can see it', async () => {
  const number = await at.newArticle();
  const { media } = await at.add(wav(50), 'so.wav', number);
  const disable = `mutation { setArticleDisabled(dictionary: "bam", number: "${number}", isDisabled: true) { userErrors { code } } }`;
  await at.graphql(disable, {}, at.admin);

  for (const username of ['wasis', 'nobody']) {
    const token = at.tokens.get(username);
    const response = await at.get(media.url, token === undefined ? {} : { 'x-access-token': token });
    expect([username, response.status]).toEqual([username, 404]);
  }
  const response = await at.get(media.url, { 'x-access-token': at.tokenOf('binta') });
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
  expect(
    (await at.get(media.url.replace('/bam/', '/wol/'), { 'x-access-token': at.tokenOf('binta') })).status,
  ).toBe(404);
  await at.removeArticle(number);
});

test('editors of another dictionary, readers and strangers can change nothing', async () => {
  const number = await at.newArticle();
  const { media } = await at.add(wav(60), 'so.wav', number);
  const update = (username: string) =>
    at.execute(
      `mutation ($media: ID!) { updateMedia(media: $media, input: { license: "none" }) { media { license } userErrors { code message } } }`,
      { media: media.mediaId },
      username,
    );
  expect((await at.add(wav(70), 'so.wav', number, { username: 'wasis' })).code).toBe('FORBIDDEN');
  expect((await update('wasis')).code).toBe('FORBIDDEN');
  expect((await at.remove(media.mediaId, 'wasis')).code).toBe('FORBIDDEN');
  expect((await at.remove('there-is-none', 'wasis')).code).toBe('NOT_FOUND');
  expect(await at.upload(wav(70), 'so.wav', 'reader')).toBe('403');
  expect((await update('reader')).code).toBe('FORBIDDEN');
  // An upload belongs to who sent it.
  const uploaded = await at.upload(wav(80), 'so.wav', 'admin');
  const foreign = await at.execute(
    `mutation ($upload: ID!, $number: ID!) { createMedia(dictionary: "bam", number: $number, upload: $upload) { media { name } userErrors { code } } }`,
    { upload: uploaded, number },
  );
  expect(foreign.code).toBe('NOT_FOUND');

  expect((await update('binta')).media).toEqual({ license: 'none' });
  expect(await at.mediaOf(number)).toMatchObject([{ mediaId: media.mediaId, license: 'none' }]);
  await at.removeArticle(number);
});

test('the labels of a file and its name are stored in NFC', async () => {
  const number = await at.newArticle();
  const texts = { description: 'sò kɛ́lɛn', speaker: 'Awa Traoré', license: 'Réservé' };
  const apart = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.normalize('NFD')]),
  );
  const together = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text.normalize('NFC')]),
  );
  expect(apart).not.toEqual(together);

  const { media } = await at.add(wav(90), 'sò.wav'.normalize('NFD'), number, { input: apart });
  expect(media).toMatchObject({ ...together, name: 'sò.wav'.normalize('NFC') });
  const changed = await at.execute(
    'mutation ($media: ID!, $input: MediaInput!) { updateMedia(media: $media, input: $input) { media { description speaker } userErrors { code } } }',
    { media: media.mediaId, input: { ...apart, description: 'ŋ́'.normalize('NFD') } },
  );
  expect(changed.media).toEqual({ description: 'ŋ́'.normalize('NFC'), speaker: together['speaker'] });
  await at.removeArticle(number);
});

test('an API key for one dictionary changes no file of another, and sees none of its hidden articles', async () => {
  const number = await at.newArticle();
  const { media } = await at.add(wav(95), 'so.wav', number);
  const keyFor = async (dictionary: string, scope: string) => {
    const create = `mutation { createApiKey(input: { name: "program", scopes: [${scope}], dictionaries: ["${dictionary}"] }) { createdApiKey { token } userErrors { code } } }`;
    const { data } = await at.graphql(create, {}, at.admin);
    const name = `key ${dictionary} ${scope}`;
    at.tokens.set(name, (data['createApiKey'] as { readonly token: string }).token);
    return name;
  };
  const [elsewhere, reading, here] = [
    await keyFor('wol', 'WRITE'),
    await keyFor('bam', 'READ'),
    await keyFor('bam', 'WRITE'),
  ];
  const update =
    'mutation ($media: ID!) { updateMedia(media: $media, input: { license: "theirs" }) { media { license } userErrors { code message } } }';
  for (const username of [elsewhere, reading]) {
    // What an account uploads stays its own, whichever of its keys sends it.
    const upload = await at.upload(wav(96), 'so.wav', 'admin');
    const create =
      'mutation ($upload: ID!, $number: ID!) { createMedia(dictionary: "bam", number: $number, upload: $upload) { media { name } userErrors { code } } }';
    const codes = [
      (await at.execute(create, { upload, number }, username)).code,
      (await at.execute(update, { media: media.mediaId }, username)).code,
      (await at.remove(media.mediaId, username)).code,
    ];
    expect([username, codes]).toEqual([username, ['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']]);
  }
  expect((await at.execute(update, { media: media.mediaId }, here)).media).toEqual({ license: 'theirs' });

  const statusFor = async (username: string) =>
    (await at.get(media.url, { 'x-access-token': at.tokenOf(username) })).status;
  expect([await statusFor(elsewhere), await statusFor(reading)]).toEqual([200, 200]);
  const disable = `mutation { setArticleDisabled(dictionary: "bam", number: "${number}", isDisabled: true) { userErrors { code } } }`;
  await at.graphql(disable, {}, at.admin);
  expect([await statusFor(elsewhere), await statusFor(here)]).toEqual([404, 200]);
  expect(await at.mediaOf(number)).toBeUndefined();
  await at.removeArticle(number);
});
