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
  const clicked = CLICKS.reduce((spelled, [pattern, click]) => spelled.replace(pattern, click), unified);
  return withoutEnds(clicked, affixMarks + HOMOGRAPH_NUMBERS);
}

function withoutEnds(text: string, marks: string): string {
  const isEnd = (letter: string | undefined) =>
    letter !== undefined && (letter === ' ' || marks.includes(letter));
  let [from, to] = [0, text.length];
  while (from < to && isEnd(text[from])) from += 1;
  while (to > from && isEnd(text[to - 1])) to -= 1;
  return from === to ? text : text.slice(from, to);
}
