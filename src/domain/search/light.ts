import {
  APOSTROPHES,
  CLICKS,
  HOMOGRAPH_NUMBERS,
  INVISIBLE,
  LOOK_ALIKES,
  MARKS,
  OTHER_HYPHENS,
} from './letters';

const HYPHENS = new RegExp(`[\\p{Dash_Punctuation}${OTHER_HYPHENS}]`, 'gu');
const NEEDLESS = new RegExp(`[${INVISIBLE}\\p{Surrogate}\\0]`, 'gu');
/** Text on which nothing below has an effect. */
const PLAIN = /^[a-z0-9]+(?:[ '][a-z0-9]+)*$/;

const SAME_FOR: ReadonlyMap<string, string> = new Map([
  ...Array.from(APOSTROPHES, (apostrophe) => [apostrophe, "'"] as const),
  ...MARKS,
  ...LOOK_ALIKES,
]);

/**
 * Text in which spellings of one look are the same, in NFC: lower case; apostrophes, hyphens, clicks, white space and
 * look-alikes unified. Marks stay. Idempotent.
 *
 * @param affixMarks characters that are left out at both ends, unless nothing else is there; so are numbers of homographs
 */
export function lightOf(text: string, affixMarks: string): string {
  if (PLAIN.test(text)) return text;
  const lower = text.replace(NEEDLESS, '').normalize('NFD').toLowerCase().normalize('NFD');
  const unified = Array.from(lower.replace(HYPHENS, '-'), (letter) => SAME_FOR.get(letter) ?? letter)
    .join('')
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ');
  // A number of a homograph in front of a click hides where the word begins, until it is gone.
  return withClicks(withoutEnds(withClicks(unified), affixMarks + HOMOGRAPH_NUMBERS));
}

function withClicks(text: string): string {
  return CLICKS.reduce((spelled, [pattern, click]) => spelled.replace(pattern, click), text);
}

function withoutEnds(text: string, marks: string): string {
  // By code point: two characters beyond the basic plane may begin with the same half.
  const ends = new Set(Array.from(` ${marks}`));
  const letters = Array.from(text);
  const from = letters.findIndex((letter) => !ends.has(letter));
  const to = letters.findLastIndex((letter) => !ends.has(letter));
  return from < 0 ? text : letters.slice(from, to + 1).join('');
}
