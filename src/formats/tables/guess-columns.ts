import { type ColumnMap, type ColumnMeaning, NUMBERED, OF_SENSES } from './column-map';
import { numberedParts } from './numbered-senses';
import {
  headingMeaning,
  isOfCollection,
  isOfOtherLanguage,
  isUnderstood,
  headingNumber,
  numberIn,
  TARGET_LANGUAGES,
} from '../headings/headings';

/** Meanings that only one column of a table has. A second such column is stored for export but not read. */
const ONCE: ReadonlySet<string> = new Set([
  'id',
  'headword',
  'citation',
  'homograph',
  'type',
  'radical',
  'tone',
  'categories',
]);

/**
 * Maximum number of columns whose names are read: many times those of any dictionary. Further columns are stored for export but not read.
 */
const MAX_GUESSED = 500;

/** Minimum share of cells with a separator for the separator to separate items. */
const SPLIT_SHARE = 0.03;

/** Number of filled cells from which one cell with a separator does not suffice. */
const SEVERAL_CELLS = 10;

export interface TableSample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Guesses the meaning of columns from their names and the first rows.
 *
 * @param known the meanings of columns without names
 */
export function guessColumns(
  { header: names, rows }: TableSample,
  known?: Map<string, ColumnMeaning>,
): ColumnMap {
  const header = names.slice(0, MAX_GUESSED);
  const sample = { header, rows };
  const columns = known ?? guessByNames(sample);
  turnRound(columns);
  if (![...columns.values()].some(({ to }) => to === 'headword')) {
    const name = headwordByContent(sample, columns);
    if (name !== undefined) columns.set(name, { to: 'headword' });
  }
  const other = otherOfTwo(sample, columns);
  if (other !== undefined) columns.set(other, { to: 'translations' });
  const target = [...columns.values()].find(
    ({ to, lang }) => to === 'translations' && lang !== undefined,
  )?.lang;
  for (const [name, meaning] of columns)
    if (meaning.to === 'exampleTranslations' && meaning.lang === undefined && target !== undefined)
      columns.set(name, { ...meaning, lang: target });
  nameFirstSense(columns);
  const meant = header.flatMap((name, index) => {
    const meaning = columns.get(name);
    const cells = cellsAt(sample, index);
    return meaning ? [[name, withSplit(withNumbers(meaning, cells), cells)] as const] : [];
  });
  return { columns: Object.fromEntries(meant) };
}

function cellsAt({ rows }: TableSample, index: number): readonly string[] {
  return rows.map((row) => row[index] ?? '');
}

function guessByNames(sample: TableSample): Map<string, ColumnMeaning> {
  const { header } = sample;
  const columns = new Map<string, ColumnMeaning>();
  const used = new Set<string>();
  const areSenses = numbersAreSenses(header);
  for (const [index, name] of header.entries()) {
    const sense = headingMeaning(name)?.sense ?? (areSenses ? senseByNumber(name) : undefined);
    const guess = unusedMeaning(name, sense, used);
    if (!guess) continue;
    const cells = cellsAt(sample, index);
    if (isToneOfForm(name, guess, cells)) continue;
    // Numbers of senses begin again with each word, if a file has words of several senses.
    if (guess.to === 'id' && (isRepeated(cells) || /\bsens/iu.test(name))) continue;
    if (guess.to === 'translations' && areNumbers(cells)) continue;
    const meaning = ofExample(name, guess, { columns, before: header[index - 1] ?? '' });
    used.add(placeOf(meaning.to, meaning.sense));
    columns.set(name, meaning);
  }
  return columns;
}

/** If there are columns `Gloss` and `Gloss (sense 2)`, assigns the first one to the first sense. */
function nameFirstSense(columns: Map<string, ColumnMeaning>): void {
  const all = [...columns.values()];
  if (all.some(({ sense }) => sense === 1)) return;
  const isTwin = (meaning: ColumnMeaning, other: ColumnMeaning) =>
    (['to', 'lang', 'type'] as const).every((field) => meaning[field] === other[field]);
  for (const [name, meaning] of columns)
    if (meaning.sense === undefined && all.some((other) => other.sense === 2 && isTwin(meaning, other)))
      columns.set(name, { ...meaning, sense: 1 });
}

/** Meanings that show that numbers in headings are sense numbers, if columns of two different ones have the number 2. */
const TELLING: ReadonlySet<string> = new Set([
  'categories',
  'translations',
  'definitions',
  'domains',
  'usages',
]);

/** Whether numbers in headings are sense numbers. `Gloss 1` and `Gloss 2` are a list, but beside `Definition 2` each number is a sense. */
function numbersAreSenses(header: readonly string[]): boolean {
  const second = header.filter((name) => numberIn(name) === 2).map((name) => headingMeaning(name)?.to);
  return new Set(second.filter((to) => to !== undefined && TELLING.has(to))).size > 1;
}

function senseByNumber(name: string): number | undefined {
  const number = numberIn(name);
  return number !== undefined && number > 0 && number < 100 ? number : undefined;
}

/** Returns the meaning of a column, other than those that the word or the sense already has. */
function unusedMeaning(
  name: string,
  sense: number | undefined,
  used: ReadonlySet<string>,
): ColumnMeaning | undefined {
  const others = [...ONCE].filter((to) => used.has(placeOf(to, sense)));
  const meaning = headingMeaning(name, new Set(others));
  return meaning && sense !== undefined && OF_SENSES.has(meaning.to) ? { ...meaning, sense } : meaning;
}

const NO_FORMS: ReadonlySet<string> = new Set(['forms']);

/** A tone pattern: the initials of high, mid, low, bas, falling and rising, digits and tone letters. */
const TONES = /^[HMLBFR\d\p{Lm}\p{M}\p{P}\p{S}\s]*$/iu;

/** Whether a column has the tones of a form, as in `Plural Tone`. A form has no place for them. The column may also have forms with tone marks. */
function isToneOfForm(name: string, { to }: ColumnMeaning, cells: readonly string[]): boolean {
  if (to !== 'forms' || headingMeaning(name, NO_FORMS)?.to !== 'tone') return false;
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.filter((cell) => TONES.test(cell)).length * 2 > filled.length;
}

/** Returns the key of a meaning that a table has only once for the word or for each sense. */
function placeOf(to: string, sense: number | undefined): string {
  return sense === undefined || !OF_SENSES.has(to) ? to : `${to} ${sense}`;
}

/** Whether cells repeat. Repeated values are not identifiers: the heading `n` may mean nouns. */
function isRepeated(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return new Set(filled).size < filled.length;
}

/** Whether cells are numbers. The heading `Sense` may be that of sense numbers. */
function areNumbers(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  return filled.length > 0 && filled.every((cell) => /^\d{1,3}[.)]?$/u.test(cell));
}

interface Neighbours {
  readonly columns: ReadonlyMap<string, ColumnMeaning>;
  /** Name of the preceding column. */
  readonly before: string;
}

/** A translation column after an example is the translation of the example, if the word already has a translation in the same language. */
function ofExample(name: string, meaning: ColumnMeaning, { columns, before }: Neighbours): ColumnMeaning {
  const { to, n = 1 } = columns.get(before) ?? {};
  const isBehindExample = to === 'examples' || to === 'exampleTranslations';
  if (meaning.to !== 'translations' || !isBehindExample || headingNumber(name) !== n) return meaning;
  const hasTranslation = [...columns.values()].some(
    ({ to, lang, sense }) =>
      to === 'translations' &&
      (meaning.lang === undefined || lang === meaning.lang) &&
      sense === meaning.sense,
  );
  return hasTranslation ? { ...meaning, to: 'exampleTranslations', n } : meaning;
}

/**
 * Swaps headwords and translations for `English word` and `Igala translation`: the headwords are in the language into which dictionaries
 * do not translate.
 */
function turnRound(columns: Map<string, ColumnMeaning>): void {
  const [headword] = [...columns].find(([, { to }]) => to === 'headword') ?? [];
  const lang = headword === undefined ? undefined : headingMeaning(headword, NO_HEADWORD)?.lang;
  if (headword === undefined || lang === undefined || !TARGET_LANGUAGES.has(lang)) return;
  const other = [...columns].find(([name, { to }]) => to === 'translations' && isOfOtherLanguage(name));
  if (!other) return;
  columns.set(headword, { to: 'translations', lang });
  columns.set(other[0], { to: 'headword' });
}

const NO_HEADWORD: ReadonlySet<string> = new Set(['headword']);

/**
 * Returns the column of the headwords if no heading names it: singular forms, otherwise a column of unknown meaning or in a language into
 * which dictionaries do not translate, otherwise pronunciations, otherwise translations. Of several, it is the one with the most distinct
 * cells, then the first one.
 */
function headwordByContent(
  { header, rows }: TableSample,
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

/** Returns the column beside the headwords in a table of two, if its texts differ as translations do. */
function otherOfTwo(
  { header, rows }: TableSample,
  columns: ReadonlyMap<string, ColumnMeaning>,
): string | undefined {
  const [other, ...more] = header.filter((name) => columns.get(name)?.to !== 'headword');
  if (header.length !== 2 || more.length > 0 || other === undefined) return undefined;
  if (columns.has(other) || isUnderstood(other) || isOfCollection(other)) return undefined;
  const cells = rows.map((row) => (row[header.indexOf(other)] ?? '').trim());
  const texts = cells.filter((cell) => /\p{Letter}/u.test(cell));
  return texts.length > 0 && new Set(texts).size * 2 >= rows.length ? other : undefined;
}

function rankAsHeadword(meaning: ColumnMeaning | undefined): number | undefined {
  if (meaning === undefined) return 1;
  const { to, type, lang } = meaning;
  if (to === 'translations') return lang === undefined ? 3 : TARGET_LANGUAGES.has(lang) ? 4 : 1;
  if (to === 'pronunciations') return 2;
  return to === 'forms' && type === 'singular' ? 0 : undefined;
}

function withSplit(meaning: ColumnMeaning, cells: readonly string[]): ColumnMeaning {
  if (meaning.to === 'headword') return areListed(cells) ? { ...meaning, split: ';' } : meaning;
  if (!['translations', 'variants', 'forms', 'relations', 'domains', 'categories'].includes(meaning.to))
    return meaning;
  if (meaning.split !== undefined) return meaning;
  const filled = cells.filter((cell) => cell.trim() !== '');
  // A cell with both signs does not say which one separates its items.
  const suffices = filled.length < SEVERAL_CELLS && !filled.some((cell) => /\|.*;|;.*\|/su.test(cell));
  const least = Math.max(suffices ? 0 : 1, filled.length * SPLIT_SHARE);
  const split = ['|', ';'].find(
    (separator) => filled.filter((cell) => cell.includes(separator)).length > least,
  );
  return split === undefined ? meaning : { ...meaning, split };
}

/** Whether cells list words, `mulumbwana; mwana`. Old fonts have letters in the place of semicolons, without spaces after them. */
function areListed(cells: readonly string[]): boolean {
  return cells.some((cell) => /\S;\s+\S/u.test(cell)) && !cells.some((cell) => /;\S/u.test(cell));
}

/** Minimum share of cells with several numbered senses for the numbers to be those of senses. */
const MIN_NUMBERED_SHARE = 0.02;

/** Whether the cells of a column have numbered senses, each with a text. */
function withNumbers(meaning: ColumnMeaning, cells: readonly string[]): ColumnMeaning {
  if (!NUMBERED.has(meaning.to) || meaning.sense !== undefined) return meaning;
  const filled = cells.filter((cell) => cell.trim() !== '');
  const numbered = filled.filter((cell) =>
    numberedParts(cell)?.every(({ text }) => /\p{Letter}/u.test(text)),
  );
  const isUsual = numbered.length > 0 && numbered.length >= filled.length * MIN_NUMBERED_SHARE;
  return isUsual ? { ...meaning, numbered: true } : meaning;
}
