import type { ColumnMap, ColumnMeaning } from './column-map';
import { headingOf, namesTranslation } from './headings';
import { languageIn } from './language-names';

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

/** Languages that dictionaries of African languages translate into. */
const TARGETS: ReadonlySet<string> = new Set(['en', 'fr', 'pt', 'es', 'ar', 'de', 'it', 'nl']);

/** Columns whose names are looked at: many times those of any dictionary. The others are kept for export alone. */
const MOST_GUESSED = 500;

/** Share of cells with a separator from which on it separates items. */
const SPLIT_SHARE = 0.03;

export interface Sample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** What the columns of a table mean, as far as their names and the first rows tell. */
export function guessColumns({ header: names, rows }: Sample): ColumnMap {
  const header = names.slice(0, MOST_GUESSED);
  const columns = new Map<string, ColumnMeaning>();
  const used = new Set<string>();
  for (const [index, name] of header.entries()) {
    const found = headingMeaning(name);
    if (!found || (ONCE.has(found.to) && used.has(found.to))) continue;
    const cells = rows.map((row) => row[index] ?? '');
    if (found.to === 'id' && isRepeated(cells)) continue;
    if (found.to === 'translations' && areNumbers(cells)) continue;
    const meaning = ofExample(name, found, { columns, before: header[index - 1] ?? '' });
    used.add(meaning.to);
    columns.set(name, meaning);
  }
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

/** What comes again identifies nothing: the heading `n` may be that of nouns. */
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
  if (meaning.to !== 'translations' || !isBehindExample || numberIn(name) !== n) return meaning;
  const isGiven = [...columns.values()].some(
    (one) => one.to === 'translations' && (meaning.lang === undefined || one.lang === meaning.lang),
  );
  return isGiven ? { ...meaning, to: 'exampleTranslations', n } : meaning;
}

/** Whether the name of a column says what it has. */
export function isUnderstood(name: string): boolean {
  return headingMeaning(name) !== undefined;
}

/** What a column with that heading has, as far as the heading tells. */
export function headingMeaning(name: string): ColumnMeaning | undefined {
  const words = wordsOf(name).filter((word) => !/^\d+$/u.test(word));
  const found = headingOf(words);
  const lang = languageIn(words, found?.words);
  const meaning = found?.meaning ?? (lang && { to: 'translations' });
  if (!meaning) return undefined;
  // An example in a language of translation is the translation of the example, as is what has both names.
  const isTarget =
    meaning.to === 'examples' && (namesTranslation(words) || (lang !== undefined && TARGETS.has(lang.tag)));
  const { to } = isTarget ? { to: 'exampleTranslations' } : meaning;
  const isExample = to === 'examples' || to === 'exampleTranslations';
  const split = /\(([|;])\)\s*$/u.exec(name)?.[1];
  const isInLanguage = ['translations', 'definitions', 'notes', 'exampleTranslations'].includes(to);
  return {
    ...meaning,
    to,
    ...(lang && isInLanguage ? { lang: lang.tag } : {}),
    ...(isExample ? { n: numberIn(name) } : {}),
    // A heading may end with the separator, as in `fr (|)`.
    ...(split === undefined ? {} : { split }),
  };
}

/** The number that a heading has, which connects an example with its translations. */
function numberIn(name: string): number {
  return Number(wordsOf(name).find((word) => /^\d+$/u.test(word)) ?? 1);
}

/** `EnglishTranslation`, `translation_en` and `Traduction (EN)` are words, `PoS` is one; without marks, in lower case, Arabic without the article. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Lowercase_Letter})(\p{Uppercase_Letter}\p{Letter})/gu, '$1 $2')
    .replace(/(\p{Letter})(\d)/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\d]+/u)
    .map((word) => word.replace(/^ال(?=\p{Letter}{2})/u, ''))
    .filter((word) => word !== '');
}

/** The column with the most different cells, in a language that is not one of translation. */
function headwordByContent(
  { header, rows }: Sample,
  columns: ReadonlyMap<string, ColumnMeaning>,
): string | undefined {
  const candidates = header.flatMap((name, index) => {
    const meaning = columns.get(name);
    if (meaning !== undefined && meaning.to !== 'translations') return [];
    const cells = rows.map((row) => (row[index] ?? '').trim()).filter((cell) => /\p{Letter}/u.test(cell));
    if (cells.length < rows.length / 2) return [];
    const isTarget = TARGETS.has(meaning?.lang ?? '');
    return [{ name, score: new Set(cells).size / Math.max(1, rows.length) - (isTarget ? 1 : 0) }];
  });
  return candidates.sort((a, b) => b.score - a.score)[0]?.name;
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
