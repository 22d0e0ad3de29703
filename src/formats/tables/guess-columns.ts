import type { ColumnMap, ColumnMeaning } from './column-map';
import { headingMeaning, isOfCollection, isOfOtherLanguage, headingNumber, TARGETS } from '../headings/headings';

/** Columns of which a table has one; a second one is kept for export alone. */
const ONCE: ReadonlySet<string> = new Set([
  'id',
  'headword',
  'citation',
  'homograph',
  'type',
  'radical',
  'tone',
  'categories',
  'classes',
]);

/** Columns whose names are looked at: many times those of any dictionary. The others are kept for export alone. */
const MOST_GUESSED = 500;

/** Share of cells with a separator from which on it separates items. */
const SPLIT_SHARE = 0.03;

export interface Sample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Guesses the meaning of columns from their names and the first rows. */
export function guessColumns({ header: names, rows }: Sample): ColumnMap {
  const header = names.slice(0, MOST_GUESSED);
  const columns = new Map<string, ColumnMeaning>();
  const used = new Set<string>();
  for (const [index, name] of header.entries()) {
    const found = headingMeaning(name, new Set([...ONCE].filter((one) => used.has(one))));
    if (!found) continue;
    const cells = rows.map((row) => row[index] ?? '');
    if (found.to === 'id' && isRepeated(cells)) continue;
    if (found.to === 'translations' && areNumbers(cells)) continue;
    const meaning = ofExample(name, found, { columns, before: header[index - 1] ?? '' });
    used.add(meaning.to);
    columns.set(name, meaning);
  }
  turnRound(columns);
  if (!used.has('headword')) {
    const name = headwordByContent({ header, rows }, columns);
    if (name !== undefined) columns.set(name, { to: 'headword' });
  }
  const target = [...columns.values()].find(
    ({ to, lang }) => to === 'translations' && lang !== undefined,
  )?.lang;
  for (const [name, meaning] of columns)
    if (meaning.to === 'exampleTranslations' && meaning.lang === undefined && target !== undefined)
      columns.set(name, { ...meaning, lang: target });
  return {
    columns: Object.fromEntries(
      header.flatMap((name, index) => {
        const meaning = columns.get(name);
        return meaning
          ? [
              [
                name,
                withSplit(
                  meaning,
                  rows.map((row) => row[index] ?? ''),
                ),
              ],
            ]
          : [];
      }),
    ),
  };
}

/** Repeated values cannot be identifiers: the heading `n` may mean nouns. */
function isRepeated(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return new Set(filled).size < filled.length;
}

/** The heading `Sense` may be that of numbers of senses. */
function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^\d{1,3}[.)]?$/u.test(cell));
}

interface Neighbours {
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  /** The name of the column in front. */
  readonly before: string;
}

/** A translation behind an example is that of the example, where the word has one in the same language in front of it. */
function ofExample(name: string, meaning: ColumnMeaning, { columns, before }: Neighbours): ColumnMeaning {
  const { to, n = 1 } = columns.get(before) ?? {};
  const isBehindExample = to === 'examples' || to === 'exampleTranslations';
  if (meaning.to !== 'translations' || !isBehindExample || headingNumber(name) !== n) return meaning;
  const isGiven = [...columns.values()].some(
    (one) => one.to === 'translations' && (meaning.lang === undefined || one.lang === meaning.lang),
  );
  return isGiven ? { ...meaning, to: 'exampleTranslations', n } : meaning;
}

/** `English word` and `Igala translation`: the words of the dictionary are those of the language that is not one of translation. */
function turnRound(columns: Map<string, ColumnMeaning>): void {
  const [headword] = [...columns].find(([, { to }]) => to === 'headword') ?? [];
  const lang = headword === undefined ? undefined : headingMeaning(headword, NO_HEADWORD)?.lang;
  if (headword === undefined || lang === undefined || !TARGETS.has(lang)) return;
  const other = [...columns].find(([name, { to }]) => to === 'translations' && isOfOtherLanguage(name));
  if (!other) return;
  columns.set(headword, { to: 'translations', lang });
  columns.set(other[0], { to: 'headword' });
}

const NO_HEADWORD: ReadonlySet<string> = new Set(['headword']);

/**
 * The column that has the headwords where no name says so: singular forms, else a column of no known name or of a language that is not one of
 * translation, else pronunciations, else translations. Of several, the one with the most different cells, and the first of those.
 */
function headwordByContent(
  { header, rows }: Sample,
  columns: ReadonlyMap<string, ColumnMeaning>,
): string | undefined {
  const candidates = header.flatMap((name, index) => {
    const meaning = columns.get(name);
    const rank = meaning === undefined && isOfCollection(name) ? undefined : rankAsHeadword(meaning);
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => /\p{Letter}/u.test(cell));
    if (rank === undefined || cells.length < rows.length / 2) return [];
    return [{ name, rank, different: new Set(cells).size }];
  });
  return candidates.sort((a, b) => a.rank - b.rank || b.different - a.different)[0]?.name;
}

function rankAsHeadword(meaning: ColumnMeaning | undefined): number | undefined {
  if (meaning === undefined) return 1;
  const { to, type, lang } = meaning;
  if (to === 'translations') return lang === undefined ? 3 : TARGETS.has(lang) ? 4 : 1;
  if (to === 'pronunciations') return 2;
  return to === 'forms' && type === 'singular' ? 0 : undefined;
}

function withSplit(meaning: ColumnMeaning, cells: readonly string[]): ColumnMeaning {
  if (!['translations', 'variants', 'forms', 'relations', 'domains', 'categories'].includes(meaning.to))
    return meaning;
  if (meaning.split !== undefined) return meaning;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const split = ['|', ';'].find(
    (one) => filled.filter((cell) => cell.includes(one)).length > Math.max(1, filled.length * SPLIT_SHARE),
  );
  return split === undefined ? meaning : { ...meaning, split };
}
