import { readArticle } from '../../domain/reading/read-article';
import { Failure } from '../../shared/failure';
import { freeJsonText, isJsonObject, type Json } from '../../shared/json';
import { numberedLines } from '../dictionary/json-lines';
import { EntryNames } from '../files/entry-names';
import { type EntrySource, type FileEntry, namedLanguages, type ReadOptions } from '../files/entry-source';
import { storedOptions } from '../files/exported-entry';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { parsedJson } from '../json/split-json';
import { openText, invalidCharacterIn, type TextFile } from '../files/text-file';
import { withOriginal } from '../lens/read-items';
import type { JsonMembers, ReadMembers } from './json-rows';
import { countMembers, getWiktextract, lineIdentifier, type WiktextractOptions } from './wiktextract-lens';
import { leftOutOf, MAX_USUAL_LENGTH, MAX_WORD_LENGTH, type ShortLine, shortLine } from './long-lines';
import { extensionOf } from './wiktextract-rows';
import { fieldText } from '../lens/typed-item';
import { cut } from '../../shared/text';

/** Lines of any length are read up to their maximum, since a word of a Wiktionary may be refused without the others. */
const LINES = { cutsLongLines: true, maxLength: MAX_WORD_LENGTH };

/** Number of lines that determine the Wiktionary and the language of a file. */
const SAMPLE_LINES = 50;

/** Opens the output of Wiktextract for a Wiktionary, as kaikki.org publishes it: one word and part of speech per line. */
export async function openWiktextract(
  path: string,
  { encoding, languages, storedSettings }: ReadOptions,
): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const requested = namedLanguages(languages)['target'];
  const { language: earlier } = storedOptions({ files: storedSettings ?? new Map() }, 'wiktextract');
  const lines = await firstLines(file);
  const language =
    requested ?? (typeof earlier === 'string' ? earlier : undefined) ?? languageOfGlosses(lines);
  const options: WiktextractOptions = { language };
  return {
    format: 'wiktextract',
    ...file,
    version: () => undefined,
    stated: () => ({ language: languageOfWords(lines), targets: [language] }),
    files: () => [{ name: 'wiktextract/options.json', text: JSON.stringify({ language: language ?? null }) }],
    preview: [
      `The glosses are read as ${language ?? 'an unknown language'} (--languages=target:TAG changes this).`,
    ],
    entries: (counts) => readEntries(file, options, counts),
  };
}

/** Wiktionaries with such a file. That in English has no titles of parts of speech. */
const WIKTIONARIES = 'cs de el es fr id it ja ko ku ms nl pl pt ru th tr vi zh'.split(' ');

async function firstLines(file: TextFile): Promise<readonly JsonMembers[]> {
  const lines: JsonMembers[] = [];
  let seen = 0;
  for await (const { text } of numberedLines(file, LINES)) {
    const line = sampled(text);
    if (line) lines.push(line);
    seen += 1;
    if (seen >= SAMPLE_LINES) break;
  }
  return lines;
}

/** Returns the language of the words; `undefined` if there are several. */
function languageOfWords(lines: readonly JsonMembers[]): string | undefined {
  const [first, ...others] = new Set(lines.map(({ lang_code: code }) => code));
  return others.length === 0 && typeof first === 'string' ? first : undefined;
}

/** Returns the language in which the file names the languages of its words. */
function languageOfGlosses(lines: readonly JsonMembers[]): string | undefined {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const named of namedIn(line)) counts.set(named, (counts.get(named) ?? 0) + 1);
  const [best, next] = [...counts].sort(([, a], [, b]) => b - a);
  return best?.[1] === next?.[1] ? undefined : best?.[0];
}

function sampled(text: string): JsonMembers | undefined {
  try {
    const line = JSON.parse(text) as Json;
    return isJsonObject(line) ? { ...line } : undefined;
  } catch {
    // The import reaches the same position and reports the problem there.
    return undefined;
  }
}

/** How Wiktionaries head nouns and verbs. Names of many African languages are the same in several languages. */
const TITLES: Readonly<Record<string, RegExp>> = {
  de: /^(?:Substantiv|Verb)$/u,
  es: /^(?:Sustantivo|Verbo)\b/u,
  fr: /^(?:Nom commun|Verbe)\b/u,
  it: /^(?:Sostantivo|Verbo)$/u,
  nl: /^(?:Zelfstandig naamwoord|Werkwoord)$/u,
  pt: /^(?:Substantivo|Verbo)$/u,
};

function namedIn({ lang, lang_code: code, pos_title: title }: JsonMembers): readonly string[] {
  if (title === undefined) return ['en'];
  const titled =
    typeof title === 'string' ? WIKTIONARIES.filter((edition) => TITLES[edition]?.test(title)) : [];
  if (titled.length === 1) return titled;
  if (typeof lang !== 'string' || typeof code !== 'string') return [];
  return WIKTIONARIES.filter(
    (edition) => languageNameIn(edition, code)?.toLowerCase() === lang.toLowerCase(),
  );
}

function languageNameIn(language: string, code: string): string | undefined {
  try {
    return new Intl.DisplayNames(language, { type: 'language', fallback: 'none' }).of(code);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function* readEntries(
  file: TextFile,
  options: WiktextractOptions,
  counts: PathCounts,
): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  let [index, end] = [0, 0];
  for await (const { line, text, isCut } of numberedLines(file, LINES)) {
    end += text.length + 1;
    if (text.trim() === '') continue;
    index += 1;
    const start = { line, column: 1 };
    const parsed = isCut ? tooLong(start) : lineIn(text, start);
    if (parsed instanceof FileProblem) counts.drop('line', 'REFUSED_ENTRY');
    yield {
      index,
      start,
      end,
      ...(parsed instanceof FileProblem
        ? { problem: parsed }
        : entryFromLine(parsed, { names, options, counts, start, length: text.length })),
    };
  }
}

function tooLong(start: FileEntry['start']): FileProblem {
  return new FileProblem('OVER_LIMIT', start, `the line is longer than ${MAX_WORD_LENGTH} characters`);
}

function lineIn(text: string, start: FileEntry['start']): JsonMembers | FileProblem {
  try {
    const line = parsedJson({ text, start }) as Json;
    // Checks the depth before anything traverses the line.
    freeJsonText(line, { maxBytes: MAX_WORD_LENGTH * 4 });
    if (!isJsonObject(line) || typeof line['word'] !== 'string' || line['word'].trim() === '')
      return new FileProblem('REFUSED_ENTRY', start, 'the line is not a word: it has no "word"');
    const sign = invalidCharacterIn(line);
    if (sign === undefined) return { ...line };
    const complaint = `the word has the character ${sign}, which is not allowed in text: remove it`;
    return new FileProblem('CONTROL_CHARACTER', start, complaint);
  } catch (error) {
    if (error instanceof FileProblem) return error;
    if (!(error instanceof Failure)) throw error;
    return new FileProblem(error.kind === 'tooLarge' ? 'OVER_LIMIT' : 'REFUSED_ENTRY', start, error.message);
  }
}

interface Naming {
  readonly names: EntryNames;
  readonly options: WiktextractOptions;
  readonly counts: PathCounts;
  readonly start: FileEntry['start'];
  /** Length of the line in characters. */
  readonly length: number;
}

function entryFromLine(
  line: JsonMembers,
  { names, options, counts, start, length }: Naming,
): Partial<FileEntry> {
  const visits: ReadMembers = new Map();
  const typed = getWiktextract(line, options, visits);
  const content = readArticle(typed);
  const { id } = extensionOf(line);
  const { publicId } = names.name(typeof id === 'string' ? id : undefined, lineIdentifier(line));
  const source = withOriginal(typed, { format: 'wiktextract', entry: line }, content);
  const short = length > MAX_USUAL_LENGTH ? shortLine(line, source) : { line, leftOut: [] };
  countMembers(line, visits, counts, { isLeftOut: leftOutOf(short) });
  if (short.leftOut.length === 0) return { publicId, source };
  // An export writes what was read of the members that are left out, as it writes what somebody has added.
  const left = readArticle(getWiktextract(short.line, options));
  const original = { format: 'wiktextract', entry: short.line };
  return {
    publicId,
    source: withOriginal(typed, original, left),
    warnings: [partlyKept(short, { start, length, word: fieldText(line['word']) })],
  };
}

interface LongLine {
  readonly start: FileEntry['start'];
  readonly length: number;
  readonly word: string;
}

function partlyKept({ leftOut }: ShortLine, { start, length, word }: LongLine): FileProblem {
  const members = [...new Set(leftOut.map(({ name }) => name))].slice(0, MAX_NAMED_MEMBERS).join(', ');
  const complaint = `"${cut(word, 60)}": the line has ${length} characters, more than an article may have; of ${members} only what is read is stored`;
  return new FileProblem('OVER_LIMIT', start, complaint);
}

/** Maximum number of members that a message names. */
const MAX_NAMED_MEMBERS = 10;

/** Reads the stored options of an earlier import. */
export function wiktextractOptions({ language }: Readonly<JsonMembers>): WiktextractOptions {
  return { language: typeof language === 'string' ? language : undefined };
}
