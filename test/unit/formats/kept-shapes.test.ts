import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import { exported, read } from '../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-shapes-'));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

async function firstOf(path: string) {
  const { articles } = await read(path);
  return readArticle(articles[0]!.source);
}

const lift = (entry: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lift version="0.13" producer="test">\n<entry id="a"><lexical-unit><form lang="bm"><text>baara</text></form></lexical-unit>${entry}</entry></lift>\n`;

const trait = (name: string, value: string): string => `<trait name="${name}" value="${value}"/>`;

const FIELDS = lift(
  [
    trait('morph-type', 'stem'),
    trait('Tone class', 'low'),
    trait('Collected', '200405121'),
    trait('do-not-publish-in', 'Main Dictionary'),
    trait('dialect-labels', 'Segu'),
    `<sense id="s">${trait('Seasons', 'dry')}${trait('Seasons', 'rainy')}${trait('sense-type', 'figurative')}</sense>`,
  ].join(''),
);

describe('LIFT', () => {
  test('custom fields with items of a list are notes of their name, except what only programs read', async () => {
    const { notes, usages } = await firstOf(file('fields.lift', FIELDS));

    expect(notes).toEqual([
      { type: 'Tone class', content: 'low' },
      { type: 'Seasons', content: 'dry', sense: 1 },
      { type: 'Seasons', content: 'rainy', sense: 1 },
    ]);
    expect(usages).toEqual([
      { type: 'dialect-labels', content: 'Segu' },
      { type: 'sense-type', content: 'figurative', sense: 1 },
    ]);
  });

  test('a changed item of such a field is written where it was', async () => {
    const all = await read(file('changed.lift', FIELDS));
    const articles = all.articles.map(({ publicId, source }) => {
      const notes = readArticle(source).notes?.map((one) =>
        one.content === 'rainy' ? Object.assign({}, one, { content: 'cold' }) : one,
      );
      return { publicId, source: Object.assign({}, source, { notes }) };
    });
    const back = readFileSync(await exported('lift', { ...all, articles }, '.lift'), 'utf8');

    expect(back).toMatch(
      /<trait name="Seasons" value="dry"\s*\/>\s*<trait name="Seasons" value="cold"\s*\/>/u,
    );
    expect(back).not.toContain('rainy');
  });
});

test('TEI: variants, forms and pronunciations of a nested entry are those of its sense', async () => {
  const nested =
    '<re><form type="lemma"><orth>baaraden</orth><pron>bàaradén</pron></form>' +
    '<form type="variant"><orth>baarakɛden</orth></form>' +
    '<form type="inflected"><orth>baaradenw</orth><gramGrp><number>plural</number></gramGrp></form>' +
    '<sense><def>worker</def></sense></re>';
  const entry = `<entry xml:id="a"><form type="lemma"><orth>baara</orth></form><sense><def>work</def></sense>${nested}</entry>`;
  const path = file(
    'nested.tei',
    `<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><body>${entry}</body></text></TEI>`,
  );
  const { entry: read, forms, pronunciations, senses } = await firstOf(path);
  const number = senses?.find(({ indicator }) => indicator === 'baaraden')?.number;

  expect(number).toBeDefined();
  expect(read.variants).toEqual([{ headword: 'baarakɛden', sense: number }]);
  expect(forms).toEqual([{ form: 'baaradenw', type: 'plural', sense: number }]);
  expect(pronunciations).toEqual([{ content: 'bàaradén', sense: number }]);
});

test('tables: synonyms in short, variants of other words, subentries, and numbers of senses', async () => {
  const path = file(
    'related.csv',
    'word,sense number,fr,syn,variant of,subentry\nba,1,mère,na,baa,badenya\nfa,2,père,,,\n',
  );
  const { articles } = await read(path);

  expect(readArticle(articles[0]!.source).relations).toEqual([
    { type: 'synonym', target: 'na' },
    { type: 'variant of', target: 'baa' },
    { type: 'subentry', target: 'badenya' },
  ]);
  expect(articles.map(({ publicId }) => publicId)).not.toContain('1');
});

test('Wiktextract: the qualifier of a sense is a usage label of it', async () => {
  const line = { word: 'baara', lang_code: 'bm', lang: 'Bambara', pos: 'noun' };
  const senses = [{ glosses: ['work'] }, { glosses: ['task'], qualifier: 'of a day' }];
  const { usages } = await firstOf(file('words.jsonl', `${JSON.stringify({ ...line, senses })}\n`));

  expect(usages).toEqual([{ content: 'of a day', sense: 2 }]);
});

test('CLDF: a title by language says in which language translations are', async () => {
  const terms = 'http://cldf.clld.org/v1.0/terms.rdf#';
  const column = (name: string, property?: string, titles?: object) => ({
    name,
    ...(property !== undefined && { propertyUrl: `${terms}${property}` }),
    ...titles,
  });
  const table = (url: string, component: string, columns: readonly object[]) => ({
    url,
    'dc:conformsTo': `${terms}${component}`,
    tableSchema: { columns },
  });
  const metadata = {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    'dc:conformsTo': `${terms}Dictionary`,
    tables: [
      table('entries.csv', 'EntryTable', [
        column('ID', 'id'),
        column('Headword', 'headword'),
        column('Literal_Meaning'),
      ]),
      table('senses.csv', 'SenseTable', [
        column('ID', 'id'),
        column('Entry_ID', 'entryReference'),
        column('Description', 'description'),
        column('alt_translation1', undefined, { titles: { en: ['French'] } }),
        column('alt_translation2', undefined, { 'dc:title': 'Portuguese' }),
      ]),
    ],
  };
  mkdirSync(join(folder, 'cldf'));
  file('cldf/entries.csv', 'ID,Headword,Literal_Meaning\nE1,nzazi,fire of the sky\n');
  file(
    'cldf/senses.csv',
    'ID,Entry_ID,Description,alt_translation1,alt_translation2\nS1,E1,lightning,foudre,raio\n',
  );
  file('cldf/Dictionary-metadata.json', JSON.stringify(metadata));
  const { translations, notes } = await firstOf(join(folder, 'cldf'));

  expect(translations).toMatchObject([
    { lang: 'en', content: 'lightning' },
    { lang: 'fr', content: 'foudre' },
    { lang: 'pt', content: 'raio' },
  ]);
  expect(notes).toEqual([{ type: 'literal', content: 'fire of the sky' }]);
});
