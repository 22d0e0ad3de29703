import { readArticle } from '../../../../src/domain/reading/read-article';
import { LANGUAGE_BY_LETTER } from '../../../../src/formats/sfm/mdf-markers';
import { markerMapFrom } from '../../../../src/formats/sfm/marker-map';
import { getSfm, putSfm } from '../../../../src/formats/sfm/sfm-lens';
import type { SfmField } from '../../../../src/formats/sfm/sfm-record';

const OPTIONS = { languages: LANGUAGE_BY_LETTER };

const fields = (text: string): SfmField[] =>
  text.split('\n').map((line): SfmField => {
    const [marker = '', ...value] = line.split(' ');
    return [marker, value.join(' ')];
  });
const read = (text: string) => readArticle(getSfm(fields(text), OPTIONS));
const written = (text: string, change: (content: ReturnType<typeof read>) => object) =>
  putSfm(fields(text), Object.assign({}, read(text), change(read(text))), OPTIONS)
    .map((field) => field.join(' ').trim())
    .join('\n');

describe('markers with a language at their end, as FieldWorks writes them', () => {
  const RECORD = [
    'lx kalo',
    'lx_Zzx kalo',
    'sn 1',
    'ps_en common noun',
    'g_en moon; month',
    'g_Fra lune',
    'd_en the moon',
    'xv_Zzx Kalo ye.',
    'x_en It is the moon.',
    'ng_en counted',
    'sd_en Sky',
    'ps_constr n - n',
    'sn 2',
    'd_en time',
    'dt 1',
  ].join('\n');

  test('have the meaning of the MDF marker in that language; other endings are not languages', () => {
    expect(read(RECORD)).toMatchObject({
      entry: { headword: 'kalo', variants: [] },
      categories: [{ content: 'common noun', sense: 1 }],
      translations: [
        { lang: 'en', content: 'moon', sense: 1 },
        { lang: 'en', content: 'month', sense: 1 },
        { lang: 'fr', content: 'lune', sense: 1 },
        // What has no gloss in a language is given by its definition.
        { lang: 'en', content: 'time', sense: 2 },
      ],
      definitions: [
        { lang: 'en', content: 'the moon', sense: 1 },
        { lang: 'en', content: 'time', sense: 2 },
      ],
      examples: [{ content: 'Kalo ye.', lang: 'en', target: 'It is the moon.', sense: 1 }],
      notes: [{ lang: 'en', type: 'grammar', content: 'counted', sense: 1 }],
      domains: [{ content: 'Sky', sense: 1 }],
    });
  });

  test('reads captions not as pictures, and reversals in their language', () => {
    const record = [
      'lx wate',
      'ge fruit',
      'pc wate.jpg',
      'pc_en a fruit',
      'pc_id buah',
      're_en pear',
      're_id pir',
    ];
    expect(read(record.join('\n'))).toMatchObject({
      media: [{ kind: 'picture', href: 'wate.jpg' }],
      translations: [
        { lang: 'en', content: 'pear', reversal: true },
        { lang: 'id', content: 'pir', reversal: true },
        { lang: 'en', content: 'fruit' },
      ],
    });
  });

  test.each(['en-a1', 'en-abcde-abcde', 'zz', 'en-123'])('%s is not the language of a marker', (tag) => {
    expect(read(['lx a', `ge b`, `ps_${tag} n`].join('\n'))).toMatchObject({
      translations: [{ content: 'b' }],
      categories: [],
    });
  });

  test('are read in up to sixteen languages; markers of further languages are kept unread', () => {
    const tags = Array.from({ length: 16_000 }, (_, i) => `x${String(i)}`);
    const record = ['lx a', ...tags.map((tag) => `g_${tag} b`)].join('\n');
    expect(read(record).translations.map(({ lang }) => lang)).toEqual(
      tags.slice(0, 16).map((tag) => `x-${tag}`),
    );
    expect(written(record, () => ({}))).toBe(record);
  });

  test('writes only the changes, with the same markers for new items', () => {
    const changed = written(RECORD, ({ translations, examples }) => ({
      translations: translations.map((one) =>
        one.content === 'lune' ? Object.assign({}, one, { content: 'Lune' }) : one,
      ),
      examples: [...examples, { number: 2, content: 'Kalo.', lang: 'en', target: 'Moon.', sense: 2 }],
    }));
    expect(changed).toBe(
      RECORD.replace('g_Fra lune', 'g_Fra Lune').replace('d_en time', 'd_en time\nxv_Zzx Kalo.\nx_en Moon.'),
    );
  });
});

describe('markers that precede others', () => {
  const RECORD = [
    'lx basa',
    'sn 1',
    'ge language',
    'lf Syn',
    'lv kata',
    'le word',
    'lv cakap',
    'lf Ant',
    'lv diam',
    'pdl Pl',
    'pdv basaan',
    'cf lidah; mulut',
    'va wasa; fasa',
    'dt 1',
  ].join('\n');

  test('give the kind of a lexical function or of a form in a paradigm', () => {
    expect(read(RECORD)).toMatchObject({
      entry: { variants: [{ headword: 'wasa' }, { headword: 'fasa' }] },
      relations: expect.arrayContaining([
        { type: 'see', target: 'lidah', sense: 1 },
        { type: 'see', target: 'mulut', sense: 1 },
        { type: 'Syn', target: 'kata', gloss: 'word', sense: 1 },
        { type: 'Syn', target: 'cakap', sense: 1 },
        { type: 'Ant', target: 'diam', sense: 1 },
      ]) as unknown,
      forms: [{ form: 'basaan', type: 'Pl' }],
    });
  });

  test('say so of the hundred fields below them', () => {
    const record = ['lx a', 'lf Syn', ...Array.from({ length: 150 }, (_, i) => `lv b${String(i)}`)].join(
      '\n',
    );
    const relations = read(record).relations ?? [];
    expect([relations.length, relations.filter(({ type }) => type === 'Syn').length]).toEqual([150, 100]);
    expect(written(record, () => ({}))).toBe(record);
  });

  test('belong to the last of the markers below them', () => {
    const less = written(RECORD, ({ relations = [] }) => ({
      relations: relations.filter(({ target }) => target !== 'diam' && target !== 'cakap'),
      forms: [],
    }));
    expect(less).toBe(RECORD.replace('lv cakap\nlf Ant\nlv diam\npdl Pl\npdv basaan\n', ''));
  });

  test('writes a new one after the others, and a changed kind only where it applies to a single one', () => {
    const more = written(RECORD, ({ relations = [] }) => ({
      relations: [
        ...relations.map((one) =>
          one.target === 'diam' ? Object.assign({}, one, { type: 'Opposite' }) : one,
        ),
        { type: 'Part', target: 'bunyi', sense: 1 },
      ],
    }));
    expect(more).toBe(RECORD.replace('lf Ant\nlv diam', 'lf Opposite\nlv diam\nlf Part\nlv bunyi'));
  });
});

describe('translations of examples', () => {
  const RECORD = [
    'lx bara',
    'ps n',
    'xv Bara ye.',
    'xn Voilà du travail.',
    'sfx bara.wav',
    'xg work be',
    'xe There is work.',
    'rf AB 12',
    'xv A bɛ bara la.',
    'xe',
    'ps v',
    'xe of no example',
    'dt 1',
  ].join('\n');

  test('follow words, glosses and recordings of the example', () => {
    expect(read(RECORD).examples).toMatchObject([
      { content: 'Bara ye.', target: 'Voilà du travail.', lang: 'x-national' },
      { content: 'Bara ye.', target: 'There is work.', lang: 'en' },
      { content: 'A bɛ bara la.', reference: 'AB 12' },
    ]);
  });

  test('are changed and taken away where they are', () => {
    const changed = written(RECORD, ({ examples: [, two, three] }) => ({
      examples: [Object.assign({}, two, { target: 'Here is work.' }), three],
    }));

    expect(changed).toBe(RECORD.replace('xn Voilà du travail.\n', '').replace('There is', 'Here is'));
    expect(written(RECORD, () => ({}))).toBe(RECORD);
  });

  test('may have markers of the project, which a map names', () => {
    const map = markerMapFrom(
      '{"markers": {"ex": {"to": "examples"}, "xp": {"to": "exampleTranslations", "lang": "tpi"}, "xn": {"to": "kept"}}}',
    );
    const record = [
      'lx bara',
      'ge work',
      'ex Bara ye.',
      'xp I gat wok.',
      'xe There is work.',
      'xn travail',
    ].join('\n');
    const options = Object.assign({}, OPTIONS, map);
    const content = readArticle(getSfm(fields(record), options));

    expect(content.examples).toMatchObject([
      { content: 'Bara ye.', target: 'I gat wok.', lang: 'tpi' },
      { content: 'Bara ye.', target: 'There is work.', lang: 'en' },
    ]);
    const more = [...content.examples, { number: 3, content: 'Bara.', lang: 'tpi', target: 'Wok.' }];
    const back = putSfm(fields(record), Object.assign({}, content, { examples: more }), options);
    expect(back.map((field) => field.join(' ')).join('\n')).toContain('\nex Bara.\nxp Wok.');
    expect(() => markerMapFrom('{"markers": {"xp": {"to": "exampleTranslations"}}}')).toThrow(
      'has no "lang" for the marker "xp"',
    );
  });
});

describe('an empty subentry', () => {
  const RECORD = ['lx jiri', 'ps n', 'sn', 'ge tree', 'se', 'sd plants', 'se', 'bw Fula', 'dt 1'];

  test('is the field of a template: the following fields belong to the word', () => {
    expect(read(RECORD.join('\n'))).toMatchObject({
      domains: [{ content: 'plants', sense: 1 }],
      etymologies: [{ language: 'Fula', sense: 1 }],
    });
    const change = () => ({ domains: [{ scheme: 'semantic-domain', content: 'trees', sense: 1 }] });
    expect(written(RECORD.join('\n'), change)).toBe(RECORD.join('\n').replace('plants', 'trees'));
  });

  test('with a part of speech or a name is another word', () => {
    for (const se of ['se\nps v', 'se jiritan'])
      expect(read(RECORD.join('\n').replace('se', se))).toMatchObject({
        translations: [{ content: 'tree', sense: 1 }],
        domains: [{ content: 'plants', sense: 2 }],
      });
  });
});

test.each([
  ['cf wan, tu', ['wan', 'tu'], 'cf NEW, tu'],
  ['sy wan ,tu', ['wan', 'tu'], 'sy NEW, tu'],
  ['an wan, tu; fo', ['wan, tu', 'fo'], 'an NEW; fo'],
  ['mn wan', ['wan'], 'mn NEW'],
])('related words have commas between them where they have no semicolons: %s', (field, words, changed) => {
  const record = `lx ab\nge thing\n${field}\ndt 1`;
  const rename = ({ relations = [] }: ReturnType<typeof read>) => ({
    relations: relations.map((one, at) => (at === 0 ? Object.assign({}, one, { target: 'NEW' }) : one)),
  });

  expect(read(record).relations?.map(({ target }) => target)).toEqual(words);
  expect(written(record, rename)).toBe(record.replace(field, changed));
  expect(written(record, () => ({}))).toBe(record);
});

test('a related word with a comma is written beside the fields of words, and read again', () => {
  const relation = { type: 'see', target: 'a, b' };
  const text = written('lx ab\nge thing', () => ({ relations: [relation] }));

  expect(text).not.toContain('cf');
  expect(read(text).relations).toEqual([relation]);
});

test('a recording of Lexique Pro belongs to the article and is exported again', () => {
  const record = 'lx jiri\nsf jiri.wav\nge tree\npc jiri.jpg';
  expect(read(record)).toMatchObject({
    media: [
      { kind: 'picture', href: 'jiri.jpg' },
      { kind: 'audio', href: 'jiri.wav' },
    ],
  });
  const change = () => ({
    media: [
      { kind: 'picture', href: 'jiri.jpg' },
      { kind: 'audio', href: 'yiri.wav' },
    ],
  });
  expect(written(record, change)).toBe(record.replace('jiri.wav', 'yiri.wav'));
});
