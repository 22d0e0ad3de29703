import { readArticle } from '../../domain/reading/read-article';
import { Failure } from '../../shared/failure';
import { freeJsonText, isJsonObject, type Json } from '../../shared/json';
import { numberedLines } from '../dictionary/json-lines';
import { EntryNames } from '../files/entry-names';
import { type EntrySource, type FileEntry, namedLanguages, type ReadOptions } from '../files/entry-source';
import { keptOptions } from '../files/exported-entry';
import type { PathCounts } from '../files/loss-report';
import { FileProblem } from '../files/position';
import { parsedJson } from '../json/split-json';
import { openText, invalidCharacterIn, type TextFile } from '../files/text-file';
import { withOriginal } from '../lens/read-items';
import type { JsonMembers, ReadMembers } from './json-rows';
import { countMembers, getWiktextract, lineIdentifier, type WiktextractOptions } from './wiktextract-lens';
import { extensionOf } from './wiktextract-rows';

/** Number of lines that determine the Wiktionary and the language of a file. */
const SAMPLE_LINES = 50;

/** Opens the output of Wiktextract for a Wiktionary, as kaikki.org publishes it: one word and part of speech per line. */
export async function openWiktextract(
  path: string,
  { encoding, languages, kept }: ReadOptions,
): Promise<EntrySource> {
  const file = await openText(path, encoding);
  const asked = namedLanguages(languages)['target'];
  const { language: earlier } = keptOptions({ files: kept ?? new Map() }, 'wiktextract');
  const lines = await firstLines(file);
  const language = asked ?? (typeof earlier === 'string' ? earlier : undefined) ?? languageOfGlosses(lines);
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
  for await (const { text } of numberedLines(file, { cutsLongLines: true })) {
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
  const found = new Map<string, number>();
  for (const line of lines) for (const one of namedIn(line)) found.set(one, (found.get(one) ?? 0) + 1);
  const [best, next] = [...found].sort(([, a], [, b]) => b - a);
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

function namedIn({ lang, lang_code: code, pos_title: title }: JsonMembers): readonly string[] {
  if (title === undefined) return ['en'];
  if (typeof lang !== 'string' || typeof code !== 'string') return [];
  return WIKTIONARIES.filter((one) => languageNameIn(one, code)?.toLowerCase() === lang.toLowerCase());
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
  for await (const { line, text, isCut } of numberedLines(file, { cutsLongLines: true })) {
    end += text.length + 1;
    if (text.trim() === '') continue;
    index += 1;
    const start = { line, column: 1 };
    const found = isCut ? tooLong(start) : lineIn(text, start);
    if (found instanceof FileProblem) counts.drop('line', 'REFUSED_ENTRY');
    yield {
      index,
      start,
      end,
      ...(found instanceof FileProblem
        ? { problem: found }
        : entryFromLine(found, { names, options, counts })),
    };
  }
}

function tooLong(start: FileEntry['start']): FileProblem {
  return new FileProblem('OVER_LIMIT', start, 'the line is longer than any article may be');
}

function lineIn(text: string, start: FileEntry['start']): JsonMembers | FileProblem {
  try {
    const line = parsedJson({ text, start }) as Json;
    // Checks size and depth before anything traverses the line.
    freeJsonText(line);
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
}

function entryFromLine(line: JsonMembers, { names, options, counts }: Naming): Partial<FileEntry> {
  const visits: ReadMembers = new Map();
  const typed = getWiktextract(line, options, visits);
  countMembers(line, visits, counts);
  const content = readArticle(typed);
  const { id } = extensionOf(line);
  const { publicId } = names.name(typeof id === 'string' ? id : undefined, lineIdentifier(line));
  return { publicId, source: withOriginal(typed, { format: 'wiktextract', entry: line }, content) };
}

/** Reads the stored options of an earlier import. */
export function wiktextractOptions({ language }: Readonly<JsonMembers>): WiktextractOptions {
  return { language: typeof language === 'string' ? language : undefined };
}
