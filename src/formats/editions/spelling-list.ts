import { Readable } from 'node:stream';
import { readArticle } from '../../domain/reading/read-article';
import {
  AFFIX_MARKS,
  APOSTROPHES,
  HOMOGRAPH_NUMBERS,
  LETTERS,
  articleSpellings,
} from '../../domain/search/letters';
import { commonSpellingsOf } from '../../domain/search/profiles';
import type { ExportedDictionary } from '../../services/exports/export.service';
import type { Json } from '../../shared/json';
import { NO_LANGUAGE } from '../files/exported-entry';
import { zipOf } from '../files/zip';

/** Maximum number of distinct words that are counted. Further new words are not counted. */
const MAX_COUNTED_WORDS = 500_000;

/** Maximum length of a word, in UTF-16 units. Source: the default of Hunspell. */
const MAX_SPELLED_WORD_LENGTH = 100;

/** Matches a word: letters with their marks, apostrophes and hyphens. */
const DICTIONARY_WORD = new RegExp(`[\\p{L}\\p{M}\\p{N}\\-${APOSTROPHES}]+`, 'gu');

const ALWAYS_LEFT_OUT = new RegExp(`[\\p{Default_Ignorable_Code_Point}${HOMOGRAPH_NUMBERS}]`, 'gu');

/** Matches a text with an affix mark at an end. Such a text is a part of words, not a word. */
const WORD_PART = new RegExp(
  `(^|\\s)[${AFFIX_MARKS.replace('-', '\\-')}]|[${AFFIX_MARKS.replace('-', '\\-')}](\\s|$)`,
  'u',
);

/** Returns the words of the language with the number of their occurrences in examples; 0 if there are none. */
async function wordFrequencies({ articles }: ExportedDictionary): Promise<ReadonlyMap<string, number>> {
  const words = new Set<string>();
  const counts = new Map<string, number>();
  for await (const { source, isDisabled } of articles) {
    if (isDisabled) continue;
    const content = readArticle(JSON.parse(source) as Json);
    for (const { field, text } of articleSpellings(content))
      if (field !== 'translation' && field !== 'radical' && !WORD_PART.test(text))
        for (const word of dictionaryWords(text)) words.add(word);
    for (const { content: text } of content.examples)
      for (const word of dictionaryWords(text ?? '')) {
        const count = counts.get(word);
        if (count !== undefined || counts.size < MAX_COUNTED_WORDS) counts.set(word, (count ?? 0) + 1);
      }
  }
  const sorted = [...words].sort((a, b) => (a < b ? -1 : 1));
  // A word at the beginning of a sentence is capitalised.
  return new Map(sorted.map((word) => [word, (counts.get(word) ?? 0) + (counts.get(capitalOf(word)) ?? 0)]));
}

function capitalOf(word: string): string {
  const [first = ''] = word;
  const capital = first.toUpperCase() + word.slice(first.length);
  return capital === word ? '' : capital;
}

function dictionaryWords(text: string): readonly string[] {
  const words = text.normalize('NFC').replace(ALWAYS_LEFT_OUT, '').match(DICTIONARY_WORD) ?? [];
  return words
    .map((word) => word.replace(/^[-']+|(?<![-'])[-']+$/gu, ''))
    .filter((word) => word.length <= MAX_SPELLED_WORD_LENGTH && /\p{L}/u.test(word));
}

/**
 * Writes one word per line, followed by a tab and its number of occurrences in examples if known, as Keyman and word predictions expect.
 */
export async function* wordsText(dictionary: ExportedDictionary): AsyncGenerator<string> {
  for (const [word, count] of await wordFrequencies(dictionary))
    yield count === 0 ? `${word}\n` : `${word}\t${count}\n`;
}

/** Writes a Hunspell dictionary for LibreOffice, Firefox and phones: the words, and the rules of spelling suggestions. */
export function hunspellBytes(exported: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const { dictionaryId, language, longName, license } = exported.dictionary;
  const name = (language ?? NO_LANGUAGE).replaceAll('-', '_');
  const reading = memoised(() => wordFrequencies(exported));
  const about = `${longName ?? dictionaryId}\nLicence: ${license ?? 'not stated'}\n`;
  return zipOf([
    { name: `${name}.dic`, content: dicText(reading) },
    { name: `${name}.aff`, content: affText(reading, name) },
    { name: 'README.txt', content: Readable.from([about]) },
  ]);
}

type Reading = () => Promise<ReadonlyMap<string, number>>;

function memoised(read: Reading): Reading {
  let known: ReturnType<Reading> | undefined;
  return () => (known ??= read());
}

async function* dicText(reading: Reading): AsyncGenerator<string> {
  const words = await spelledAlike(reading);
  yield `${words.length}\n`;
  for (const word of words) yield `${word}\n`;
}

/** Writes the options. Source: the manual page hunspell(5). */
async function* affText(reading: Reading, name: string): AsyncGenerator<string> {
  const letters = lettersIn(await spelledAlike(reading));
  const signs = [...new Set(letters.join(''))];
  // Programs would split words at characters that they do not know as parts of words.
  const others = signs.filter((sign) => !/\p{L}/u.test(sign)).join('');
  yield `SET UTF-8\nLANG ${name}\nTRY ${signs.join('')}\n`;
  if (others !== '') yield `WORDCHARS ${others}\n`;
  yield* affixTable('ICONV', [...new Set([...letters, ...letters.map(upperCase)].flatMap(inputsOf))]);
  yield* affixTable('REP', letters.flatMap(spelledWith));
  yield* affixTable('MAP', alikeIn(letters));
}

/** Replaces all apostrophes in the words by the most frequent one, to which the keyboard converts the others. */
async function spelledAlike(reading: Reading): Promise<readonly string[]> {
  const words = [...(await reading()).keys()];
  const [apostrophe] = lettersIn(words).filter((letter) => APOSTROPHES.includes(letter));
  if (apostrophe === undefined) return words;
  return [...new Set(words.map((word) => word.replace(ANY_APOSTROPHE, apostrophe)))];
}

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu');

/** Returns the letters of the words with their marks, the most frequent first. */
function lettersIn(words: Iterable<string>): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words)
    for (const letter of word.match(/\P{M}\p{M}*/gu) ?? []) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([letter]) => letter);
}

function upperCase(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.match(/\P{M}/gu)?.length === 1 ? upper : letter;
}

/** Returns other encodings of a letter that keyboards produce: decomposed, with its marks in any order, or with another apostrophe. */
function inputsOf(letter: string): readonly string[] {
  if (APOSTROPHES.includes(letter))
    return Array.from(APOSTROPHES)
      .filter((other) => other !== letter)
      .map((other) => `${other} ${letter}`);
  const [base = '', ...marks] = letter.normalize('NFD');
  return ordersOf(marks.slice(0, MAX_PERMUTED_MARKS))
    .flatMap((order) =>
      order.map((_, i) => (base + order.slice(0, i).join('')).normalize('NFC') + order.slice(i).join('')),
    )
    .filter((input) => input !== letter && input.normalize('NFC') === letter)
    .map((input) => `${input} ${letter}`);
}

/** Maximum number of marks of a letter whose orders are permuted. Letters with more are rare. */
const MAX_PERMUTED_MARKS = 3;

function ordersOf<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items];
  return items.flatMap((first, i) => ordersOf(items.toSpliced(i, 1)).map((rest) => [first, ...rest]));
}

/** Spellings that people type for a letter, such as `ny` for `ɲ`, without its base letter. */
function spelledWith(letter: string): readonly string[] {
  const [, ...others] = LETTERS.get(letter) ?? [];
  return others.filter((spelling) => spelling !== '').map((spelling) => `${spelling} ${letter}`);
}

/** Returns groups of letters that people write for each other if a keyboard lacks them: without tone marks, or the base letters. */
function alikeIn(letters: readonly string[]): readonly string[] {
  const groups = new Map<string, string[]>();
  for (const letter of letters.filter((letter) => /\p{L}/u.test(letter))) {
    const bare = letter.normalize('NFD').replace(/\p{M}/gu, '');
    const plain = commonSpellingsOf(bare)?.[0] ?? bare;
    groups.set(plain, [...(groups.get(plain) ?? []), letter]);
  }
  return [...groups]
    .map(([plain, group]) => (plain.length === 1 ? [...new Set([plain, ...group])] : group))
    .filter((group) => group.length > 1)
    .map((group) => group.map((letter) => (letter.length > 1 ? `(${letter})` : letter)).join(''));
}

function* affixTable(name: string, rows: readonly string[]): Generator<string> {
  if (rows.length === 0) return;
  yield `${name} ${rows.length}\n`;
  for (const row of rows) yield `${name} ${row}\n`;
}
