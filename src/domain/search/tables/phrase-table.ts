/**
 * Tiers of search texts of several words. Browsers load this file separately when such a text is typed. It therefore imports only the file
 * below, and its callers pass functions that are already loaded.
 */
import { areWithin, threeDigits } from './some-words-tier';

export { someWordsTier } from './some-words-tier';

/** The members of `Spelling` and of `Folding` that this module needs. */
interface SearchableText {
  readonly field: string;
  readonly text: string;
}

interface WordFolding {
  plainSpelling(text: string): string;
  words(text: string): readonly string[];
  querySpellings(text: string): readonly string[];
  spellings(text: string): readonly string[];
  sounds(text: string): readonly string[];
  readSounds(text: string): readonly string[];
  inflectionsOf(word: string): readonly { readonly base: string }[];
  readonly inflections: { isParticle(word: string): boolean } | undefined;
}

interface KeyCodes {
  readonly headwordWord: string;
  readonly variantWord: string;
  readonly prefix: string;
  readonly variantPrefix: string;
}

/** Maximum number of words of a text that are compared, and of possible headwords for each inflected form. */
const MAX_COMPARED_WORDS = 8;
const MAX_BASES_PER_FORM = 20;

/** Minimum length of a word that is looked up if there are longer ones, in letters. Too many headwords have a shorter one. */
const MIN_LOOKED_UP_LENGTH = 3;

/** Length of the beginning of a headword that is looked up, in letters. Longer ones are not stored. */
const PREFIX_LENGTH = 4;

/** Minimum share of the letters of a search text that a headword must have. */
const MIN_SHARE = 0.4;

/** How a word of a headword matches a word of the search text: equal spelling; same sound or base word; nearly the same spelling. */
const [SAME, RELATED, NEARLY] = [0, 1, 2] as const;

/** A word of a text. */
interface Word {
  readonly plain: string;
  readonly spelled: readonly string[];
  readonly sounds: readonly string[];
  /** Possible base words, and spellings as readers of other orthographies pronounce the word; empty for a word of a headword. */
  readonly related: readonly string[];
}

/**
 * Returns the step for headwords of several words, each of which is like a word of the search text: spelled the same, sounding the same,
 * its base, or one or two letters different. The text may have further words, in any order.
 */
export function phraseTier(
  text: string,
  folding: WordFolding,
  {
    codes,
    editsBetween,
  }: { readonly codes: KeyCodes; readonly editsBetween: (word: string, other: string) => number },
) {
  const queried = folding
    .words(text)
    .slice(0, MAX_COMPARED_WORDS)
    .map((word) => queriedWordOf(word, folding));
  const joined = joinedOf(queried);
  return {
    tier: 'phrase' as const,
    lookups: [{ in: 'broad' as const, anyOf: phraseKeys(queried, codes) }],
    compare: ({ field, text: headword }: SearchableText, own: WordFolding) => {
      if (field === 'translation' || field === 'radical') return undefined;
      const words = own.words(headword);
      if (words.length < 2 || words.length > MAX_COMPARED_WORDS) return undefined;
      const wanted = words.map((word) => wordOf(word, own));
      const pairs = pairsOf(wanted, queried);
      if (pairs === undefined || pairs.unused > joined.length * (1 - MIN_SHARE)) return undefined;
      const edits = editsBetween(joinedOf(wanted), joined);
      return { key: threeDigits(pairs.cost + pairs.unused) + threeDigits(edits) };
    },
  };
}

function queriedWordOf(word: string, folding: WordFolding): Word {
  const bases = folding.inflectionsOf(word).slice(0, MAX_BASES_PER_FORM);
  return {
    plain: folding.plainSpelling(word),
    spelled: folding.querySpellings(word),
    sounds: folding.sounds(word),
    related: [...folding.readSounds(word), ...bases.map(({ base }) => base)],
  };
}

/**
 * Returns the keys of headwords with one of the words, and of headwords that begin like the text, since each longer word may have an
 * error.
 */
function phraseKeys(queried: readonly Word[], codes: KeyCodes): readonly string[] {
  const long = queried.filter(({ plain }) => plain.length >= MIN_LOOKED_UP_LENGTH);
  const lookedUp = (long.length > 0 ? long : queried).flatMap(({ spelled, sounds, related }) => [
    ...spelled,
    ...sounds,
    ...related,
  ]);
  const beginning = Array.from(joinedOf(queried)).slice(0, PREFIX_LENGTH).join('');
  const keys = [
    ...lookedUp.flatMap((word) => [codes.headwordWord + word, codes.variantWord + word]),
    codes.prefix + beginning,
    codes.variantPrefix + beginning,
  ];
  return [...new Set(keys)];
}

function wordOf(word: string, folding: WordFolding): Word {
  const [plain, spelled, sounds] = [
    folding.plainSpelling(word),
    folding.spellings(word),
    folding.sounds(word),
  ];
  return { plain, spelled, sounds, related: [] };
}

function joinedOf(words: readonly Word[]): string {
  return words.map(({ plain }) => plain).join('');
}

/** Maximum length of a word between two others that the search text may omit, in letters: a particle, which may agree with one of them. */
const MAX_OMITTED_LENGTH = 3;

/**
 * Assigns to each word of a headword the most similar word of the search text. `undefined` if a word has none, or if no word is more than
 * nearly the same. `unused` is the number of letters in the other words of the search text.
 */
function pairsOf(wanted: readonly Word[], queried: readonly Word[]) {
  const unused = new Set(queried);
  const positions: number[] = [];
  let [cost, isSure] = [0, false];
  for (const [i, word] of wanted.entries()) {
    let best: { readonly query: Word; readonly likeness: number } | undefined;
    for (const query of unused) {
      const likeness = likenessOf(word, query);
      if (likeness !== undefined && likeness < (best?.likeness ?? Infinity)) best = { query, likeness };
      if (likeness === SAME) break;
    }
    if (best === undefined) {
      const isBetween = i > 0 && i < wanted.length - 1;
      if (!isBetween || word.plain.length > MAX_OMITTED_LENGTH) return undefined;
      cost += word.plain.length;
      continue;
    }
    unused.delete(best.query);
    positions.push(queried.indexOf(best.query));
    cost += best.likeness;
    isSure ||= best.likeness < NEARLY;
  }
  const unusedLetters = joinedOf([...unused]).length;
  const isInOrder = positions.every((position, i) => position > (positions[i - 1] ?? -1));
  // Words in another order beside further words are more likely words of a sentence.
  return isSure && (isInOrder || unusedLetters < MIN_LOOKED_UP_LENGTH)
    ? { cost, unused: unusedLetters }
    : undefined;
}

function likenessOf(word: Word, query: Word): number | undefined {
  if (isOneOf(word.spelled, query.spelled)) return SAME;
  if (isOneOf([...word.spelled, ...word.sounds], [...query.sounds, ...query.related])) return RELATED;
  const isNear =
    isLike(word.plain, query.plain) ||
    word.sounds.some((sound) => query.sounds.some((other) => isLike(sound, other)));
  return isNear ? NEARLY : undefined;
}

function isOneOf(some: readonly string[], others: readonly string[]): boolean {
  return some.some((text) => others.includes(text));
}

/** Minimum length of words that may differ by one letter, and by two, in letters. */
const MIN_LENGTH_WITH_ERROR = 4;
const MIN_LENGTH_WITH_TWO = 6;

/**
 * Whether a word of a headword and a word of the search text differ by one letter, long ones by two, or share a beginning or end of half
 * of the longer one, as forms of a word often do.
 */
function isLike(own: string, query: string): boolean {
  const longest = Math.max(own.length, query.length);
  const shared = Math.ceil(Math.max(longest / 2, Math.min(own.length, MIN_LENGTH_WITH_ERROR)));
  if (own.length > 1 && query.length >= MIN_LOOKED_UP_LENGTH && own.length >= shared) {
    const [start, end] = [own.slice(0, shared), own.slice(-shared)];
    if (query.startsWith(start) || query.endsWith(end)) return true;
  }
  return longest >= MIN_LENGTH_WITH_ERROR && areWithin(own, query, longest < MIN_LENGTH_WITH_TWO ? 1 : 2);
}

/** Returns sequences of adjacent words of a text, without the whole text. */
export function phrasesOf(words: readonly string[], folding: WordFolding) {
  return words.flatMap((_, position) =>
    Array.from({ length: words.length - position }, (__, i) => words.slice(position, position + i + 1))
      .filter((phrase) => phrase.length < words.length)
      .map((phrase) => {
        const light = phrase.join(' ');
        const plain = folding.plainSpelling(light);
        const isParticle = phrase.every((word) => folding.inflections?.isParticle(word) === true);
        return { plain, light, length: Array.from(plain).length, position, isParticle };
      }),
  );
}
