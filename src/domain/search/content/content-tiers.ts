import {
  type MatchTier,
  type TextComparison,
  type SearchStep,
  type Marker,
  type SnippetPiece,
  threeDigits,
} from '../tiers';
import { type ContentWord, spellingsOfWord, positionedWords, type PlacedWord } from './content-words';
import { cut } from '../../../shared/text';

/** Maximum length of a snippet, in UTF-16 units. A longer text is cut. */
const MAX_SNIPPET_LENGTH = 200;

/** Length of the text before the first matching word in a snippet, in UTF-16 units. */
const TEXT_BEFORE_MATCH = 60;

/** Returns a function that makes the snippet of a text with the words of the search text marked. */
function snippetMarkerFor(words: readonly ContentWord[]): Marker {
  const spellings = new Set(words.flatMap((word) => [...word.spellings]));
  return ({ text, readIn, lang = readIn }, folding) => {
    const isMatch = (word: PlacedWord) =>
      spellingsOfWord(word.text, lang, folding).some((spelling) => spellings.has(spelling));
    return snippetOf(text, isMatch);
  };
}

function snippetOf(text: string, isMatch: (word: PlacedWord) => boolean): readonly SnippetPiece[] {
  const words = positionedWords(text);
  const matching = words.filter(isMatch);
  const { start, end } = partAround(text, words, matching[0]);
  const pieces: SnippetPiece[] = [];
  let at = start;
  const addUntil = (to: number, piece: { readonly isMatch: boolean }) => {
    if (to > at) pieces.push({ text: text.slice(at, to), ...piece });
    at = to;
  };
  for (const word of matching.filter((placedWord) => placedWord.end <= end)) {
    addUntil(word.start, { isMatch: false });
    addUntil(word.end, { isMatch: true });
  }
  addUntil(end, { isMatch: false });
  return [...(start > 0 ? [ELLIPSIS] : []), ...pieces, ...(end < text.length ? [ELLIPSIS] : [])];
}

const ELLIPSIS: SnippetPiece = { text: '…', isMatch: false };

/** The part of a text to show in a snippet. It begins and ends at word boundaries. */
function partAround(text: string, words: readonly PlacedWord[], first: PlacedWord | undefined) {
  if (text.length <= MAX_SNIPPET_LENGTH) return { start: 0, end: text.length };
  const from = (first?.start ?? 0) - TEXT_BEFORE_MATCH;
  const start = from <= 0 ? 0 : (words.find((word) => word.start >= from)?.start ?? 0);
  const last = words.findLast((word) => word.end <= start + MAX_SNIPPET_LENGTH && word.end > start);
  return { start, end: last?.end ?? start + cut(text.slice(start), MAX_SNIPPET_LENGTH).length };
}

/** Minimum number of words of a search text that is likely a quotation from an article instead of several headwords. */
const MIN_PHRASE_LENGTH = 3;

/** Maximum number of words that are looked up. The other words are only compared in the articles that have these. */
const MAX_CONTENT_LOOKUPS = 8;

/**
 * Returns the steps of a search in running text: the last tier, and for a search text of several words also a tier before that of
 * its single words.
 */
export function contentSteps(words: readonly ContentWord[]): readonly SearchStep[] {
  const demanded = words.filter(({ isDemanded }) => isDemanded);
  if (demanded.length === 0) return [];
  const longestFirst = demanded.toSorted((a, b) => shortestKey(b) - shortestKey(a));
  // The longest word is looked up first, since the fewest articles have it.
  const lookups = longestFirst
    .slice(0, MAX_CONTENT_LOOKUPS)
    .map(({ keys }) => ({ in: 'content', anyOf: keys }) as const);
  const query = (tier: MatchTier, maxGaps: number): SearchStep => ({
    tier,
    lookups,
    compare: contentComparison(words, maxGaps),
    mark: snippetMarkerFor(words),
  });
  const content = query('content', Infinity);
  if (words.length < 2) return [content];
  const isPair = words.length < MIN_PHRASE_LENGTH;
  if (demanded.length > 1 && !isPair) return [query('contentPhrase', Infinity)];
  // An article with both of two words in one text ranks before an article about one of them. For one word and stop words, this only holds
  // if they are adjacent.
  return [query(isPair ? 'contentPair' : 'contentPhrase', demanded.length - 1), content];
}

function shortestKey({ keys }: ContentWord): number {
  return Math.min(...keys.map((key) => key.length));
}

/**
 * Returns a function that orders texts by the number of demanded words that they lack, then of all words, then of neighbouring words
 * of the search text that are not adjacent in the text, then by length in words.
 *
 * @param maxGaps maximum number of words that are missing, and of neighbouring words that are not adjacent, in a matching text
 */
function contentComparison(words: readonly ContentWord[], maxGaps: number): TextComparison {
  return ({ text, readIn, lang = readIn }, folding) => {
    const own = positionedWords(text).map((word) =>
      matchingWords(words, spellingsOfWord(word.text, lang, folding)),
    );
    const met = new Set(own.flatMap((indexes) => indexes));
    if (!words.some(({ isDemanded }, i) => isDemanded && met.has(i))) return undefined;
    const missing = words.filter((_, i) => !met.has(i));
    const demanded = missing.filter(({ isDemanded }) => isDemanded);
    const pairs = new Set(
      own.flatMap((indexes, i) => indexes.filter((index) => own[i + 1]?.includes(index + 1))),
    );
    const apart = words.length - 1 - pairs.size;
    if (apart + missing.length > maxGaps) return undefined;
    return { key: [demanded.length, missing.length, apart, own.length].map(threeDigits).join('') };
  };
}

/** Indexes of the words of the search text that have one of the spellings. */
function matchingWords(words: readonly ContentWord[], spellings: readonly string[]): readonly number[] {
  return words.flatMap((word, i) => (spellings.some((spelling) => word.spellings.has(spelling)) ? i : []));
}
