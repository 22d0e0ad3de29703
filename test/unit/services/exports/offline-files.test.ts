import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import {
  articleBlockOf,
  compressedFiles,
  type CompressedFile,
} from '../../../../src/services/exports/offline-files';

interface Stored {
  readonly number: number;
  readonly source?: string;
  readonly isDisabled?: boolean;
}

const articleOf = ({ number, source = '{}', isDisabled = false }: Stored) => ({
  number,
  publicId: `a${String(number)}`,
  revision: 3,
  source,
  isDisabled,
});

async function filesOf(
  stored: readonly Stored[],
  blocks?: readonly number[],
): Promise<readonly CompressedFile[]> {
  const articles = {
    findAfter: (_: string, last: number, limit: number) =>
      Promise.resolve(
        stored
          .filter(({ number }) => number > last)
          .slice(0, limit)
          .map(articleOf),
      ),
  };
  const files: CompressedFile[] = [];
  for await (const file of compressedFiles({ articles } as never, 'qaa', blocks)) files.push(file);
  return files;
}

const numbersIn = ({ br }: CompressedFile): readonly number[] =>
  brotliDecompressSync(br)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as [number])[0]);
const shapes = (files: readonly CompressedFile[]) =>
  files.map((file) => [file.from, file.to, numbersIn(file)]);
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

test('a file has a line of each shown article, in both compressions', async () => {
  const [file, ...others] = await filesOf([
    { number: 1, source: '{"a":1}' },
    { number: 2, isDisabled: true },
    { number: 3, source: '"b"' },
  ]);
  const text = '[1,"a1",3,{"a":1}]\n[3,"a3",3,"b"]\n';

  expect(others).toEqual([]);
  expect(brotliDecompressSync(file!.br).toString()).toBe(text);
  expect(gunzipSync(file!.gzip).toString()).toBe(text);
  expect(file).toMatchObject({ articles: 2, from: 1, to: 1024, bytes: file!.br.length });
});

test('writes the articles of one block of numbers into each file', async () => {
  const numbers = [...range(1, 70), 1024, 1025, 2048, 5000];
  const stored = numbers.map((number) => ({ number }));

  expect(shapes(await filesOf(stored))).toEqual([
    [1, 1024, [...range(1, 70), 1024]],
    [1025, 2048, [1025, 2048]],
    [4097, 5120, [5000]],
  ]);
  expect(shapes(await filesOf(stored, [1, 0, 2]))).toEqual([
    [1025, 2048, [1025, 2048]],
    [1, 1024, [...range(1, 70), 1024]],
  ]);
  expect(await filesOf([])).toEqual([]);
  expect([1, 1024, 1025, 2048, 2049].map(articleBlockOf)).toEqual([0, 0, 1, 1, 2]);
});

test('continues a block that is too long for one file in the next', async () => {
  const source = JSON.stringify('x'.repeat(300_000));
  const stored = range(1, 6).map((number) => ({ number, source }));

  expect(shapes(await filesOf([...stored, { number: 1030 }]))).toEqual([
    [1, 4, range(1, 4)],
    [5, 1024, [5, 6]],
    [1025, 2048, [1030]],
  ]);
});
