import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import { writtenFile } from '../../../support/canonical-lift';
import { writeFileSync } from 'node:fs';

function fileOf(
  name: string,
  ...parts: readonly (readonly [text: string, encoding: BufferEncoding])[]
): string {
  const path = writtenFile('', name);
  writeFileSync(path, Buffer.concat(parts.map(([text, encoding]) => Buffer.from(text, encoding))));
  return path;
}

async function readFields(path: string, options = {}) {
  const source = await (await formatOf(path)).open(path, options);
  const fields: unknown[] = [];
  for await (const { source: article } of source.entries(new PathCounts()))
    fields.push((article as { original: { entry: unknown } }).original.entry);
  return { fields, told: (source.warnings?.() ?? []).map(({ message }) => message) };
}

/** Written by two programs: one in UTF-8, one in the encoding of Windows. */
const MIXED = () =>
  fileOf('words.sfm', ['\\lx kɔnɔ\n\\ge bird\n', 'utf8'], ['\\lx café\n\\ge coffee\n', 'latin1']);

test('a file with two encodings is refused with the reason, and read line by line on request', async () => {
  await expect(readFields(MIXED())).rejects.toThrow(
    /line 3, column 8: the bytes are not utf-8\. .* café\. Other lines are UTF-8: --encoding=utf-8,windows-1252/u,
  );

  const { fields } = await readFields(MIXED(), { encoding: 'utf-8,windows-1252' });
  expect(fields).toEqual([
    [
      ['lx', 'kɔnɔ'],
      ['ge', 'bird'],
    ],
    [
      ['lx', 'café'],
      ['ge', 'coffee'],
    ],
  ]);
});

test('reports the encoding of a file with a single encoding', async () => {
  const path = fileOf('words.sfm', ['\\lx a\n\\ge see\n\\lx café\n\\ge thé\n', 'latin1']);

  await expect(readFields(path)).rejects.toThrow('Read the file with --encoding=windows-1252.');
  expect((await readFields(path, { encoding: 'windows-1252' })).fields[1]).toEqual([
    ['lx', 'café'],
    ['ge', 'thé'],
  ]);
});

test('a line that none of the encodings allows is named', async () => {
  await expect(readFields(MIXED(), { encoding: 'utf-8,us-foo' })).rejects.toThrow(
    'the encoding "us-foo" is not known',
  );
  await expect(readFields(MIXED(), { encoding: 'utf-8,euc-kr' })).rejects.toThrow('line 3, column 8');
});

test('fields in front of the first record of Toolbox are named', async () => {
  const path = fileOf('words.sfm', [
    '\\_sh v3.0 400 MDF\n\n\\id 1\n\\lx ta\n\n\\id 2\n\\lx na\n\\lx ba\n',
    'utf8',
  ]);

  expect((await readFields(path)).told).toEqual([
    'line 3, column 1: the fields before the first \\lx are kept for export only: \\id. If records begin with one of these markers, name it as "record" in --map=FILE',
  ]);
  const map = JSON.stringify({ record: 'id', markers: { id: { to: 'kept' }, lx: { to: 'headword' } } });
  const { fields, told } = await readFields(path, { map });
  expect(told).toEqual([]);
  expect(fields).toEqual([
    [
      ['id', '1'],
      ['lx', 'ta'],
    ],
    [
      ['id', '2'],
      ['lx', 'na'],
      ['lx', 'ba'],
    ],
  ]);
});

test('accepts as two encodings only UTF-8 and another one, in lines of at most a megabyte', async () => {
  const long = fileOf('words.sfm', [`\\lx ${'ɛ'.repeat(600_000)}\n\\ge long\n`, 'utf8']);

  await expect(readFields(long, { encoding: 'utf-8,windows-1252' })).rejects.toThrow(
    /no line may be longer than \d+ bytes/u,
  );
  for (const encoding of [
    'utf-16le,windows-1252',
    'utf-8,utf-16le',
    'utf-8,windows-1252,euc-kr',
    'windows-1252,utf-8',
  ])
    await expect(readFields(MIXED(), { encoding })).rejects.toThrow(
      `"${encoding}" must be UTF-8 and one other`,
    );
});

test('a table of Excel for Mac is shown in the encoding of that program', async () => {
  // 0x8E is é there.
  const path = fileOf('words.csv', ['Mot,Traduction\rb\x8eb\x8e,baby\r', 'latin1']);
  await expect(readFields(path)).rejects.toThrow(
    /As macintosh the line reads: Mot,Traduction bébé,baby\. Read the file with --encoding=macintosh\./u,
  );
  expect((await readFields(path, { encoding: 'macintosh' })).fields).toEqual([
    { Mot: 'bébé', Traduction: 'baby' },
  ]);
});
