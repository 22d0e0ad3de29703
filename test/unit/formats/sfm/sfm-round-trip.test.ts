import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { LANGUAGE_BY_LETTER } from '../../../../src/formats/sfm/mdf-markers';
import { getSfm, putSfm } from '../../../../src/formats/sfm/sfm-lens';
import type { SfmField } from '../../../../src/formats/sfm/sfm-record';
import { openSfm } from '../../../../src/formats/sfm/sfm-source';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import type { JsonObject } from '../../../../src/shared/json';
import { exported } from '../../../support/format-files';

const OPTIONS = { languages: LANGUAGE_BY_LETTER };

const RECORD: readonly SfmField[] = [
  ['lx', 'duman'],
  ['hm', '1'],
  ['ph', 'dúman'],
  ['ps', 'n'],
  ['own', 'x'],
  ['sn', '1'],
  ['ge', 'food ; meal'],
  ['gn', ''],
  ['rf', 'T1'],
  ['xv', 'Duman ka di.'],
  ['xe', 'The food is good.'],
  ['xn', 'Le repas est bon.'],
  ['cf', 'dun'],
  ['ce', 'eat'],
  ['ps', 'v'],
  ['sn', '2'],
  ['de', 'to eat'],
  ['dt', '01/Jan/2000'],
];

test('a record is read by its markers, and by sense', () => {
  expect(readArticle(getSfm([...RECORD], OPTIONS))).toMatchObject({
    entry: { headword: 'duman', homograph: 1 },
    senses: [{ number: 1 }, { number: 2 }],
    categories: [{ content: 'n' }, { content: 'v', sense: 2 }],
    pronunciations: [{ content: 'dúman' }],
    translations: [
      { lang: 'en', content: 'food', sense: 1 },
      { lang: 'en', content: 'meal', sense: 1 },
      // A definition without a gloss in its language.
      { lang: 'en', content: 'to eat', sense: 2 },
    ],
    definitions: [{ lang: 'en', content: 'to eat', sense: 2 }],
    examples: [
      { content: 'Duman ka di.', lang: 'en', target: 'The food is good.', reference: 'T1', sense: 1 },
      { content: 'Duman ka di.', lang: 'x-national', target: 'Le repas est bon.', reference: 'T1', sense: 1 },
    ],
    relations: [{ type: 'see', target: 'dun', gloss: 'eat', sense: 1 }],
    extra: {},
  });
});

test('writes changes into their fields, adds new values in their sense and removes deleted ones', () => {
  const content = readArticle(getSfm([...RECORD], OPTIONS));
  const [food, , toEat] = content.translations;
  const changed = Object.assign({}, content, {
    translations: [
      Object.assign({}, food, { content: 'nourishment' }),
      toEat,
      { lang: 'en', number: 4, content: 'eat', sense: 2 },
    ],
    relations: [],
    forms: [{ form: 'dumanw', type: 'plural' }],
  });

  const record = putSfm(RECORD, changed, OPTIONS);

  expect(record.map((field) => field.join(' '))).toEqual([
    ...[
      'lx duman',
      'hm 1',
      'ph dúman',
      'ps n',
      'own x',
      'pl dumanw',
      'sn 1',
      'ge nourishment',
      'gn ',
      'rf T1',
    ],
    ...[
      'xv Duman ka di.',
      'xe The food is good.',
      'xn Le repas est bon.',
      'ps v',
      'sn 2',
      'de to eat',
      'ge eat',
    ],
    'dt 01/Jan/2000',
  ]);
});

const MAP = {
  record: 'lexeme',
  markers: {
    g_fr: { to: 'translations', lang: 'fr', split: ';' },
    ipa: { to: 'pronunciations' },
    nt: { to: 'kept' },
  },
};
const OWN =
  '\\_sh v3.0\n\n\\lexeme so\n\\ipa sò\n\\g_fr cheval; monture\n\\nt secret\n\\other x\n\n\\lexeme ba\n';

async function ownFile(text: string, map?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'griot-sfm-'));
  writeFileSync(join(folder, 'own.sfm'), text);
  writeFileSync(join(folder, 'own.typ'), '\\+mkr qq\n\\nam Gloss\n\\lng French\n\\-mkr\n');
  const source = await openSfm(join(folder, 'own.sfm'), { map });
  const articles = [];
  for await (const { publicId = '', source: article } of source.entries(new PathCounts()))
    articles.push({ publicId, source: article as JsonObject });
  return { source, articles, files: new Map(source.files().map(({ name, text }) => [name, text])) };
}

test('reads the markers of a project by a map, and exports the file with it', async () => {
  const { articles, files } = await ownFile(OWN, JSON.stringify(MAP));

  expect(readArticle(articles[0]!.source)).toMatchObject({
    entry: { headword: 'so' },
    translations: [
      { lang: 'fr', content: 'cheval' },
      { lang: 'fr', content: 'monture' },
    ],
    pronunciations: [{ notation: 'ipa', content: 'sò' }],
  });
  const [first, ...others] = articles;
  const edited = JSON.parse(JSON.stringify(first!.source).replace('"cheval"', '"jument"')) as JsonObject;
  const added = {
    publicId: 'c',
    source: { entry: { headword: 'new' }, translations: [{ lang: 'fr', content: 'neuf' }] },
  };
  const path = await exported(
    'sfm',
    { articles: [{ ...first!, source: edited }, ...others, added], files },
    '.sfm',
  );
  expect(readFileSync(path, 'utf8').replace(/\n+/gu, '\n')).toBe(
    `${OWN.replace('cheval', 'jument')}\\lexeme new\n\\g_fr neuf\n\\zgriot id c\n`.replace(/\n+/gu, '\n'),
  );
});

test('guesses other markers from their names, the database type and their values', async () => {
  const { source } = await ownFile('\\lx so\n\\g_en horse\n\\qq cheval\n\\zz 1\n');

  expect(JSON.parse(source.guess ?? '')).toEqual({
    record: 'lx',
    markers: {
      qq: { to: 'translations', lang: 'fr' },
      zz: { to: 'kept' },
    },
  });
});

test.each([
  ['{"markers": {"x": {"to": "nothing"}}}', /marker "x": "to" must be one of/u],
  ['{"markers": 1}', /the map of markers is/u],
  ['{', /the map of markers is not JSON/u],
])('the map %s is refused', async (map, message) => {
  await expect(ownFile(OWN, map)).rejects.toThrow(message);
});

test('writes a definition that serves as translation into its field, whichever of them changes', () => {
  const content = readArticle(getSfm([...RECORD], OPTIONS));
  const changedIn = (member: 'translations' | 'definitions') =>
    Object.assign({}, content, {
      [member]: content[member]?.map((one) =>
        one.content === 'to eat' ? Object.assign({}, one, { content: 'to devour' }) : one,
      ),
    });

  const changed = RECORD.map(([marker, value]) => [marker, value === 'to eat' ? 'to devour' : value]);
  expect(putSfm(RECORD, changedIn('translations'), OPTIONS)).toEqual(changed);
  expect(putSfm(RECORD, changedIn('definitions'), OPTIONS)).toEqual(changed);
  expect(putSfm(RECORD, content, OPTIONS)).toEqual(RECORD);
});

const fieldsOf = (text: string) =>
  text.split('\n').map((line): SfmField => [line.slice(0, 2), line.slice(3)]);

test.each([
  ['lx ba\nsn 1\nge goat\nsn 2\nge river', 'lx ba\nsn 1\nps n\nge goat\nps v\nsn 2\nge river'],
  ['lx ba\nsn 1\nps n\nge goat\nsn 2\nge river', 'lx ba\nsn 1\nps n\nge goat\nps v\nsn 2\nge river'],
  ['lx ba', 'lx ba\nsn 1\nps n\nge goat\nps v\nsn 2\nge river'],
])('parts of speech are written where they are read as those of their senses: %j', (record, expected) => {
  const content = Object.assign({}, readArticle(getSfm(fieldsOf(record), OPTIONS)), {
    categories: [
      { content: 'n', sense: 1 },
      { content: 'v', sense: 2 },
    ],
    translations: [
      { lang: 'en', content: 'goat', sense: 1 },
      { lang: 'en', content: 'river', sense: 2 },
    ],
    senses: [{ number: 1 }, { number: 2 }],
  });
  const written = putSfm(fieldsOf(record), content, OPTIONS);

  expect(written.map((field) => field.join(' ').trim()).join('\n')).toBe(expected);
  expect(readArticle(getSfm(written, OPTIONS)).categories).toMatchObject(content.categories);
});
