import { isFullBatch } from '../../../../src/formats/files/batch-size';

const MEBIBYTE = 1024 * 1024;

test.each([
  ['a few short articles', 199, 1000, false],
  ['as many as one transaction stores', 200, 1000, true],
  ['few that are long', 3, MEBIBYTE, true],
  ['few that are not quite so long', 3, MEBIBYTE - 1, false],
  ['a long part of the file without articles', 0, 10 * MEBIBYTE, false],
])('%s: %d articles of %d bytes are a batch: %s', (_, articles, length, expected) => {
  expect(isFullBatch(articles, length)).toBe(expected);
});
