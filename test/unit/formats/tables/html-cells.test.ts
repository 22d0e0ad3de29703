import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { HTML_CELLS } from '../../../../src/formats/html/html-text';
import { formatOf } from '../../../../src/formats/formats';
import { columnMapFrom } from '../../../../src/formats/tables/column-map';
import { writtenFile } from '../../../support/canonical-lift';
import { exported, read } from '../../../support/format-files';

const NOTES = [
  '#separator:tab',
  '#html:true',
  '#columns:Mot\tFrançais\tExemple\tExemple (fr)',
  'so\t<b>maison</b>;&nbsp;case [sound:so.mp3]\tA ka so.\tSa <i>maison</i>.',
  'ji\t"eau; fleuve &amp; mer<br>pluie <img src=""ji.jpg"">"\t\t',
  'ba\t<div>mère</div>\t\t',
  '',
].join('\n');

const contentsOf = async (path: string) =>
  (await read(path)).articles.map(({ source }) => readArticle(source));

test('reads the visible text of HTML notes of Anki', async () => {
  expect(await contentsOf(writtenFile(NOTES, 'words.txt'))).toMatchObject([
    {
      entry: { headword: 'so' },
      translations: [{ content: 'maison' }, { content: 'case' }],
      examples: [{ content: 'A ka so.', target: 'Sa maison.', lang: 'fr' }],
    },
    { translations: [{ content: 'eau' }, { content: 'fleuve & mer\npluie' }] },
    { translations: [{ content: 'mère' }] },
  ]);
});

test('a sign that begins no element is text', () => {
  expect(HTML_CELLS.read('3 < 4 <b>and</b> a <i>b')).toBe('3 < 4 and a b');
});

test('exports them unchanged; a changed text becomes HTML with its recordings and pictures', async () => {
  const first = await read(writtenFile(NOTES, 'words.txt'));
  const text = async (articles: typeof first.articles) =>
    readFileSync(await exported('tsv', { ...first, articles }, '.txt'), 'utf8');
  expect(await text(first.articles)).toBe(NOTES);

  const edited = first.articles.map(({ publicId, source }) => {
    const translations = readArticle(source).translations.map((one) =>
      one.content.startsWith('fleuve') ? Object.assign({}, one, { content: 'a < b\nc' }) : one,
    );
    return { publicId, source: Object.assign({}, source, { translations }) };
  });
  expect(await text(edited as unknown as typeof first.articles)).toBe(
    NOTES.replace('fleuve &amp; mer<br>pluie <img', 'a &lt; b<br>c <img'),
  );
});

test('of other tables a map says that their cells are HTML', async () => {
  const path = writtenFile('Word,English\nso,house<br>home\n', 'words.csv');
  const map = { columns: { Word: { to: 'headword' }, English: { to: 'translations', lang: 'en' } } };
  const shown = async (given: object) => {
    const source = await (await formatOf(path)).open(path, { map: JSON.stringify(given) });
    return source.preview?.at(-1);
  };

  expect(await shown(map)).toBe('  so | house<br>home');
  expect(await shown({ ...map, cells: 'html' })).toBe('  so | house home');
  expect(() => columnMapFrom('{"columns": {}, "cells": "xml"}')).toThrow('"cells" must be "html" or absent');
});

test('a text that is written into a cell is read again', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '<', '>', '&', ';', '"', "'", '/', ' ', '\n') }),
      (given) => {
        const text = HTML_CELLS.read(HTML_CELLS.write(given, 'x [sound:a.mp3]'));
        expect(text).toBe(
          given
            .split('\n')
            .map((line) => line.trim())
            .filter(Boolean)
            .join('\n'),
        );
      },
    ),
  );
});
