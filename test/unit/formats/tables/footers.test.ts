import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PathCounts } from '../../../../src/formats/files/loss-report';
import { formatOf } from '../../../../src/formats/formats';
import type { JsonObject } from '../../../../src/shared/json';
import { exported, read } from '../../../support/format-files';

const folder = mkdtempSync(join(tmpdir(), 'griot-footers-'));
let written = 0;

function file(...below: readonly string[]): string {
  const path = join(folder, `${++written}.csv`);
  writeFileSync(path, ['Mot,Français,Note', 'ji,eau,', 'so,maison,', ...below, ''].join('\n'));
  return path;
}

async function shown(path: string) {
  const source = await (await formatOf(path)).open(path, {});
  const words = [];
  for await (const { source: article } of source.entries(new PathCounts()))
    words.push(((article as JsonObject)['entry'] as JsonObject)['headword'] ?? null);
  return {
    words,
    told: (source.warnings?.() ?? []).map(({ message }) => message),
    preview: source.preview ?? [],
  };
}

test.each([
  ['Total: 350'],
  ['Total 350 mots,,'],
  ['350 entries'],
  [',,Source: enquête de 2019'],
  ['Source :,enquête de 2019,'],
  ['* emprunt au français'],
  ['** = rare,,'],
  ['Abréviations : n. = nom,,'],
  ['© 2019 the authors'],
  ['TOTAL,,350'],
])('a row such as %j below the table is no article', async (row) => {
  const path = file(row);
  const { words, told, preview } = await shown(path);

  expect(words).toEqual(['ji', 'so']);
  expect(told).toEqual([
    expect.stringMatching(/^line 4, column 1: the row below the table, ".+", is no article/u),
  ]);
  expect(preview.join('\n')).not.toMatch(/350|2019|emprunt|rare|Abr/u);
});

test('several such rows come back below the articles', async () => {
  const path = file('Total: 2,,', ',,"Source: a, b"', '* emprunt,,');

  expect((await shown(path)).words).toEqual(['ji', 'so']);
  expect(readFileSync(await exported('csv', await read(path), '.csv'), 'utf8')).toBe(
    readFileSync(path, 'utf8'),
  );
});

test.each([
  ['note,remarque,'],
  ['source,source,'],
  ['*ba,,'],
  ['total,,'],
  ['ba,350,'],
  ['Note: x,y,z'],
  ['Source: x,y,'],
])('a row such as %j is an article', async (row) => {
  const { words, told } = await shown(file(row));

  expect(words).toHaveLength(3);
  expect(told).toEqual([]);
});

test('a row between articles is an article, whatever its text', async () => {
  const { words, told } = await shown(file('* emprunt,,', 'Total: 350,,', 'ba,chèvre,'));

  expect(words).toEqual(['ji', 'so', '* emprunt', 'Total: 350', 'ba']);
  expect(told).toEqual([]);
});

test('a list of words without other columns has no rows below it', async () => {
  const path = join(folder, 'words.csv');
  writeFileSync(path, 'Mot\nji\n* so\n');

  expect((await shown(path)).words).toEqual(['ji', '* so']);
});
