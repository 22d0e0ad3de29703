import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { openSfm } from '../../../../src/formats/sfm/sfm-source';
import type { JsonObject } from '../../../../src/shared/json';
import { exported, read, type Read } from '../../../support/format-files';

const HEAD = '\\_sh v3.0  400  MDF 4.0\n';
const WORDS = [
  ['\\id 7\n\\dt 01/Jan/2020\n', '\\lx so\n\\ge horse'],
  ['\\id 8\n', '\\lx ba\n\\ge river\n\\lf Ant = wulu\n\\le dog\n\\uf parlé'],
  ['\\id 9\n', '\\lx wulu\n\\ge dog\n\\se wuluden\n\\ge puppy'],
] as const;
const TEXT = `${HEAD}\n${WORDS.map(([above, word]) => `${above}${word}\n`).join('\n')}\n`;

const folder = mkdtempSync(join(tmpdir(), 'griot-sfm-'));

function file(text: string): string {
  const path = join(folder, 'words.sfm');
  writeFileSync(path, text);
  return path;
}

const markersOf = ({ articles }: Read) =>
  articles.map(({ source }) =>
    (source['original'] as unknown as { entry: string[][] }).entry.map(([marker]) => marker),
  );

test('fields directly above the headword belong to its record, where the records have them', async () => {
  const words = await read(file(TEXT));
  expect(markersOf(words)).toEqual([
    ['id', 'dt', 'lx', 'ge'],
    ['id', 'lx', 'ge', 'lf', 'le', 'uf'],
    ['id', 'lx', 'ge', 'se', 'ge'],
  ]);
  expect(words.files.get('sfm/head')).toBe(`${HEAD}\n`);
  expect(words.articles.map(({ source }) => readArticle(source).entry.headword)).toEqual([
    'so',
    'ba',
    'wulu',
  ]);
  expect(readFileSync(await exported('sfm', words, '.sfm'), 'utf8')).toBe(TEXT);
});

test('says so before anything is stored', async () => {
  const { preview, warnings } = await openSfm(file(TEXT), {});
  expect([preview?.[0], warnings?.()]).toEqual([
    'Entries begin with \\id, which precedes \\lx in most of them.',
    [],
  ]);
});

test('articles are recognised by their headword, and a new one has an empty number', async () => {
  const words = await read(file(TEXT));
  const added = { publicId: 'new', source: { entry: { headword: 'jɛgɛ' } } };
  const { articles } = words;
  const path = await exported(
    'sfm',
    { ...words, articles: [articles[0]!, added, ...articles.slice(1)] },
    '.sfm',
  );
  const again = await read(path);
  expect(again.articles.map(({ publicId }) => publicId)).toEqual(
    [articles[0]!, added, ...articles.slice(1)].map(({ publicId }) => publicId),
  );
  expect(markersOf(again)[1]).toEqual(['id', 'lx', 'zgriot']);
});

test('a record without its headword still begins with its number', async () => {
  const words = await read(file(TEXT));
  const [first] = words.articles;
  const entry = [
    ['id', '7'],
    ['ge', 'horse'],
  ];
  const original = Object.assign({}, first!.source['original'], { entry });
  const source = { original, translations: [{ lang: 'en', content: 'horse' }] };
  const path = await exported('sfm', { ...words, articles: [{ ...first!, source }] }, '.sfm');

  expect(readFileSync(path, 'utf8')).toContain('\\id 7\n\\lx\n\\ge horse');
});

test.each([
  ['a title', '\\id Words of Bamana\n\n\\lx so\n\\ge horse\n\n\\lx ba\n'],
  ['a date that ends records', '\\dt 01/Jan/2020\n\\lx so\n\\dt 02/Jan/2020\n\n\\lx ba\n\\dt 03/Jan/2020\n'],
  [
    'a comment above the first record',
    '\\co by Awa\n\\lx so\n\\ge horse\n\n\\lx ba\n\\ge river\n\n\\lx da\n',
  ],
  [
    'a field that also stands inside records',
    '\\re 1\n\\lx so\n\\re a\n\\ge x\n\\re 2\n\n\\lx ba\n\\re 3\n\n\\lx da\n',
  ],
  ['Toolbox', `${HEAD}\\lx so\n\n\\lx ba\n`],
])('%s begins no record', async (_, text) => {
  const words = await read(file(text));
  expect(markersOf(words).every(([first]) => first === 'lx')).toBe(true);
  const out = readFileSync(await exported('sfm', words, '.sfm'), 'utf8');
  expect(out.trim()).toBe(text.trim());
});

test('reads a lexical function with its word in one field, and usages with the letter of French', async () => {
  const words = await read(file(TEXT));
  const [, ba, wulu] = words.articles;
  const { relations, usages } = readArticle(ba!.source);
  expect(relations).toEqual([{ type: 'Ant', target: 'wulu', gloss: 'dog' }]);
  expect(usages).toMatchObject([{ lang: 'fr', content: 'parlé' }]);
  expect(readArticle(wulu!.source).senses).toMatchObject([{ number: 1 }, { indicator: 'wuluden' }]);
  const changed = async (relation: object) => {
    const source = { ...ba!.source, relations: [relation] } as unknown as JsonObject;
    return readFileSync(await exported('sfm', { ...words, articles: [{ ...ba!, source }] }, '.sfm'), 'utf8');
  };
  expect(await changed({ type: 'Ant', target: 'jakuma', gloss: 'cat' })).toContain(
    '\\lf Ant = jakuma\n\\le cat\n\\uf parlé\n',
  );
  expect(await changed({ type: 'Ant', target: 'jakuma' })).toContain('\\lf Ant\n\\lv jakuma\n');
});
