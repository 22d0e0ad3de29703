import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Ajv2020 from 'ajv/dist/2020';
import type { ArticleContent } from '../../../src/domain/article/article-content';
import { readArticle } from '../../../src/domain/reading/read-article';
import { ExportLosses } from '../../../src/formats/export-report';
import { openZip, readZipPart } from '../../../src/formats/files/zip';
import { formatNamed } from '../../../src/formats/formats';
import { newLiftEntry } from '../../../src/formats/lift/write-lift';
import { xmlText } from '../../../src/formats/xml/write-xml';
import type { ExportedArticle, ExportedDictionary } from '../../../src/services/exports/export.service';
import type { Json, JsonObject } from '../../../src/shared/json';
import { writtenFile } from '../../support/canonical-lift';
import { exported, read } from '../../support/format-files';
import { NO_ORIGINALS, originals, textOfFile } from '../../support/originals';

interface Line {
  readonly public_id: string;
  readonly article: Json;
}

const SAMPLE = join(__dirname, '../../../samples/yor_eng_fra_griot/articles.jsonl');

const lines = readFileSync(SAMPLE, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);

/** What formats have no place of their own for. */
const RARE: Json = {
  type: 'noun',
  entry: { headword: 'a', variants: [{ form: 'x', headword: 'b', radical: 'c', type: 'd' }] },
  categories: [{ number: 1, content: 'n' }],
  classes: [{ value: '9/10' }],
  forms: [{ form: 'as', type: 'plural' }, { form: 'at' }],
  examples: [{ content: 'An a.', target: 'Un a.' }, { target: 'Nothing.' }],
  translations: [
    { lang: 'en', number: 1, content: 'first; second' },
    { lang: 'qaa', number: 1, content: 'two\nlines' },
    { number: 1, content: 'in no language' },
  ],
  notes: [{ content: 'a\nnote' }, { lang: 'fr', content: 'une note', type: 'grammar' }],
  definitions: [{ lang: 'en', content: 'a letter' }],
};

const LISTS = ['categories', 'classes', 'forms', 'translations', 'examples', 'definitions', 'notes'] as const;

/** Fields that follow from the order, and those that LIFT spells where an article leaves them open. */
const isOpen = (name: string, value: unknown) =>
  ['number', 'sense'].includes(name) || value === null || (name === 'lang' && value === 'und');

/** What an article says, without the numbers that follow from the order, and with or without the only sense. */
function said(content: ArticleContent) {
  const items = (list: unknown) =>
    ((list ?? []) as readonly Record<string, unknown>[]).map((item) =>
      Object.fromEntries(Object.entries(item).filter(([name, value]) => !isOpen(name, value))),
    );
  return {
    headword: content.entry.headword,
    radical: content.radical,
    type: content.type,
    variants: items(content.entry.variants),
    ...Object.fromEntries(LISTS.map((name) => [name, items(content[name]).sort(bySpelling)])),
  };
}

function bySpelling(one: object, other: object): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}

const FORMATS = [
  ...['lift', 'sfm', 'csv', 'tsv', 'json', 'xlsx', 'tei', 'dmlex', 'dmlex-json', 'cldf', 'wiktextract'],
];

const ARTICLES = [...lines.map((line) => line.article), RARE].map((article, index) => ({
  publicId: `a${index + 1}`,
  source: article as JsonObject,
}));

test.each(FORMATS)('articles that no %s file gave say the same when they are read back', async (format) => {
  const path = await exported(
    format,
    { articles: ARTICLES, files: new Map() },
    `.${format.replace('dmlex-', '')}`,
  );

  const { articles, problems } = await read(path);

  expect(problems).toEqual([]);
  expect(articles.map(({ source }) => said(readArticle(source)))).toEqual(
    ARTICLES.map(({ source }) => said(readArticle(source))),
  );
});

const [liftSchema] = originals('lift', 'lift-0.13.rng');
const [dmlexSchema] = originals('dmlex', '.schema.json');
const hasXmllint = spawnSync('xmllint', ['--version']).status === 0;

if (!hasXmllint || liftSchema === undefined)
  test.skip('xmllint or the schema of LIFT is missing', () => undefined);
else
  test('LIFT that is made of articles is valid', async () => {
    const path = await exported('lift', { articles: ARTICLES, files: new Map() }, '.lift');

    const { stderr } = spawnSync('xmllint', ['--noout', '--relaxng', liftSchema, path], { encoding: 'utf8' });

    expect(stderr).toBe(`${path} validates\n`);
  });

if (dmlexSchema === undefined) test.skip(NO_ORIGINALS, () => undefined);
else
  test('DMLex that is made of articles is valid', async () => {
    const path = await exported('dmlex-json', { articles: ARTICLES, files: new Map() }, '.json');
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(textOfFile(dmlexSchema)) as object);

    validate(JSON.parse(textOfFile(path)));

    expect(validate.errors).toBeNull();
  });

test('StarDict exports each article as a page that its variants, forms and plain spelling find', async () => {
  const source = {
    entry: { headword: 'ɓàmara', variants: [{ headword: 'ɓemara' }] },
    forms: [{ form: 'ɓamaraw' }],
    translations: [{ lang: 'en', content: 'the <tongue>' }],
  };
  const path = await exported('stardict', { articles: [{ publicId: 'a', source }], files: new Map() }, '');

  const { articles } = await read(path);

  const [article] = articles.map((one) => readArticle(one.source));
  expect(article?.entry.headword).toBe('ɓàmara');
  expect(article?.entry.variants.map(({ headword }) => headword).sort()).toEqual(
    ['bamara', 'bamaraw', 'bemara', 'ɓamaraw', 'ɓemara'].sort(),
  );
  expect(article?.definitions?.[0]?.content).toContain('the <tongue>');
});

test('LIFT has such an article as programs read it: glosses, parts of speech and examples in a sense', () => {
  const [first] = lines;

  const text = xmlText(newLiftEntry('yor-0001', readArticle(first!.article), {}));

  expect(text).toContain('<gloss lang="en"><text>house</text></gloss>');
  expect(text).toContain('<grammatical-info value="n"/>');
  expect(text).toContain('<form lang="fr"><text>Je suis allé à la maison.</text></form></translation>');
  expect(text.match(/<sense/gu)).toHaveLength(1);
  expect(text).not.toContain('griot.translations');
});

test.each([...FORMATS, 'lift.zip', 'stardict', 'jsonl'])(
  'the report on %s says which metadata stand in the file',
  async (format) => {
    const metadata = {
      longName: 'Long Title',
      shortName: 'Short Title',
      abbreviatedName: 'LT',
      description: 'Tells all',
      license: 'CC0-1.0',
      language: 'qaa',
      targetLanguages: ['qab'],
      scripts: ['Nkoo'],
    };
    const article = { publicId: 'a', number: 1, source: '{"entry":{"headword":"a"}}' };
    const dictionary = {
      dictionary: { dictionaryId: 'words', ...metadata },
      files: new Map(),
      articles: Readable.from([article as ExportedArticle]),
    } as unknown as ExportedDictionary;
    const losses = new ExportLosses(dictionary);
    const pieces: Buffer[] = [];
    for await (const piece of formatNamed(format).write({ ...dictionary, onArticle: losses.onArticle }))
      pieces.push(Buffer.from(piece));
    const text = await textIn(Buffer.concat(pieces));

    const rows = losses.report(format).rows.filter(({ path }) => path.startsWith('metadata/'));
    expect(Object.fromEntries(rows.map(({ path, typed }) => [path, typed === 1]))).toEqual(
      Object.fromEntries(
        Object.entries(metadata).map(([name, value]) => [`metadata/${name}`, text.includes(String(value))]),
      ),
    );
  },
);

/** All text of a file, or of the files in a package. */
async function textIn(bytes: Buffer): Promise<string> {
  if (bytes.subarray(0, 2).toString() !== 'PK') return bytes.toString();
  const path = writtenFile('', 'words.zip');
  writeFileSync(path, bytes);
  const zip = await openZip(path);
  const parts: Buffer[] = [];
  for (const name of zip.names) for await (const part of readZipPart(zip, name)) parts.push(part);
  zip.close();
  return Buffer.concat(parts).toString();
}
