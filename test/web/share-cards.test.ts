import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { runInWork, Work } from '../../src/shared/work';
import { ShareCards } from '../../src/web/card/share-cards';
import { type AccountServer, startWithAccounts } from '../support/accounts';
import { describeInBrowser, openBrowser } from '../support/browser';
import { dictionaryFolder } from '../support/dictionary-files';
import { call } from '../support/http';

const ID = 'bbj_fra_cards';

/** Marks over marks, marks on letters with a dot below, and on a capital. */
const STACKED = 'ɔ̃́ ẹ̀ Ɔ̃́ ŋ̀'.normalize('NFC');

const WORDS = [
  { headword: STACKED, translations: [{ lang: 'fr', content: 'rire & «pleurer»' }] },
  { headword: 'ߒߞߏ', translations: [{ lang: 'fr', content: 'n’ko' }] },
  { headword: 'kwa'.repeat(5000), translations: [{ lang: 'ar', content: 'كلمة' }] },
];

const FOLDER = join(__dirname, '../../dist-web/card');
const FONT = join(
  FOLDER,
  (JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')) as Record<string, string>)[
    'card-font.ttf'
  ] ?? '',
);

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const lines = WORDS.map(({ headword, translations }, i) => ({
    id_dico: ID,
    id_article: i + 1,
    public_id: `c-${String(i)}`,
    article: { entry: { headword }, translations },
  }));
  await accounts.server.load(dictionaryFolder(ID, lines, { long_name: 'Cards <of> words' }));
});

afterAll(() => accounts.server.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  call(accounts.server.url + path, { headers });

/** The contents of the elements `meta` of a page, by their names. */
async function metaOf(path: string): Promise<ReadonlyMap<string, string>> {
  const { text } = await get(path);
  const found = text.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)"/g);
  return new Map([...found].map(([, name = '', content = '']) => [name, content]));
}

async function pictureAt(address: string, headers: Record<string, string> = {}) {
  const response = await fetch(address, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test('the page of an article names its card, which is a picture of 1200 by 630 pixels that caches know again', async () => {
  const meta = await metaOf(`/dictionaries/${ID}/1`);
  const address = meta.get('og:image') ?? '';
  const { response, bytes } = await pictureAt(address);
  const again = await pictureAt(address, {
    'if-none-match': response.headers.get('etag') ?? '',
    'cache-control': 'max-age=0',
  });

  expect(address).toMatch(new RegExp(`^${accounts.server.url}/cards/${ID}/1\\.png\\?v=`));
  expect(meta.get('og:title')).toContain(STACKED);
  expect([meta.get('twitter:card'), meta.get('og:image:width')]).toEqual(['summary_large_image', '1200']);
  expect(meta.get('og:image:alt')).toBe(`${STACKED}: rire &amp; «pleurer»`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(bytes.length).toBeLessThan(60_000);
  expect([again.response.status, again.bytes.length]).toEqual([304, 0]);
});

test('a new version of an article has a new address, and the earlier one is cached only briefly', async () => {
  const before = (await metaOf(`/dictionaries/${ID}/3`)).get('og:image') ?? '';
  const { errors } = await accounts.graphql(
    `mutation { updateArticle(dictionary: "${ID}", number: "3", input: { content: { translations: [{ lang: "fr", content: "mot" }] } }) { userErrors { message } } }`,
    {},
    accounts.admin,
  );
  const after = (await metaOf(`/dictionaries/${ID}/3`)).get('og:image');
  const outdated = await pictureAt(before);

  expect(errors).toEqual([]);
  expect(after).toMatch(/\?v=/);
  expect(after).not.toBe(before);
  expect(outdated.response.headers.get('cache-control')).toMatch(/max-age=60,/);
});

test('draws no card for letters without a glyph, or for hidden and missing articles', async () => {
  const meta = await metaOf(`/dictionaries/${ID}/2`);
  const setDisabled = (isDisabled: boolean) =>
    accounts.graphql(
      `mutation { setArticleDisabled(dictionary: "${ID}", number: "1", isDisabled: ${String(isDisabled)}) { userErrors { message } } }`,
      {},
      accounts.admin,
    );
  const statusOf = async (path: string) => (await get(path)).status;

  expect([meta.has('og:image'), meta.get('twitter:card')]).toEqual([false, 'summary']);
  expect(await statusOf(`/cards/${ID}/2.png`)).toBe(404);
  expect(await statusOf(`/cards/${ID}/99.png`)).toBe(404);
  expect(await statusOf('/cards/none/1.png')).toBe(404);
  await setDisabled(true);
  expect(await statusOf(`/cards/${ID}/1.png`)).toBe(404);
  await setDisabled(false);
  expect(await statusOf(`/cards/${ID}/1.png`)).toBe(200);
});

test('draws a card once and one at a time, and lets few requests of one caller wait', async () => {
  const cards = new ShareCards(FONT);
  const cardOf = async (headword: string) =>
    (await cards.cardOf({ headword, translations: [], names: ['d'] }))!;
  const card = await cardOf('kwa');
  expect(await cards.pictureOf(card)).toBe(await cards.pictureOf(await cardOf('kwa')));

  const other = await Promise.all(Array.from({ length: 12 }, (_, i) => cardOf(`kwa${String(i)}`)));
  const asked = await runInWork(new Work('stranger'), () =>
    Promise.allSettled(other.map((card) => cards.pictureOf(card))),
  );
  const refused = asked.filter((outcome) => outcome.status === 'rejected');
  const somebody = await runInWork(new Work('somebody'), () => cards.pictureOf(other[11]!));

  expect(refused.length).toBeGreaterThan(5);
  expect(refused.every(({ reason }) => (reason as { reason: string }).reason === 'UNAVAILABLE')).toBe(true);
  expect(somebody.length).toBeGreaterThan(1000);
});

describeInBrowser('the picture of a card', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test('has letters and marks where a browser puts them', async () => {
    const { bytes } = await pictureAt((await metaOf(`/dictionaries/${ID}/1`)).get('og:image') ?? '');
    const page = await browser.newPage();
    const drawn = {
      card: `data:image/png;base64,${bytes.toString('base64')}`,
      font: `url(data:font/ttf;base64,${readFileSync(FONT).toString('base64')})`,
      text: STACKED,
    };
    const compare = async (text: string) =>
      page.evaluate<{ ink: number; different: number }>(
        `(${DIFFERENCE_IN_BROWSER})(${JSON.stringify({ ...drawn, text })})`,
      );

    const same = await compare(STACKED);
    const other = await compare(STACKED.normalize('NFD').replace(/\u0301/gu, '\u0300'));
    await page.close();

    expect(same.ink).toBeGreaterThan(3000);
    expect(same.different / same.ink).toBeLessThan(0.02);
    // As much is different where only the tones are others.
    expect(other.different / other.ink).toBeGreaterThan(0.05);
  });
});

/** Draws a headword by the browser over that of a card, at the best of the baselines near by, and counts pixels that differ. */
const DIFFERENCE_IN_BROWSER = `async ({ card, font, text }) => {
  document.fonts.add(await new FontFace('Card', font).load());
  const image = new Image();
  image.src = card;
  await image.decode();
  const [width, height] = [1200, 280];
  const pixelsOf = (draw) => {
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context.fillStyle = '#fdfaf5';
    context.fillRect(0, 0, width, height);
    draw(context);
    return context.getImageData(0, 0, width, height).data;
  };
  const shown = pixelsOf((context) => context.drawImage(image, 0, 0));
  let best = { ink: 0, different: Infinity };
  for (let baseline = 180; baseline < 260; baseline++) {
    const own = pixelsOf((context) => {
      context.fillStyle = '#8f3a12';
      context.font = '136px Card';
      context.fillText(text, 80, baseline);
    });
    let [ink, different] = [0, 0];
    for (let green = 1; green < own.length; green += 4) {
      // The bar at the left edge is no part of the word.
      if (green % (width * 4) < 100) continue;
      if (own[green] < 150) ink++;
      if (Math.abs(own[green] - shown[green]) > 96) different++;
    }
    if (different < best.different) best = { ink, different };
  }
  return best;
}`;
