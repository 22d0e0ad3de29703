import { articleText } from '../../domain/article/derive-article';
import { readArticle } from '../../domain/reading/read-article';
import { isUnderstood } from '../headings/headings';
import type { ColumnMap } from './column-map';
import { continuing, namedCells, type Table } from './continued-rows';
import type { HeadingRows } from './heading-rows';
import type { TableRow } from './table-cells';
import { type ArticleRows, EXTENSION_COLUMN, getRows } from './table-lens';

/** Number of articles in the preview. */
const SHOWN_ARTICLES = 5;

const LEADS = {
  map: 'The columns are:',
  earlier: 'The columns are read as in the previous import (--map=FILE changes this):',
  guess: 'The columns are read as follows (--map=FILE changes this, --save-map=FILE saves it):',
};

/**
 * Formats the meaning of the columns and the first articles for people.
 *
 * @param by source of the meanings
 */
export function previewLines(
  guess: Table,
  rows: readonly (readonly string[])[],
  by: keyof typeof LEADS,
): readonly string[] {
  const { header, map } = guess;
  const columns = header.map((name) => {
    const meaning = map.columns[name];
    const unnamed = name === EXTENSION_COLUMN ? 'everything that has no column' : 'kept for export only';
    const { to = unnamed, lang, type, sense, numbered, split } = meaning ?? {};
    const ofSense = sense === undefined ? undefined : `sense ${sense}`;
    const details = [
      lang,
      type,
      ofSense,
      numbered === true ? 'numbered senses' : undefined,
      split === undefined ? undefined : `several, separated by "${split}"`,
      split !== undefined && to === 'headword'
        ? 'of which the first is the headword and the others are variants'
        : undefined,
    ];
    return `  ${name} -> ${[to, ...details.filter((detail) => detail !== undefined)].join(', ')}`;
  });
  const continues = continuing({ header, map: { ...map, rows: 'continue' } });
  const below = rows.filter((cells, index) => index > 0 && continues(cells)).length;
  const articles = shownArticles(guess, rows).map(
    (shown) => `  ${articleText(readArticle(getRows(shown, map))).replaceAll('\n', ' | ')}`,
  );
  return [
    LEADS[by],
    ...columns,
    ...(below > 0 && map.rows !== 'continue'
      ? [
          `Of the first ${rows.length} rows ${below} have no headword and become articles (--rows=continue joins them to the article above).`,
        ]
      : []),
    'The first articles:',
    ...articles,
  ];
}

/** Returns preview lines about the headings, unless they are the first row. */
export function headingLines(
  { line, above, count, header, twice }: HeadingRows,
  { columns }: ColumnMap,
): readonly string[] {
  if (count === 0) return [];
  if (!header.some((name) => Object.hasOwn(columns, name) && isUnderstood(name)))
    return [
      `No heading is recognised, so line ${line} is read as the headings. If the headings are in another line, state it (--heading-row=LINE); if there are none, name the first column in a map (--map=FILE): "column 1".`,
    ];
  if (twice)
    return [
      `The headings are in the lines ${twice.join(' and ')}, which name the same columns. Neither is imported as an article.`,
    ];
  return above.length === 0 ? [] : [`The headings are in line ${line}.`];
}

/** Returns the rows of the first articles of a table. */
function shownArticles(table: Table, rows: readonly (readonly string[])[]): readonly ArticleRows[] {
  const continues = continuing(table);
  const articles: [TableRow, ...TableRow[]][] = [];
  for (const cells of rows) {
    const row = namedCells(cells.slice(0, table.header.length), table.header);
    const last = articles.at(-1);
    if (last && continues(cells)) last.push(row);
    else if (articles.push([row]) > SHOWN_ARTICLES) break;
  }
  return articles.slice(0, SHOWN_ARTICLES);
}
