import type { GlossTag } from '../../domain/search/tables/gloss-table';
import { TABLES } from '../../domain/search/tables/tables';
import type { StatedFacts } from '../files/stated-facts';
import { fieldText } from '../lens/typed-item';
import { LANGUAGE_BY_LETTER, LETTERED } from './mdf-markers';
import type { SfmOptions } from './sfm-lens';
import type { SfmField } from './sfm-record';
import { tagsIn } from './tagged-markers';

/** Language tags by the letters at the end of markers. */
export type Languages = SfmOptions['languages'];

export type ReadSfm = SfmOptions & { readonly record: string };

/** Parses stored options. Those of earlier versions lack letters that are read since. */
export function parseSfmOptions(text: string): SfmOptions {
  const options = JSON.parse(text) as SfmOptions;
  return { ...options, languages: { ...LANGUAGE_BY_LETTER, ...options.languages } };
}

/** The languages of letters that the caller names, those that the database type names, and those that the texts suggest. */
export interface StatedLanguages {
  readonly named: Languages;
  readonly described: Languages;
  readonly guessed: Languages;
}

/** Guesses the languages of letters that are neither named nor known. */
export function guessedLanguages(
  records: readonly (readonly SfmField[])[],
  { named, described }: Omit<StatedLanguages, 'guessed'>,
): Languages {
  const unknown = ['n', 'r'].filter(
    (letter) => ![named, described].some((languages) => Object.hasOwn(languages, letter)),
  );
  const guesses = unknown.map((letter) => [letter, guessedLanguage(records, letter)] as const);
  return Object.fromEntries(guesses.flatMap(([letter, tag]) => (tag === undefined ? [] : [[letter, tag]])));
}

/** Returns the markers with texts in the language of a letter. */
export function letteredMarkers(
  records: readonly (readonly SfmField[])[],
  { markers = {} }: ReadSfm,
): readonly string[] {
  const filled = new Set(records.flat().flatMap(([marker, value]) => (value.trim() === '' ? [] : [marker])));
  return [...filled].filter((marker) => !Object.hasOwn(markers, marker) && LETTERED.test(marker));
}

/** Letters whose languages are assumed. The letter `e` often stands for another language than English. */
const ASSUMED: Readonly<Record<string, string>> = { e: 'English', f: 'French', p: 'Portuguese' };

/** Maximum number of markers that a line names. */
const MAX_NAMED_MARKERS = 4;

/** Describes the languages of letters that the caller does not name: unknown ones, those of the database type, and assumed ones. */
export function languageLines(
  lettered: readonly string[],
  { languages }: ReadSfm,
  { named, described, guessed }: StatedLanguages,
): readonly string[] {
  const letters = [...new Set(lettered.map((marker) => marker.slice(-1)))].sort();
  const unnamed = letters.filter((letter) => languages[letter]?.startsWith('x-') === true);
  const typed = letters.filter((letter) => !Object.hasOwn(named, letter) && Object.hasOwn(described, letter));
  // MDF says that the letter e is English. This is only worth a line where languages have to be named anyway.
  const assumed = Object.keys(ASSUMED).filter(
    (letter) =>
      (letter === 'e' ? unnamed.length > 0 : letters.includes(letter)) &&
      ![named, described].some((languages) => Object.hasOwn(languages, letter)) &&
      languages[letter] === LANGUAGE_BY_LETTER[letter],
  );
  const shown = lettered.filter((marker) => unnamed.includes(marker.slice(-1))).slice(0, MAX_NAMED_MARKERS);
  const lines = [
    ...(unnamed.length > 0
      ? [
          `The languages of ${shown.map((marker) => `\\${marker}`).join(', ')} are unknown. ` +
            `Name them with --languages=${unnamed.map((letter) => `${letter}:TAG`).join(',')}.`,
        ]
      : []),
    ...letters
      .filter((letter) => Object.hasOwn(guessed, letter) && guessed[letter] === languages[letter])
      .map(
        (letter) =>
          `The letter ${letter} is read as ${languages[letter] ?? ''}, as its texts suggest (--languages=${letter}:TAG changes this).`,
      ),
    ...typed.map(
      (letter) => `The letter ${letter} is read as ${languages[letter] ?? ''}, as the database type says.`,
    ),
    ...assumed.map((letter) => `The letter ${letter} is read as ${ASSUMED[letter] ?? ''}.`),
  ];
  return lines.length > 0 ? [lines.join(' ')] : [];
}

/** Markers of FieldWorks in the language of the words, and in those of translations, each with a language tag. */
const OF_WORDS = /^(?:lc|va|xv|cf|lv)_(.+)$/u;
const OF_TRANSLATIONS = /^[gd]_(.+)$/u;

/** Returns the stated languages of the dictionary. Letters that MDF lacks and tags of FieldWorks count if markers have them. */
export function statedLanguages(
  records: readonly (readonly SfmField[])[],
  options: ReadSfm,
  { named, described, guessed }: StatedLanguages,
): StatedFacts {
  const further = letteredMarkers(records, options).flatMap((marker) => /[fp]$/u.exec(marker)?.[0] ?? []);
  const assumed = Object.fromEntries(further.map((letter) => [letter, LANGUAGE_BY_LETTER[letter]]));
  const fields = records.flat();
  const tags = tagsIn(fields);
  const tagged = (pattern: RegExp) => {
    const tagsOfFields = fields.flatMap(([marker]) => tags.get(pattern.exec(marker)?.[1] ?? '') ?? []);
    return [...new Set(tagsOfFields)].filter((tag) => !tag.startsWith('x-'));
  };
  const own = Object.values(options.markers ?? {})
    .filter(({ member }) => member === 'translations')
    .flatMap(({ constants }) => fieldText(constants?.['lang']) || []);
  const [word, ...otherWords] = tagged(OF_WORDS);
  const { v, n, r, e, f, p } = { ...assumed, ...guessed, ...described, ...named };
  return {
    language: v ?? (otherWords.length === 0 ? word : undefined),
    targets: [n, r, e, f, p, ...tagged(OF_TRANSLATIONS), ...own],
  };
}

/** Languages that are recognised in texts. */
const RECOGNISED = ['fr', 'en', 'pt', 'es', 'de', 'it', 'nl'] as const satisfies readonly GlossTag[];

/** Minimum number of words that a guess needs. */
const MIN_WORDS = 30;

/** Minimum share of stop words. Running text of these languages has twice as many; glosses of single words have few. */
const MIN_SHARE = 0.2;

/** Minimum ratio of the stop words of the guessed language to those of any other language. */
const MIN_LEAD = 1.3;

/**
 * Guesses the language of the texts of a letter of MDF, such as that of `\gn`, `\dn` and `\xn`, by stop words.
 *
 * @returns undefined if the texts are few, or of an unknown language
 */
function guessedLanguage(records: readonly (readonly SfmField[])[], letter: string): GlossTag | undefined {
  const words = records
    .flat()
    .filter(([marker]) => marker.endsWith(letter) && LETTERED.test(marker))
    .flatMap(
      ([, text]) =>
        text
          .normalize('NFC')
          .toLowerCase()
          .match(/[\p{Letter}\p{Mark}]+/gu) ?? [],
    );
  if (words.length < MIN_WORDS) return undefined;
  const counts = RECOGNISED.map((tag) => {
    const stops = new Set(TABLES[tag]?.stopWords);
    return { tag, count: words.filter((word) => stops.has(word)).length };
  }).sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  const isClear = first !== undefined && first.count >= (second?.count ?? 0) * MIN_LEAD;
  return isClear && first.count >= words.length * MIN_SHARE ? first.tag : undefined;
}
