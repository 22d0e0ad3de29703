import { cut } from '../../../shared/text';
import type { Marker, SnippetPiece } from '../tiers';
import { type ContentWord, type PlacedWord, spellingsOfWord, wordsIn } from './content-words';

/** Longest text that is shown whole, in UTF-16 units, and longest part of a longer one. */
const LONGEST = 200;

/** Length of what precedes the first matching word in a part of a text, in UTF-16 units. */
const BEFORE = 60;

/** Marks the words of a text that are among those that are looked for. */
export function markerOf(words: readonly ContentWord[]): Marker {
  const spellings = new Set(words.flatMap((word) => [...word.spellings]));
  return ({ text, lang }, folding) => {
    const isMatch = (word: PlacedWord) =>
      spellingsOfWord(word.text, lang, folding).some((spelling) => spellings.has(spelling));
    return snippetOf(text, isMatch);
  };
}

function snippetOf(text: string, isMatch: (word: PlacedWord) => boolean): readonly SnippetPiece[] {
  const words = wordsIn(text);
  const matching = words.filter(isMatch);
  const { start, end } = partAround(text, words, matching[0]);
  const pieces: SnippetPiece[] = [];
  let at = start;
  const add = (until: number, isMatching: boolean) => {
    if (until > at) pieces.push({ text: text.slice(at, until), isMatch: isMatching });
    at = until;
  };
  for (const word of matching.filter((one) => one.end <= end)) {
    add(word.start, false);
    add(word.end, true);
  }
  add(end, false);
  return [...(start > 0 ? [ELLIPSIS] : []), ...pieces, ...(end < text.length ? [ELLIPSIS] : [])];
}

const ELLIPSIS: SnippetPiece = { text: '…', isMatch: false };

/** The part of a text to show. It begins and ends with whole words. */
function partAround(text: string, words: readonly PlacedWord[], first: PlacedWord | undefined) {
  if (text.length <= LONGEST) return { start: 0, end: text.length };
  const from = (first?.start ?? 0) - BEFORE;
  const start = from <= 0 ? 0 : (words.find((word) => word.start >= from)?.start ?? 0);
  const last = words.findLast((word) => word.end <= start + LONGEST && word.end > start);
  return { start, end: last?.end ?? start + cut(text.slice(start), LONGEST).length };
}
