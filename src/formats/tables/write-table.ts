import type { ArticleRecord } from '../../domain/article/article-record';
import { originalOf } from '../../domain/article/original';
import { readArticle } from '../../domain/reading/read-article';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json } from '../../shared/json';
import type { ColumnMap } from './column-map';
import type { TableRow } from './table-examples';
import { EXTENSION, putRow } from './table-lens';

/** The columns of a table that is made from articles of other origin. */
const USUAL: ColumnMap = {
  columns: {
    id: { to: 'id' },
    headword: { to: 'headword' },
    category: { to: 'categories', split: ';' },
    class: { to: 'classes' },
    variants: { to: 'variants', split: ';' },
    plural: { to: 'forms', type: 'plural', split: ';' },
    ...Object.fromEntries(
      ['en', 'fr', 'pt', 'sw', 'ar'].map((lang) => [lang, { to: 'translations', lang, split: '|' }]),
    ),
    example: { to: 'examples' },
    ...Object.fromEntries(
      ['en', 'fr'].map((lang) => [`example_${lang}`, { to: 'exampleTranslations', lang }]),
    ),
  },
};

/** Writes a dictionary as CSV or TSV: the columns of the imported table, else usual ones. */
export function tableText(delimiter: string): (dictionary: ExportedDictionary) => AsyncGenerator<string> {
  return async function* text({ files, articles }) {
    const { header, map } = tableOf(files.get('table/options.json'));
    const id = Object.entries(map.columns).find(([, { to }]) => to === 'id')?.[0];
    const columns = header.includes(EXTENSION) ? header : [...header, EXTENSION];
    yield line(columns, delimiter);
    for await (const article of articles) {
      const row = rowOf(article, map, id);
      yield line(
        columns.map((name) => row[name] ?? ''),
        delimiter,
      );
    }
  };
}

function rowOf({ source, publicId }: ArticleRecord, map: ColumnMap, id: string | undefined): TableRow {
  const json = JSON.parse(source) as Json;
  const original = originalOf(json);
  const isRow = original?.format === 'table' && isJsonObject(original.entry);
  const row = isRow ? (original.entry as TableRow) : id === undefined ? {} : { [id]: publicId };
  return putRow(row, readArticle(json), map);
}

function tableOf(text: string | undefined): { readonly header: readonly string[]; readonly map: ColumnMap } {
  if (text === undefined) return { header: Object.keys(USUAL.columns), map: USUAL };
  return JSON.parse(text) as { header: string[]; map: ColumnMap };
}

function line(cells: readonly string[], delimiter: string): string {
  return `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\r\n`;
}

function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]/u.test(cell) && cell === cell.trim();
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
