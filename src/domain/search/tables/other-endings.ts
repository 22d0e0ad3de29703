/** Words that begin alike and have other endings. Browsers load this file with the suggested words; it imports nothing. */

interface WordFolding {
  typed(text: string): readonly string[];
}

interface SearchableText {
  readonly field: string;
  readonly text: string;
}

/** Longest word whose ending is ignored, in letters. */
const MAX_WORD = 16;

/** Longest ending of a form and of a headword behind the common beginning, in letters. */
const MAX_ENDING = { form: 5, base: 4 };

/**
 * The shortest common beginning in letters, and its minimum share of the longer word. The rules of a language find most of its forms, so that
 * what is left must be more alike.
 */
const LEAST = { withRules: { letters: 4, share: 0.6 }, withoutRules: { letters: 3, share: 0.5 } };

/** Above the lengths of all beginnings, which it subtracts: the longest comes first. */
const MAX_KEY = 100;

function leastFor(hasNoRules: boolean) {
  return hasNoRules ? LEAST.withoutRules : LEAST.withRules;
}

/**
 * Returns the letters by which words that begin like a word are looked up: one text, none for a word that is too short or too long. They are as
 * many of the shortest common beginning as are stored, since fewer are shared by many more articles.
 */
export function beginningsOf(plain: string, hasNoRules: boolean, stored: number): readonly string[] {
  const word = Array.from(plain);
  const { letters, share } = leastFor(hasNoRules);
  if (word.length <= letters || word.length > MAX_WORD) return [];
  const least = Math.max(letters, Math.ceil(share * word.length));
  return [word.slice(0, Math.min(stored, least)).join('')];
}

/** Returns a function that accepts headwords and forms that begin like a word in plain spelling and end otherwise, as forms of one word do. */
export function otherEnding(plain: string, hasNoRules: boolean) {
  const least = leastFor(hasNoRules);
  return ({ field, text }: SearchableText, folding: WordFolding) => {
    if (field === 'translation' || field === 'radical') return undefined;
    const distances = folding.typed(text).flatMap((word) => {
      const common = commonLength(plain, word);
      const [form, base] = [plain.length - common, word.length - common];
      const isAlike = common >= least.letters && common >= least.share * Math.max(plain.length, word.length);
      if (!isAlike || form > MAX_ENDING.form || base > MAX_ENDING.base) return [];
      const key = [MAX_KEY - common, form + base].map((n) => String(n).padStart(3, '0')).join('');
      return [{ key, rule: `${plain.slice(0, common)}-` }];
    });
    return distances.toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
  };
}

/** Number of UTF-16 units with which two words begin alike. */
function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}
