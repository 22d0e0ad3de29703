import { SUBENTRY_TYPE } from '../../domain/article/subentries';
import type { MarkerMeaning } from './sfm-rows';

const translation = (letter: string, more: Partial<MarkerMeaning> = {}): MarkerMeaning => ({
  member: 'translations',
  field: 'content',
  letter,
  split: ';',
  ...more,
});
const text = (member: string, letter?: string, type?: string): MarkerMeaning => ({
  member,
  field: 'content',
  ...(letter === undefined ? {} : { letter }),
  ...(type === undefined ? {} : { constants: { type } }),
});
const form = (type: string): MarkerMeaning => ({ member: 'forms', field: 'form', constants: { type } });
const relation = (type: string, more: Partial<MarkerMeaning> = {}): MarkerMeaning => ({
  member: 'relations',
  field: 'target',
  constants: { type },
  ...more,
});

const LANGUAGE_LETTERS = ['e', 'n', 'r', 'v'] as const;
const NATIONAL = ['e', 'n', 'r'] as const;

/**
 * Letters that MDF does not have, but dictionaries of countries where French or Portuguese is official: `\gf`, `\xp`. They are read in
 * glosses, definitions, translations of examples, usages and notes only, because `\rf` is a reference and `\sf` a recording.
 */
const FURTHER_LETTERS = ['f', 'p'] as const;
const OF_TEXTS = [...LANGUAGE_LETTERS, ...FURTHER_LETTERS] as const;

function lettered(
  prefix: string,
  letters: readonly string[],
  meaning: (letter: string) => MarkerMeaning,
): Readonly<Record<string, MarkerMeaning>> {
  return Object.fromEntries(letters.map((letter) => [`${prefix}${letter}`, meaning(letter)]));
}

const PERSONS = ['1s', '2s', '3s', '4s', '1d', '2d', '3d', '4d', '1p', '1e', '1i', '2p', '3p', '4p'];

/** Separators of related words. MDF has semicolons, and many dictionaries have commas, which no word contains. */
const WORDS = { split: ';', orSplit: ',' };

/** Markers of the Multi-Dictionary Formatter 4.0 and their meanings. Other markers are stored for export but not read. */
export const MDF: Readonly<Record<string, MarkerMeaning>> = {
  lx: { member: 'entry', field: 'headword' },
  lc: { member: 'entry', field: 'citation' },
  hm: { member: 'entry', field: 'homograph' },
  ph: { member: 'pronunciations', field: 'content' },
  va: { member: 'variants', field: 'headword', split: ';', followers: { ve: 'type' } },
  pl: form('plural'),
  sg: form('singular'),
  rd: form('reduplication'),
  ...Object.fromEntries(PERSONS.map((person) => [person, form(person)])),
  pdv: {
    member: 'forms',
    field: 'form',
    label: { marker: 'pdl', field: 'type', between: ['pdv', 'pde', 'pdn', 'pdr'] },
  },
  ps: { member: 'categories', field: 'content' },
  cl: { member: 'classes', field: 'value' },
  ...lettered('g', OF_TEXTS, (letter) => translation(letter)),
  ...lettered('r', NATIONAL, (letter) => translation(letter, { constants: { reversal: true } })),
  ...lettered('d', OF_TEXTS, (letter) => text('definitions', letter)),
  sy: relation('synonym', WORDS),
  an: relation('antonym', WORDS),
  cf: relation('see', { ...WORDS, followers: { ce: 'gloss' } }),
  mn: relation('main', WORDS),
  se: relation(SUBENTRY_TYPE),
  lv: {
    member: 'relations',
    field: 'target',
    label: { marker: 'lf', field: 'type', between: ['lv', 'le', 'ln', 'lr'] },
    followers: { le: 'gloss' },
  },
  th: { member: 'domains', field: 'content', constants: { scheme: 'thesaurus' } },
  sd: { member: 'domains', field: 'content', constants: { scheme: 'semantic-domain' } },
  is: { member: 'domains', field: 'content', constants: { scheme: 'index-of-semantics' } },
  et: { member: 'etymologies', field: 'form', followers: { eg: 'gloss', es: 'language', ec: 'content' } },
  bw: { member: 'etymologies', field: 'language', constants: { type: 'borrowed' } },
  ...lettered('u', OF_TEXTS, (letter) => text('usages', letter, 'usage')),
  ...lettered('o', OF_TEXTS, (letter) => text('usages', letter, 'only')),
  ...lettered('e', OF_TEXTS, (letter) => text('notes', letter, 'encyclopedic')),
  lt: text('notes', undefined, 'literal'),
  sc: text('notes', undefined, 'scientific-name'),
  nt: text('notes'),
  na: text('notes', undefined, 'anthropology'),
  nd: text('notes', undefined, 'discourse'),
  ng: text('notes', undefined, 'grammar'),
  np: text('notes', undefined, 'phonology'),
  nq: text('notes', undefined, 'question'),
  ns: text('notes', undefined, 'sociolinguistics'),
  mr: text('notes', undefined, 'morphology'),
  bb: text('notes', undefined, 'bibliography'),
  so: text('notes', undefined, 'source'),
  pc: { member: 'media', field: 'href', constants: { kind: 'picture' } },
  // A marker of Lexique Pro, which reads MDF.
  sf: { member: 'media', field: 'href', constants: { kind: 'audio' } },
};

/** Default language tags by the letters of markers. */
export const LANGUAGE_BY_LETTER: Readonly<Record<string, string>> = {
  e: 'en',
  n: 'x-national',
  r: 'x-regional',
  v: 'x-vernacular',
  f: 'fr',
  p: 'pt',
};

/** Language letters by the markers of the translations of an example. */
export const TARGET_LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  [...NATIONAL, ...FURTHER_LETTERS].map((letter) => [`x${letter}`, letter]),
);

/** Matches markers for texts in the language of their last letter. */
export const LETTERED = new RegExp(
  `^(?:[gduo][${OF_TEXTS.join('')}]|r[${LANGUAGE_LETTERS.join('')}]|x[${[...NATIONAL, ...FURTHER_LETTERS].join('')}])$`,
  'u',
);
