import { COMMON_FOLDING } from '../folding';
import { glossLanguage, type GlossLanguage, type GlossWord } from './languages';
import { APOSTROPHES, SEGMENT_MARKS, type Standing } from '../letters';

/** Matches a character that joins the words of one gloss in lists of linguists: `se_faire`, `run.away`. */
const WORD_JOINER = /(?<=\p{L}{2})[_.](?=\p{L}{2})/gu;

const BRACKETED = /(\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})/u;

/** Matches separators of equivalents: marks, a colon before a space, the end of a sentence, the number of a sense. */
const EQUIVALENT_SEPARATORS = new RegExp(
  `[${SEGMENT_MARKS}]|[:：](?=\\s)|(?<=\\p{L}{4})\\.(?=\\s)|(?<!\\S)\\d+[.)](?=\\s)`,
  'u',
);
const JOINED = new RegExp(`[${APOSTROPHES}]`, 'u');

/** Maximum length of an elided word or a suffix at an apostrophe, in letters: `l'eau`, `qu'il`, `father's`. */
const MAX_PARTICLE_LENGTH = 2;

/** An equivalent in a translation, and the text in brackets beside it. */
export interface GlossSegment {
  readonly text: string;
  readonly notes: string;
}

/** Splits a translation into its equivalents. */
export function segmentsOf(translation: string): readonly GlossSegment[] {
  const segments: { text: string; notes: string }[] = [{ text: '', notes: '' }];
  for (const [i, piece] of translation.replace(WORD_JOINER, ' ').split(BRACKETED).entries()) {
    const [first = '', ...more] = i % 2 === 0 ? piece.split(EQUIVALENT_SEPARATORS) : [' '];
    const last = segments[segments.length - 1];
    if (last === undefined) continue;
    last.text += first;
    if (i % 2 === 1) last.notes += ` ${piece.slice(1, -1)}`;
    segments.push(...more.map((text) => ({ text, notes: '' })));
  }
  return segments.filter(({ text, notes }) => text.trim() !== '' || notes.trim() !== '');
}

/** Returns the words of a text without the stop words of a language; all words if each is a stop word. */
function glossWords(
  text: string,
  language: GlossLanguage,
  words: readonly string[] = allWords(text),
): readonly GlossWord[] {
  const significant = words.filter((word) => !isParticle(word) && !language.isStopWord(word));
  return (significant.length > 0 ? significant : words).map((word) => ({
    plain: COMMON_FOLDING.plainSpelling(word),
    stem: language.stemOf(word),
  }));
}

function allWords(text: string): readonly string[] {
  return COMMON_FOLDING.words(text).flatMap(apostropheParts);
}

/**
 * Returns the joined words of a text if stop words change its meaning: they do in `laugh at` and `very slow`, not in `to laugh`.
 * `undefined` for other texts. Words for which `isLeading` is true do not count at the beginning.
 */
function modified(
  words: readonly string[],
  { isStopWord }: GlossLanguage,
  isLeading: (word: string) => boolean,
): string | undefined {
  const core = words.slice(words.findIndex((word) => !isLeading(word) && !isParticle(word)));
  const ignored = core.filter(isStopWord);
  const isLess = ignored.length > 0 && ignored.length < core.length;
  return isLess ? COMMON_FOLDING.plainSpelling(core.join('')) : undefined;
}

/** Whether a word is a single letter, as before or after an apostrophe. Search ignores it. */
export function isParticle(word: string): boolean {
  return /^[a-z]$/.test(word);
}

/** Returns the parts of a word between apostrophes without particles; the word itself if there are no others, as for `it's`. */
export function apostropheParts(word: string): readonly string[] {
  if (!JOINED.test(word)) return [word];
  const parts = word.split(JOINED).filter((part) => Array.from(part).length > MAX_PARTICLE_LENGTH);
  // A word of two letters after an elided one: `l'or`.
  const elided = word.length === 4 && word.indexOf("'") === 1 ? 2 : 0;
  return parts.length > 0 ? parts : [word.slice(elided)];
}

/**
 * Classes of equivalents, best first: the only one of the article, the first, a later one, one with a note in brackets. The digits are
 * part of search keys.
 */
export const GLOSS_CLASSES = ['0', '1', '2', '3'] as const;

type GlossClass = (typeof GLOSS_CLASSES)[number];

const [SOLE, FIRST, LATER, QUALIFIED] = GLOSS_CLASSES;

/**
 * Classes of the share of a word in its equivalent, largest first: one of two words, one of more, or only in brackets. The digits are
 * part of search keys.
 */
export const COVERAGES = ['0', '1', '2'] as const;

const [HALF, PART, NOTE] = COVERAGES;

/** Codes of the keys of translations: whole equivalents (`segment`) and their words, each as they are and as stems. */
export const GLOSS_KEY = { segment: 't', segmentStem: 'g', word: 'w', wordStem: 'x' } as const;

/** Makes the broad search keys of a translation: code, class or share, folded text. */
export function keysOfGloss(text: string, lang: string | undefined, standing: Standing): string[] {
  const language = glossLanguage(lang);
  const segments = segmentsOf(text);
  return segments.flatMap((segment, i) => {
    const notes = segment.notes === '' ? [] : glossWords(segment.notes, language);
    const isQualified = notes.some(({ plain }) => !language.isStopWord(plain));
    const isSole = standing === 'only' && segments.length === 1;
    const unqualified = isSole ? SOLE : standing !== 'later' && i === 0 ? FIRST : LATER;
    const all = allWords(segment.text);
    const words = glossWords(segment.text, language, all);
    return [
      ...wholeKeys({
        text: segment.text,
        words,
        glossClass: isQualified ? QUALIFIED : unqualified,
        full: modified(all, language, language.isLeading),
      }),
      ...(words.length > 1 ? wordKeys(words, words.length === 2 ? HALF : PART) : []),
      ...wordKeys(notes, NOTE),
    ];
  });
}

interface Whole {
  readonly text: string;
  readonly words: readonly GlossWord[];
  readonly glossClass: GlossClass;
  /** The text with the stop words that change its meaning, if there are any. */
  readonly full: string | undefined;
}

function wholeKeys({ text, words, glossClass, full: ofAll }: Whole): string[] {
  const whole = joinedWords(words);
  if (whole === '') return [];
  const stems = words.map(({ stem }) => stem).join('');
  const { segment, segmentStem } = GLOSS_KEY;
  // If an elided word is typed without its apostrophe, it is joined to the next. Words that change the meaning make a better match if
  // they are typed.
  const full = JOINED.test(text) ? COMMON_FOLDING.plainSpelling(text) : (ofAll ?? whole);
  const ofWords = ofAll !== undefined && glossClass < LATER ? LATER : glossClass;
  return [
    segment + ofWords + whole,
    ...(full === whole ? [] : [segment + glossClass + full]),
    ...(stems === whole ? [] : [segmentStem + ofWords + stems]),
  ];
}

function wordKeys(words: readonly GlossWord[], coverage: (typeof COVERAGES)[number]): string[] {
  return words
    .filter(({ plain }) => plain !== '')
    .flatMap(({ plain, stem }) => [
      GLOSS_KEY.word + coverage + plain,
      ...(stem === plain ? [] : [GLOSS_KEY.wordStem + coverage + stem]),
    ]);
}

/** A search text as a query for translations, in each language in which it may be written. */
export interface GlossQuery {
  /** Folded forms of the whole text. */
  readonly wholes: readonly string[];
  /** Joined stems of the words. */
  readonly stems: readonly string[];
  /** Joined stems if a word is also a form of another word with a different stem: `yeux`, or `savons` as a verb. */
  readonly otherStems: readonly string[];
  /** The same with these words as they are: that `mais` is the stem of a word which a rule makes is no reason to find "maïs". */
  readonly otherWholes: readonly string[];
  /** The words that a translation must have. */
  readonly words: readonly GlossQueryWord[];
  /** The rest of the text after a stop word at its beginning that was joined by mistake, as words and as stems: `aurevoir`, `lamaison`. */
  readonly behindStopWord: readonly string[];
}

/** A word of a search text, with its stems in all languages of the query. */
export interface GlossQueryWord {
  readonly plain: string;
  readonly stems: readonly string[];
  /** Its stem, and the other words of which it may be a form. */
  readonly wholes: readonly string[];
}

/**
 * Folds a search text as a query for translations.
 *
 * @param tags languages (BCP 47) in which the text may be written
 */
export function glossQueryOf(text: string, tags: readonly string[]): GlossQuery {
  const all = allWords(text);
  const readings = tags.map((tag) => typedWords(text, glossLanguage(tag)));
  const stems = unique(readings.map((words) => firstStems(words).join('')));
  const others = (by: 'stems' | 'wholes') =>
    unique(readings.flatMap((words) => otherJoined(words, by))).filter((joined) => !stems.includes(joined));
  return {
    wholes: unique([
      // The text without a word that changes its meaning, as `lie` of `lie down`, is only among the stems.
      ...readings.map((words, i) => {
        const language = glossLanguage(tags[i]);
        return modified(all, language, language.isStopWord) ?? joinedWords(words);
      }),
      COMMON_FOLDING.plainSpelling(text),
    ]),
    stems,
    otherStems: others('stems'),
    otherWholes: others('wholes'),
    words: demandedWords(readings),
    behindStopWord: unique(tags.flatMap((tag) => behindStopWord(all, glossLanguage(tag)))),
  };
}

/** Minimum length of a word that is joined to a stop word, in letters, and of the stop word. */
const MIN_LENGTH_BEHIND = 4;
const MIN_STOP_WORD_LENGTH = 2;

function behindStopWord([word = '', ...more]: readonly string[], language: GlossLanguage): string[] {
  if (more.length > 0) return [];
  const ends = Array.from({ length: Math.max(0, word.length - MIN_LENGTH_BEHIND + 1) }, (_, i) => i);
  return ends
    .slice(MIN_STOP_WORD_LENGTH)
    .filter((end) => language.isStopWord(word.slice(0, end)))
    .flatMap((end) => [COMMON_FOLDING.plainSpelling(word.slice(end)), language.stemOf(word.slice(end))]);
}

function typedWords(text: string, language: GlossLanguage): readonly GlossQueryWord[] {
  return glossWords(text, language).map(({ plain, stem }) => {
    const others = language.otherWordsOf(plain);
    return {
      plain,
      stems: unique([stem, ...others.map((other) => other.stem)]),
      wholes: unique([stem, ...others.map((other) => other.plain)]),
    };
  });
}

function joinedWords(words: readonly Pick<GlossWord, 'plain'>[]): string {
  return words.map(({ plain }) => plain).join('');
}

function firstStems(words: readonly GlossQueryWord[]): readonly string[] {
  return words.map(({ stems: [first = ''] }) => first);
}

/** Returns the joined stems of all words, once for each other word of which one of the words may be a form. */
function otherJoined(words: readonly GlossQueryWord[], by: 'stems' | 'wholes'): readonly string[] {
  const firsts = firstStems(words);
  return words.flatMap((word, i) => word[by].slice(1).map((other) => firsts.with(i, other).join('')));
}

/** Returns the words that are not stop words in any language; if there are none, the words in the language with the fewest. */
function demandedWords(readings: readonly (readonly GlossQueryWord[])[]): readonly GlossQueryWord[] {
  const [fewest = []] = readings.toSorted((a, b) => a.length - b.length);
  const inAll = fewest.filter(({ plain }) =>
    readings.every((words) => words.some((word) => word.plain === plain)),
  );
  const demanded = inAll.length > 0 ? inAll : fewest;
  return unique(demanded.map(({ plain }) => plain)).map((plain) => {
    const same = readings.flat().filter((word) => word.plain === plain);
    return {
      plain,
      stems: unique(same.flatMap(({ stems }) => stems)),
      wholes: unique(same.flatMap(({ wholes }) => wholes)),
    };
  });
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
