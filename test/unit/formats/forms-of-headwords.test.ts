import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import { exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-headwords-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function firstOf(path: string) {
  const [article] = (await read(path)).articles;
  return readArticle(article?.source ?? {});
}

const lift = (entry: string, version = '0.13') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="${version}" producer="test">\n<entry id="e1">${entry}</entry>\n</lift>\n`;

const form = (lang: string, text: string) => `<form lang="${lang}"><text>${text}</text></form>`;

test('the recording of a headword in LIFT is a recording, and not a word in another script', async () => {
  const forms = `<lexical-unit>${form('bm-Zxxx-x-audio', 'baara.wav')}${form('bm', 'baara')}</lexical-unit>`;
  const path = file('recorded.lift', lift(forms));

  const { entry, pronunciations } = await firstOf(path);

  expect(entry).toMatchObject({ headword: 'baara', variants: [] });
  expect(pronunciations).toEqual([{ href: 'baara.wav' }]);
  const back = await exported('lift', await read(path), '.lift');
  expect(readFileSync(back, 'utf8').match(/baara\.wav/gu)).toHaveLength(1);
});

test('a file in which recordings come first has the language of the words', async () => {
  const forms = `<lexical-unit>${form('bm-Zxxx-x-audio', 'baara.wav')}${form('fr', 'travail')}${form('bm', 'baara')}</lexical-unit>`;
  const words = ['jiri', 'bolo'].map(
    (word, at) =>
      `<entry id="w${at}"><lexical-unit>${form('bm-Zxxx-x-audio', `${word}.wav`)}${form('bm', word)}</lexical-unit></entry>`,
  );
  const path = file(
    'recordings-first.lift',
    lift(`${forms}</entry>${words.join('')}<entry id="w3">${forms}`),
  );

  expect((await firstOf(path)).entry.headword).toBe('baara');
});

test('reads the citation form of LIFT in the language of the headword', async () => {
  const units = `<lexical-unit>${form('bm', 'baara')}</lexical-unit><citation>${form('bm-Nkoo', 'ߓߊ߯ߙߊ')}${form('bm', 'baara kɛ')}</citation>`;
  expect((await firstOf(file('cited.lift', lift(units)))).entry.citation).toBe('baara kɛ');
});

test('fields of LIFT 0.15 are read, and a second import of the export finds no change', async () => {
  const unit = `<lexical-unit>${form('bm', 'baara')}</lexical-unit>`;
  const field = `<field name="plural">${form('bm', 'baaraw')}</field>`;
  const imported = await read(file('new.lift', lift(unit + field, '0.15')));

  const again = await read(await exported('lift', imported, '.lift'));

  expect(readArticle(imported.articles[0]?.source ?? {}).notes).toEqual([
    { lang: 'bm', type: 'plural', content: 'baaraw' },
  ]);
  expect(again.articles).toEqual(imported.articles);
});

const tei = (orth: string) =>
  '<?xml version="1.0" encoding="UTF-8"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>\n' +
  `<entry xml:id="a"><form type="lemma">${orth}</form></entry>\n</body></text></TEI>\n`;

test.each([
  ['an empty orth', '<orth value="khala"/>', { headword: 'khala' }],
  ['an orth with marks', '<orth value="khala">-kha·la</orth>', { headword: 'khala', citation: '-kha·la' }],
  ['a part of a word', '<orth expand="khalisa">-isa</orth>', { headword: 'khalisa', citation: '-isa' }],
  ['a plain orth', '<orth>khala</orth>', { headword: 'khala' }],
])('the word of %s in TEI is in its attribute', async (_, orth, words) => {
  const { id, variants, ...entry } = (await firstOf(file('orth.tei', tei(orth)))).entry;
  expect({ id, variants }).toEqual({ id: 'a', variants: [] });
  expect(entry).toEqual(words);
});

test('a form within a variant is a variant', async () => {
  const variant = '<form type="variant"><form type="dialectal"><orth>xac</orth></form></form>';
  const text = tei('<orth>xaj</orth>').replace('</entry>', `${variant}</entry>`);
  const { entry } = await firstOf(file('variant.tei', text));

  expect(entry).toMatchObject({ headword: 'xaj', variants: [{ headword: 'xac' }] });
});

test('writes a renamed TEI word into its attribute and changes nothing else', async () => {
  const path = file('renamed.tei', tei('<orth value="khala">-kha·la</orth>'));
  const imported = await read(path);
  const articles = imported.articles.map(({ publicId, source }) => ({
    publicId,
    source: { ...source, entry: { ...(source['entry'] as object), headword: 'tshala' } },
  }));

  const back = readFileSync(await exported('tei', { ...imported, articles }, '.tei'), 'utf8');

  expect(back).toContain('<orth value="tshala">-kha·la</orth>');
});
