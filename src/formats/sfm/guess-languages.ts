import type { GlossTag } from '../../domain/search/tables/gloss-table';
import { TABLES } from '../../domain/search/tables/tables';
import { LETTERED } from './mdf-markers';
import type { SfmField } from './sfm-record';

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
export function guessedLanguage(
  records: readonly (readonly SfmField[])[],
  letter: string,
): GlossTag | undefined {
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
