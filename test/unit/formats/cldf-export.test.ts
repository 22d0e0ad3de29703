import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatNamed, lossesIn } from '../../../src/formats/formats';
import type { ExportedDictionary } from '../../../src/services/exports/export.service';
import { exported, read } from '../../support/format-files';

let usual: string | undefined;

/** Temporary files of this test alone. */
beforeEach(() => {
  usual = process.env['TMPDIR'];
  process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'griot-cldf-'));
});

afterEach(() => {
  process.env['TMPDIR'] = usual;
});

const article = (at: number, lang: string) => ({
  publicId: `a${at}`,
  source: {
    entry: { headword: `word ${at}` },
    translations: [{ lang, content: `meaning ${at}` }],
    examples: [{ content: `sentence ${at}\u2028 of two\nlines`, target: `translated ${at}`, lang }],
    notes: [{ content: `note ${at}` }],
  },
});

/** A dictionary that counts how many of its articles are read. */
function counted(articles: readonly ReturnType<typeof article>[], { fails = false } = {}) {
  const counts = { read: 0 };
  const dictionary = {
    dictionary: { dictionaryId: 'words' },
    files: new Map(),
    articles: {
      async *[Symbol.asyncIterator]() {
        for (const { publicId, source } of articles) {
          counts.read += 1;
          yield await Promise.resolve({ publicId, source: JSON.stringify(source) });
        }
        if (fails) throw new Error('the database is gone');
      },
    },
  } as unknown as ExportedDictionary;
  return { dictionary, counts };
}

const many = (lang: string, count = 1000) => Array.from({ length: count }, (_, at) => article(at, lang));

const { write } = formatNamed('cldf');

test('reads articles once, except the first ones', async () => {
  const { dictionary, counts } = counted(many('fr'));

  for await (const piece of write(dictionary)) expect(piece.length).toBeGreaterThan(0);

  expect(counts.read).toBeLessThan(1100);
});

test('takes the language of descriptions from most translations, in any column', async () => {
  const articles = [...many('en', 100), ...many('fr', 300)].map((one, at) => ({
    ...one,
    publicId: `a${at}`,
  }));
  const path = await exported('cldf', { articles, files: new Map() }, '.zip');
  const { articles: again } = await read(path);

  expect(again.map(({ source }) => source['translations'])).toEqual(
    articles.map(({ source }) => [expect.objectContaining(source.translations[0]!) as unknown]),
  );
  expect(again[0]?.source['examples']).toMatchObject([{ content: 'sentence 0\u2028 of two\nlines' }]);
  // English translations are not in the language of the descriptions.
  const cells = again.map(({ source }) =>
    JSON.stringify((source['original'] as { entry: { senses: unknown } }).entry.senses).includes('meaning'),
  );
  expect([cells[0], cells[399]]).toEqual([false, true]);
});

test('the report counts each article once', async () => {
  let text = '';
  for await (const piece of lossesIn('cldf')(counted([...many('en', 100), ...many('fr', 300)]).dictionary))
    text += String(piece);

  expect(JSON.parse(text)).toMatchObject({ entries: 400 });
});

test.each([
  [
    'a whole download',
    async (pieces: AsyncIterable<unknown>) => {
      for await (const piece of pieces) expect(piece).toBeDefined();
    },
  ],
  [
    'an abandoned download',
    async (pieces: AsyncIterable<unknown>) => {
      for await (const piece of pieces) if (piece) break;
    },
  ],
])('%s leaves no temporary file', async (_, use) => {
  await use(write(counted(many('fr')).dictionary));

  expect(readdirSync(tmpdir())).toEqual([]);
  expect(openRows()).toEqual([]);
});

/** Files of rows that this process still has open, where the system tells. */
function openRows(): readonly string[] {
  const open = '/proc/self/fd';
  if (!existsSync(open)) return [];
  return readdirSync(open)
    .map((one) => {
      try {
        return readlinkSync(join(open, one));
      } catch {
        // That of the listing itself.
        return '';
      }
    })
    .filter((name) => name.includes('griot-rows-'));
}

test('writes data that CLDF has no place for into a column, for every article that has it', async () => {
  const [first, second] = many('fr', 2);
  const { notes, ...plain } = second!.source;
  const articles = [first!, { ...second!, source: plain }];
  const { articles: again } = await read(await exported('cldf', { articles, files: new Map() }, '.zip'));

  expect(notes).toHaveLength(1);
  expect(again.map(({ source }) => source['notes'])).toMatchObject([[{ content: 'note 0' }], {}]);
});

test('an export that fails leaves no temporary file, not even while it runs', async () => {
  const during: (readonly string[])[] = [];
  const { dictionary } = counted(many('fr'), { fails: true });
  const onArticle = () => during.push(readdirSync(tmpdir()));

  await expect(
    (async () => {
      for await (const piece of write({ ...dictionary, onArticle })) during.push([String(piece)]);
    })(),
  ).rejects.toThrow('the database is gone');
  expect(during.flat()).toEqual([]);
  expect(readdirSync(tmpdir())).toEqual([]);
});
