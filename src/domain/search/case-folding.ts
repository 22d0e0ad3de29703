import {
  AFFIX_MARKS,
  APOSTROPHES,
  CLICKS,
  HOMOGRAPH_NUMBERS,
  LOOK_ALIKES,
  MARKS,
  OTHER_HYPHENS,
} from './letters';

const HYPHENS = new RegExp(`[\\p{Dash_Punctuation}${OTHER_HYPHENS}]`, 'gu');

/** Matches invisible characters, such as direction marks in copied text, lone surrogates and NUL. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Surrogate}\0]/gu;

/** Matches text that folding does not change. */
const PLAIN_WORDS = /^[a-z0-9]+(?:[ '][a-z0-9]+)*$/;

const UNIFIED_CHARACTERS: ReadonlyMap<string, string> = new Map([
  ...Array.from(APOSTROPHES, (apostrophe) => [apostrophe, "'"] as const),
  ...MARKS,
  ...LOOK_ALIKES,
]);

/**
 * Unifies spellings that look the same. Returns NFC in lower case with unified apostrophes, hyphens, clicks, white space and
 * look-alikes; marks remain. Idempotent.
 *
 * @param affixMarks characters that are removed at both ends, as are numbers of homographs, unless nothing else remains
 */
export function caseFolded(text: string, affixMarks: string): string {
  if (PLAIN_WORDS.test(text)) return text;
  if (affixMarks !== AFFIX_MARKS || text.length > MAX_RECENT_LENGTH) return computeFolded(text, affixMarks);
  const cached = RECENT.get(text);
  if (cached !== undefined) return cached;
  const folded = computeFolded(text, affixMarks);
  if (RECENT.size >= MAX_RECENT) RECENT.clear();
  RECENT.set(text, folded);
  return folded;
}

/** Cache of recently folded words, for the usual affix marks. Each word is folded in several ways, and many recur. */
const RECENT = new Map<string, string>();
const MAX_RECENT = 2000;

/** Longest cached text, in UTF-16 units. */
const MAX_RECENT_LENGTH = 60;

function computeFolded(text: string, affixMarks: string): string {
  const lower = text.replace(INVISIBLE, '').normalize('NFD').toLowerCase().normalize('NFD');
  const unified = Array.from(
    lower.replace(HYPHENS, '-'),
    (letter) => UNIFIED_CHARACTERS.get(letter) ?? letter,
  )
    .join('')
    .normalize('NFC')
    .trim()
    .replace(/\s+/gu, ' ');
  // A number of a homograph before a click hides the beginning of the word until it is removed.
  return withClicks(withoutEnds(withClicks(unified), affixMarks));
}

function withClicks(text: string): string {
  return CLICKS.reduce((spelled, [pattern, click]) => spelled.replace(pattern, click), text);
}

function withoutEnds(text: string, affixMarks: string): string {
  const ends = affixMarks === AFFIX_MARKS ? USUAL_ENDS : endsOf(affixMarks);
  const letters = Array.from(text);
  const from = letters.findIndex((letter) => !ends.has(letter));
  const to = letters.findLastIndex((letter) => !ends.has(letter));
  return from < 0 ? text : letters.slice(from, to + 1).join('');
}

/** The characters that are removed at the ends of a word. A set of code points, since surrogates of different characters may be equal. */
function endsOf(affixMarks: string): ReadonlySet<string> {
  return new Set(Array.from(` ${affixMarks}${HOMOGRAPH_NUMBERS}`));
}

const USUAL_ENDS = endsOf(AFFIX_MARKS);
