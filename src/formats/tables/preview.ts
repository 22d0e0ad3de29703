import { articleText } from '../../domain/article/derive-article';
import { readArticle } from '../../domain/reading/read-article';
import type { ColumnMap } from './column-map';
import { getRow } from './table-lens';

/** Articles that are shown. */
const SHOWN = 5;

interface Guess {
  readonly header: readonly string[];
  readonly map: ColumnMap;
}

/** What was guessed of a table, for people, with the first articles. */
export function previewLines(
  { header, map }: Guess,
  rows: readonly (readonly string[])[],
): readonly string[] {
  const columns = header.map((name) => {
    const meaning = map.columns[name];
    const { to = 'kept for export alone', lang, type, split } = meaning ?? {};
    const details = [lang, type, split === undefined ? undefined : `several, separated by "${split}"`];
    return `  ${name} -> ${[to, ...details.filter((one) => one !== undefined)].join(', ')}`;
  });
  const articles = rows.slice(0, SHOWN).map((cells) => {
    const row = Object.fromEntries(
      header.flatMap((name, i) => ((cells[i] ?? '') === '' ? [] : [[name, cells[i] ?? '']])),
    );
    return `  ${articleText(readArticle(getRow(row, map))).replaceAll('\n', ' | ')}`;
  });
  return [
    'The columns are taken to be (--map=FILE says otherwise, --save-map=FILE writes this down):',
    ...columns,
    'The first articles:',
    ...articles,
  ];
}
