import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { exported, read } from '../../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-markers-'));
let written = 0;

function file(text: string, ending = '.txt'): string {
  const path = join(folder, `words-${String(++written)}${ending}`);
  writeFileSync(path, text);
  return path;
}

const contentsOf = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source));

const OWN = [
  ...['\\word kitabu', '\\pos n', '\\pl vitabu', '\\gloss_fr livre', '\\ex Kitabu kizuri', ''],
  ...['\\word meza', '\\pos n', '\\gloss_fr table', ''],
].join('\n');

test('a text file whose lines begin with markers has records, whatever marker begins them', async () => {
  const path = file(OWN);
  const { format, isGuessed, preview } = await (await formatOf(path)).open(path, {});

  expect({ format, isGuessed }).toEqual({ format: 'sfm', isGuessed: true });
  expect(preview?.join('\n')).toContain('\\word, the first marker, begins an entry');
  expect(preview).toContain('  \\gloss_fr -> translations, fr');
  expect(await contentsOf(path)).toMatchObject([
    {
      entry: { headword: 'kitabu' },
      categories: [{ content: 'n' }],
      forms: [{ form: 'vitabu', type: 'plural' }],
      translations: [{ lang: 'fr', content: 'livre' }],
      examples: [{ content: 'Kitabu kizuri' }],
    },
    { entry: { headword: 'meza' }, translations: [{ lang: 'fr', content: 'table' }] },
  ]);
});

test('such a file is exported as it was, with the changes, and the next import reads it in the same way', async () => {
  const all = await read(file(OWN));
  const [first, second] = all.articles;
  const translations = [{ lang: 'fr', content: 'bouquin' }];
  const changed = { ...first!, source: { ...first!.source, translations } };
  const back = await exported('sfm', { ...all, articles: [changed, second!] }, '.txt');

  expect(readFileSync(back, 'utf8')).toBe(OWN.replace('livre', 'bouquin') + '\n');
  const again = await (await formatOf(back)).open(back, { storedSettings: all.files });
  expect(again.isGuessed).toBe(false);
  const contents = [];
  for await (const { source } of again.entries(new PathCounts())) contents.push(readArticle(source!));
  expect(contents).toMatchObject([{ translations }, { translations: [{ lang: 'fr', content: 'table' }] }]);
});

test('the text of LaTeX is no dictionary with markers', async () => {
  const path = file('\\documentclass{book}\n\\usepackage{x}\n\\begin{document}\n', '.tex');

  await expect(formatOf(path)).rejects.toThrow('LaTeX');
});

test('a long line of blanks costs no time', async () => {
  const path = file(`\\word a\n\\pos n\n\\g${' '.repeat(60_000)}`, '.odd');

  await expect(formatOf(path)).rejects.toThrow('no known format');
});

const record = (...fields: string[]) => file(`\\_sh v3.0  400  MDF 4.0\n\n${fields.join('\n')}\n`, '.db');

test('markers with the code of a language at their end have texts in it', async () => {
  const path = record(
    '\\lx ji',
    '\\gfr eau; liquide',
    '\\dfr boisson',
    '\\xv Ji b’a la',
    '\\xfr Il y a de l’eau',
  );

  expect((await contentsOf(path))[0]).toMatchObject({
    translations: [
      { lang: 'fr', content: 'eau' },
      { lang: 'fr', content: 'liquide' },
    ],
    definitions: [{ lang: 'fr', content: 'boisson' }],
    examples: [{ content: 'Ji b’a la', lang: 'fr', target: 'Il y a de l’eau' }],
  });
});

test.each([
  [['\\gen f'], []],
  [['\\gen water', '\\xen x'], ['water']],
  [
    ['\\gen water', '\\gfr eau'],
    ['water', 'eau'],
  ],
])(
  '%j has the glosses %j, since a code that is also a word needs another marker',
  async (fields, glosses) => {
    const [content] = await contentsOf(record('\\lx ji', ...fields));

    expect(content?.translations.map((one) => one.content).toSorted()).toEqual(glosses.toSorted());
  },
);

test('wrapped lines of a field are one text, and stay wrapped in an export', async () => {
  const fields = [
    '\\lx fara',
    '\\ge split',
    '   wood ; tear',
    '\\xv A ye a fara',
    'ka bɔ.',
    '\\xe He tore',
    ' it off.',
  ];
  const all = await read(record(...fields));

  expect(readArticle(all.articles[0]!.source)).toMatchObject({
    translations: [{ content: 'split wood' }, { content: 'tear' }],
    examples: [{ content: 'A ye a fara ka bɔ.', target: 'He tore it off.' }],
  });
  expect(readFileSync(await exported('sfm', all, '.db'), 'utf8')).toContain(fields.join('\n'));
});

test('a text of several lines is one field, and is read as it was written', async () => {
  const notes = [{ content: 'Seen in 1987.\nAsk again.\n\n\\lx is no field here.' }];
  const translations = [{ lang: 'en', content: 'to split\nto tear' }];
  const examples = [{ content: 'A ye a fara.\nAyi.', lang: 'en', target: 'He tore it.\nNo.' }];
  const all = await read(record('\\lx fara', '\\ge split', '\\xv A ye a fara.', '\\xe He tore it.'));
  const [first] = all.articles;
  const changed = { ...first!, source: { ...first!.source, translations, examples, notes } };
  const back = await read(await exported('sfm', { ...all, articles: [changed] }, '.db'));

  expect(back.articles.map(({ source }) => readArticle(source))).toMatchObject([
    { entry: { headword: 'fara' }, translations, examples, notes },
  ]);
});

test('examples of FieldWorks are examples where the headword has the code of its language too', async () => {
  const path = file(
    [
      ...['\\lx_swh maji', '\\ps_en n', '\\g_en water', '\\xv_swh Nataka maji.', '\\x_en I want water.', ''],
      ...[
        '\\lx_swh moto',
        '\\ps_en n',
        '\\g_en fire',
        '\\xv_swh Moto unawaka.',
        '\\x_en The fire burns.',
        '',
      ],
    ].join('\n'),
    '.sfm',
  );

  expect(await contentsOf(path)).toMatchObject([
    {
      entry: { headword: 'maji' },
      translations: [{ lang: 'en', content: 'water' }],
      examples: [{ content: 'Nataka maji.', lang: 'en', target: 'I want water.' }],
    },
    { entry: { headword: 'moto' }, examples: [{ content: 'Moto unawaka.', target: 'The fire burns.' }] },
  ]);
});
