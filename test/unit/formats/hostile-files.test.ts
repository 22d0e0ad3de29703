import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { PathCounts } from '../../../src/formats/files/loss-report';
import { FileProblem } from '../../../src/formats/files/position';
import { zipOf } from '../../../src/formats/files/zip';
import { formatNamed, formatOf } from '../../../src/formats/formats';
import { Failure } from '../../../src/shared/failure';
import { freeJsonText, type JsonObject } from '../../../src/shared/json';
import { exported } from '../../support/format-files';

/** Files of all formats together, damaged in one way or another. */
const INPUTS = Number(process.env['HOSTILE_INPUTS'] ?? 300);

/** What thousands of files take on a slow machine. */
const TIMEOUT_MS = 60_000 + 300 * INPUTS;

const seed = Number(process.env['HOSTILE_SEED'] ?? 1);

const ARTICLES = ['ɓaba', 'ŋeri', 'ilé & ọ̀nà'].map((headword, index) => ({
  publicId: `a${index}`,
  source: {
    entry: { headword, variants: [{ headword: `${headword}x` }] },
    category: 'n',
    forms: [{ form: `${headword}s`, type: 'plural' }],
    translations: [{ lang: 'en', content: `word "${index}"; <b>` }],
    examples: [{ content: 'Ilé wà', lang: 'fr', target: 'La maison' }],
    definitions: [{ lang: 'en', content: 'line\nline' }],
    relations: [{ type: 'synonym', target: 'x' }],
  },
}));

const ENDINGS: Readonly<Record<string, string>> = {
  lift: '.lift',
  sfm: '.sfm',
  csv: '.csv',
  tsv: '.tsv',
  xlsx: '.xlsx',
  ods: '.ods',
  fods: '.fods',
  tei: '.tei',
  dmlex: '.xml',
  'dmlex-json': '.json',
  json: '.json',
  cldf: '.zip',
  stardict: '.zip',
  wiktextract: '.jsonl',
};

const folder = mkdtempSync(join(tmpdir(), 'griot-hostile-'));
let files = 0;
let good: ReadonlyMap<string, Buffer>;

beforeAll(async () => {
  const made = await Promise.all(
    Object.entries(ENDINGS).map(async ([format, ending]) => {
      const path = await exported(format, { articles: ARTICLES, files: new Map() }, ending);
      return [format, readFileSync(path)] as const;
    }),
  );
  good = new Map(made);
});

interface Outcome {
  readonly articles: readonly JsonObject[];
  readonly complaints: readonly string[];
}

/** Reads a file to its end, or to what ends it. An error that does not name what is wrong fails the test. */
async function outcomeOf(bytes: Uint8Array, format: string): Promise<Outcome> {
  const ending = ENDINGS[format] ?? '';
  const path = join(folder, `${++files}${ending}`);
  writeFileSync(path, bytes);
  const articles: JsonObject[] = [];
  const complaints: string[] = [];
  let close: (() => Promise<void>) | undefined;
  try {
    const source = await (ending === '.zip' ? await formatOf(path) : formatNamed(format)).open(path, {});
    ({ close } = source);
    for await (const { source: article, problem } of source.entries(new PathCounts())) {
      if (problem) complaints.push(checked(problem));
      if (article === undefined) continue;
      freeJsonText(article);
      articles.push(article as JsonObject);
    }
    source.files();
  } catch (error) {
    complaints.push(checked(error));
  }
  await close?.();
  return { articles, complaints };
}

function checked(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (!(error instanceof FileProblem)) throw error;
  expect(error.position.line).toBeGreaterThan(0);
  expect(error.position.column).toBeGreaterThan(0);
  return error.message;
}

const TOKENS = [
  ...['<', '>', '"', '&', '</entry>', '<entry>', '<!--', ']]>', '<?', '&x;', '{', '}', '[', ']', ',', ':'],
  ...['\\', '\\lx ', '\\constructor x\n', '\n', '\r\n', '\t', ';', '\u0000', '\uFFFE', '\uD800', 'é'],
  ...['"constructor":', '"__proto__":{},', '"headword":1,', 'type="constructor"', 'id="toString"', '=', '-1'],
];

const damage = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.oneof(fc.constant(0), fc.nat(40), fc.constant(1_000_000)),
  put: fc.oneof(
    fc.constantFrom(...TOKENS).map((token) => Buffer.from(token)),
    fc.uint8Array({ maxLength: 4 }),
    fc.constant(new Uint8Array()),
  ),
});

test(
  'damaged files of every format give problems with places, and never an error of another kind',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(ENDINGS)),
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        async (format, damages) => {
          const bytes = damages.reduce(
            (all, { at, drop, put }) => {
              const from = Math.floor(at * all.length);
              return Buffer.concat([all.subarray(0, from), put, all.subarray(from + drop)]);
            },
            good.get(format) ?? Buffer.alloc(0),
          );
          const { articles } = await outcomeOf(bytes, format);
          for (const article of articles) expect(article).toHaveProperty('original.entry');
        },
      ),
      { numRuns: INPUTS, seed },
    );
  },
  TIMEOUT_MS,
);

test.each(['lift', 'tei', 'dmlex', 'dmlex-json'])(
  'of a file of %s that is cut, only whole articles are read',
  async (format) => {
    const bytes = good.get(format) ?? Buffer.alloc(0);
    const whole = (await outcomeOf(bytes, format)).articles.map((article) => JSON.stringify(article));
    expect(whole).toHaveLength(ARTICLES.length);
    for (let end = 1; end < bytes.length - 2; end += Math.ceil(bytes.length / 40)) {
      const { articles, complaints } = await outcomeOf(bytes.subarray(0, end), format);
      expect(complaints).toHaveLength(1);
      for (const article of articles) expect(whole).toContain(JSON.stringify(article));
    }
  },
);

async function* zeros(megabytes: number): AsyncGenerator<Uint8Array> {
  const piece = Buffer.alloc(1024 * 1024, 0x20);
  for (let i = 0; i < megabytes; i++) yield await Promise.resolve(piece);
}

async function* texts(...pieces: readonly string[]): AsyncGenerator<string> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

async function packed(parts: Parameters<typeof zipOf>[0]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(parts)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const RELS =
  '<Relationships xmlns="r"><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const BOOK = '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>';

const workbook = (sheet: AsyncIterable<string | Uint8Array>, shared?: AsyncIterable<string | Uint8Array>) =>
  packed([
    { name: 'xl/workbook.xml', content: texts(BOOK) },
    { name: 'xl/_rels/workbook.xml.rels', content: texts(RELS) },
    { name: 'xl/worksheets/sheet1.xml', content: sheet },
    ...(shared ? [{ name: 'xl/sharedStrings.xml', content: shared }] : []),
  ]);

async function* around(
  before: string,
  middle: AsyncIterable<Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  yield before;
  yield* middle;
}

const HEADER = '<c t="inlineStr"><is><t>word</t></is></c>';

test.each([
  [
    'a cell that grows without end',
    () => workbook(around('<s><row><c t="str"><v>', zeros(8))),
    /longer than/u,
  ],
  ['elements without end', () => workbook(texts('<row>'.repeat(100_000))), /nested deeper/u],
  [
    'shared texts without end',
    () => workbook(texts(`<s><row>${HEADER}</row></s>`), around('<sst><si><t>', zeros(8))),
    /longer than/u,
  ],
  [
    'a text that is missing',
    () => workbook(texts('<s><row><c t="s"><v>7</v></c></row></s>')),
    /shared text 7/u,
  ],
  ['no sheet', () => packed([{ name: 'xl/workbook.xml', content: texts('<workbook/>') }]), /has no sheet/u],
  ['an entity', () => workbook(texts('<!DOCTYPE s [<!ENTITY x "y">]><s><row>&x;</row></s>')), /entity/u],
  [
    'a column far away',
    () => workbook(texts('<s><row><c r="ZZZZ1"><v>1</v></c></row></s>')),
    /16384 columns/u,
  ],
])('a workbook with %s is refused', async (_, make, message) => {
  const { articles, complaints } = await outcomeOf(await make(), 'xlsx');

  expect(articles).toEqual([]);
  expect(complaints).toEqual([expect.stringMatching(message)]);
});

test('cells of a workbook of another program: shared texts with marks, dates, numbers, truth, gaps', async () => {
  const styles =
    '<x:styleSheet xmlns:x="m"><x:numFmts><x:numFmt numFmtId="164" formatCode="[$-40C]d mmm yyyy"/></x:numFmts>' +
    '<x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="14"/><x:xf numFmtId="164"/></x:cellXfs></x:styleSheet>';
  const texts2 =
    '<sst><si><t>word</t></si><si><r><t>ɓa</t></r><r><t xml:space="preserve">ba_x000D_ </t></r><rPh><t>no</t></rPh></si></sst>';
  const cells =
    '<c r="A2" t="s"><v>1</v></c><c r="C2" s="1"><v>45382</v></c><c r="D2" s="2"><v>45382.5</v></c>' +
    '<c r="E2"><v>1.5</v></c><c r="F2" t="b"><v>1</v></c><c r="G2" t="str"><f>A1</f><v>x</v></c>';
  const sheet = `<w><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2">${cells}</row></sheetData></w>`;
  const bytes = await packed([
    { name: 'xl/workbook.xml', content: texts(BOOK) },
    { name: 'xl/_rels/workbook.xml.rels', content: texts(RELS) },
    { name: 'xl/styles.xml', content: texts(styles) },
    { name: 'xl/sharedStrings.xml', content: texts(texts2) },
    { name: 'xl/worksheets/sheet1.xml', content: texts(sheet) },
  ]);

  const { articles } = await outcomeOf(bytes, 'xlsx');

  expect(articles[0]?.['original']).toMatchObject({
    entry: {
      word: 'ɓaba\r ',
      'column 3': '2024-03-31',
      'column 4': '2024-03-31 12:00:00',
      'column 5': '1.5',
      'column 6': 'TRUE',
      'column 7': 'x',
    },
  });
});

test('an object of many levels is refused with its place', async () => {
  const deep = `{"entries":[{"headword":"a","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}`;

  const { complaints } = await outcomeOf(Buffer.from(deep), 'dmlex-json');

  expect(complaints).toEqual([expect.stringMatching(/^line 1, column \d+: .*nested deeper/u)]);
});

test('an identifier that comes twice makes two articles', async () => {
  const twice = '{"entries":[{"id":"a","headword":"x"},{"id":"a","headword":"y"}]}';

  expect((await outcomeOf(Buffer.from(twice), 'dmlex-json')).articles).toHaveLength(2);
});

test('a package that would unpack to more than may be uploaded is refused before anything is written', async () => {
  const path = join(folder, 'bomb.zip');
  const packed = Buffer.from(good.get('stardict')!);
  // What the directory at the end says of the size of the first file.
  packed.writeUInt32LE(0x5000_0000, packed.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  writeFileSync(path, packed);

  await expect((await formatOf(path)).open(path, {})).rejects.toThrow(/would unpack to 13\d{8} bytes/u);
});

test('ignores files that macOS adds to packages and folders', async () => {
  expect.hasAssertions();
  const lift = '<lift version="0.13">\n<entry id="a"></entry>\n</lift>';
  const other = (name: string) => ({ name, content: texts('Mac OS X') });
  const path = join(folder, 'macos.zip');
  const words = { name: 'words/words.lift', content: texts(lift) };
  const parts = [other('__MACOSX/words/._words.lift'), other('words/._words.lift'), words];
  writeFileSync(path, await packed(parts));
  const disk = mkdtempSync(join(folder, 'disk-'));
  writeFileSync(join(disk, '._words.lift'), 'Mac OS X');
  writeFileSync(join(disk, 'words.lift'), lift);

  for (const one of [path, disk]) {
    const source = await (await formatOf(one)).open(one, {});
    for await (const entry of source.entries(new PathCounts()))
      expect(entry).toMatchObject({ publicId: 'a' });
    await source.close?.();
  }
});
