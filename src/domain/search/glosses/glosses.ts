import { COMMON_FOLDING } from '../folding';
import { glossLanguage, type GlossLanguage } from './languages';
import { APOSTROPHES, SEGMENT_MARKS, type Standing } from '../letters';

const BRACKETED = /(\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\})/u;

/** Separators of equivalents: marks, a colon before a space, the end of a sentence, and the number of a sense. */
const SEPARATORS = new RegExp(
  `[${SEGMENT_MARKS}]|[:：](?=\\s)|(?<=\\p{L}{4})\\.(?=\\s)|(?<!\\S)\\d+[.)](?=\\s)`,
  'u',
);
const JOINED = new RegExp(`[${APOSTROPHES}]`, 'u');

/** Longest part of a word at an apostrophe, in letters, that is no word of its own: `l'eau`, `qu'il`, `father's`. */
const LONGEST_PARTICLE = 2;

/** An equivalent within a translation, and what stands in brackets beside it. */
export interface GlossSegment {
  readonly text: string;
  readonly notes: string;
}

/** The equivalents within one translation. */
export function segmentsOf(translation: string): readonly GlossSegment[] {
  const segments: { text: string; notes: string }[] = [{ text: '', notes: '' }];
  for (const [i, piece] of translation.split(BRACKETED).entries()) {
    const [first = '', ...more] = i % 2 === 0 ? piece.split(SEPARATORS) : [' '];
    const last = segments[segments.length - 1];
    if (last === undefined) continue;
    last.text += first;
    if (i % 2 === 1) last.notes += ` ${piece.slice(1, -1)}`;
    segments.push(...more.map((text) => ({ text, notes: '' })));
  }
  return segments.filter(({ text, notes }) => text.trim() !== '' || notes.trim() !== '');
}

/** A word of a translation, folded. */
export interface GlossWord {
  readonly plain: string;
  /** What it shares with its inflected forms. */
  readonly stem: string;
}

/** The words of a text that say something in a language: all of them if each is a stop word. */
function glossWords(
  text: string,
  language: GlossLanguage,
  words: readonly string[] = allWords(text),
): readonly GlossWord[] {
  const telling = words.filter((word) => !isParticle(word) && !language.isStopWord(word));
  return (telling.length > 0 ? telling : words).map((word) => ({
    plain: COMMON_FOLDING.plain(word),
    stem: language.stemOf(word),
  }));
}

function allWords(text: string): readonly string[] {
  return COMMON_FOLDING.words(text).flatMap(partsOf);
}

/** Whether words that search ignores change what a text says: `laugh at` and `very slow`, but not `to laugh`. */
function isModified(words: readonly string[], language: GlossLanguage): boolean {
  const behind = words.slice(words.findIndex((word) => !language.isLeading(word) && !isParticle(word)));
  const ignored = behind.filter((word) => language.isStopWord(word));
  return ignored.length > 0 && ignored.length < behind.length;
}

/** A word of one letter says nothing; it is what an apostrophe cut off. */
export function isParticle(word: string): boolean {
  return /^[a-z]$/.test(word);
}

/** What an apostrophe joins, without particles; unless nothing else is there, as in `n'ko`. */
export function partsOf(word: string): readonly string[] {
  if (!JOINED.test(word)) return [word];
  const parts = word.split(JOINED).filter((part) => Array.from(part).length > LONGEST_PARTICLE);
  return parts.length > 0 ? parts : [word];
}

/** How well an equivalent says what a headword means, best first; the digits are part of keys. */
export const GLOSS_CLASSES = ['0', '1', '2', '3'] as const;

type GlossClass = (typeof GLOSS_CLASSES)[number];

const [SOLE, FIRST, LATER, QUALIFIED] = GLOSS_CLASSES;

/** How much of an equivalent one word is: one of two, one of more, or only in brackets. */
export const COVERAGES = ['0', '1', '2'] as const;

const [HALF, PART, NOTE] = COVERAGES;

/** The codes of the keys of translations. */
export const GLOSS_KEY = { segment: 't', segmentStem: 'g', word: 'w', wordStem: 'x' } as const;

/** The search keys of a translation. */
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
        isModified: isModified(all, language),
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
  readonly isModified: boolean;
}

function wholeKeys({ text, words, glossClass, isModified: isLess }: Whole): string[] {
  const whole = words.map(({ plain }) => plain).join('');
  if (whole === '') return [];
  const stems = words.map(({ stem }) => stem).join('');
  const { segment, segmentStem } = GLOSS_KEY;
  // Typed without its apostrophe, an elided word stays joined; and modifying words make a better match if they are typed.
  const full = isLess || JOINED.test(text) ? COMMON_FOLDING.plain(text) : whole;
  const ofWords = isLess && glossClass < LATER ? LATER : glossClass;
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

/** What is typed, read as a translation. */
export interface GlossQuery {
  /** The whole text in each way in which it may be folded. */
  readonly wholes: readonly string[];
  readonly stems: readonly string[];
  /** The same where a word is read as a form that shares no stem with its word: `yeux`, or `savons` of the verb. */
  readonly otherStems: readonly string[];
  /** The words that a translation must have. */
  readonly words: readonly GlossQueryWord[];
}

export interface GlossQueryWord {
  readonly plain: string;
  readonly stems: readonly string[];
}

/** @param tags languages in which the text may be written */
export function glossQueryOf(text: string, tags: readonly string[]): GlossQuery {
  const readings = tags.map((tag) => typedWords(text, glossLanguage(tag)));
  const stems = unique(readings.map((words) => firstStems(words).join('')));
  return {
    wholes: unique([
      ...readings.map((words) => words.map(({ plain }) => plain).join('')),
      COMMON_FOLDING.plain(text),
    ]),
    stems,
    otherStems: unique(readings.flatMap(otherJoinedStems)).filter((joined) => !stems.includes(joined)),
    words: demandedWords(readings),
  };
}

function typedWords(text: string, language: GlossLanguage): readonly GlossQueryWord[] {
  return glossWords(text, language).map(({ plain, stem }) => ({
    plain,
    stems: unique([stem, ...language.otherStemsOf(plain)]),
  }));
}

function firstStems(words: readonly GlossQueryWord[]): readonly string[] {
  return words.map(({ stems: [first = ''] }) => first);
}

/** The stems of all words together, with each other stem that one of the words may have. */
function otherJoinedStems(words: readonly GlossQueryWord[]): readonly string[] {
  const firsts = firstStems(words);
  return words.flatMap(({ stems }, i) => stems.slice(1).map((stem) => firsts.with(i, stem).join('')));
}

/** The words that say something in every language; if there are none, those of the language with the fewest. */
function demandedWords(readings: readonly (readonly GlossQueryWord[])[]): readonly GlossQueryWord[] {
  const [fewest = []] = readings.toSorted((a, b) => a.length - b.length);
  const inAll = fewest.filter(({ plain }) =>
    readings.every((words) => words.some((word) => word.plain === plain)),
  );
  const demanded = inAll.length > 0 ? inAll : fewest;
  return unique(demanded.map(({ plain }) => plain)).map((plain) => ({
    plain,
    stems: unique(readings.flat().flatMap((word) => (word.plain === plain ? word.stems : []))),
  }));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].filter((text) => text !== '');
}
