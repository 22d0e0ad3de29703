import { randomUUID } from 'node:crypto';
import type { ExportedArticle, ExportedDictionary } from '../../services/exports/export.service';
import { Failure } from '../../shared/failure';
import { isJsonObject, type Json, jsonFaultPosition, type JsonObject } from '../../shared/json';
import type { EntrySource, FileEntry, ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { NumbersByName } from '../files/numbers-by-name';
import { FileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import { articleFromLine } from './article-line';

/** Maximum length of a line, in characters: four times the largest article. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** Members of a line, as in REST. The first four are computed from the others. */
const LINE_MEMBERS: ReadonlySet<string> = new Set([
  ...['all_raw_text', 'article_page', 'id_dico', 'uri'],
  ...['id_article', 'public_id', 'radical', 'article', 'disable_article', 'like', 'unlike', 'users_versions'],
]);

/** Opens a file with an article of this server on each line. @throws Failure when it cannot be read */
export async function openJsonLines(path: string, { encoding }: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, encoding);
  return {
    format: 'jsonl',
    encoding: file.encoding,
    size: file.size,
    sha256: file.sha256,
    entries: (counts) => readEntries(file, counts),
    files: () => [],
    version: () => undefined,
  };
}

/** Writes each article as a line in the form of REST. */
export async function* jsonLinesText(exported: ExportedDictionary): AsyncGenerator<string> {
  const { dictionary, articles, onArticle } = exported;
  for await (const article of articles) {
    onArticle?.(article, { format: 'jsonl', read: () => JSON.parse(article.source) as Json });
    yield `${articleLine(dictionary.dictionaryId, article)}\n`;
  }
}

function articleLine(dictionaryId: string, article: ExportedArticle): string {
  const names = {
    id_dico: dictionaryId,
    id_article: article.number,
    public_id: article.publicId,
    ...(article.radical === null ? {} : { radical: article.radical }),
  };
  const state = {
    disable_article: article.isDisabled,
    like: article.likeCount,
    unlike: article.unlikeCount,
    users_versions: article.userVersions ?? '',
  };
  // The free JSON is copied exactly as it is stored.
  return `${JSON.stringify(names).slice(0, -1)},"article":${article.source},${JSON.stringify(state).slice(1)}`;
}

async function* readEntries(file: TextFile, counts: PathCounts): AsyncGenerator<FileEntry> {
  const seen = new NumbersByName();
  let [index, end] = [0, 0];
  for await (const { line, text } of numberedLines(file)) {
    end += text.length + 1;
    if (text.trim() === '') continue;
    index += 1;
    const start = { line, column: 1 };
    yield { index, start, end, ...entryIn(text, { line, seen, counts }) };
  }
}

interface Reading {
  readonly line: number;
  /** Line numbers by identifiers of previous lines. */
  readonly seen: NumbersByName;
  readonly counts: PathCounts;
}

function entryIn(text: string, { line, seen, counts }: Reading): Partial<FileEntry> {
  try {
    const value = parsedObject(text, line);
    const article = articleFromLine(text, dictionaryOf(value));
    for (const name of [`id_article ${article.number}`, `public_id ${article.publicId ?? ''}`]) {
      const known = seen.get(name);
      if (known !== undefined && !name.endsWith(' '))
        throw new FileProblem(
          'DUPLICATE_ID',
          { line, column: 1 },
          `${name} is already used in line ${known}`,
        );
      seen.set(name, line);
    }
    for (const member of Object.keys(value))
      if (LINE_MEMBERS.has(member)) counts.add(member, 'typed');
      else counts.drop(member, 'UNKNOWN_MEMBER');
    const { publicId = randomUUID(), source, isDisabled, ...state } = article;
    return { publicId, source, isDisabled, state };
  } catch (error) {
    counts.drop('line', 'REFUSED_ENTRY');
    if (error instanceof FileProblem) return { problem: error };
    if (!(error instanceof Failure)) throw error;
    return { problem: new FileProblem('REFUSED_ENTRY', { line, column: 1 }, error.message) };
  }
}

/**
 * Returns the dictionary in a line. The article is imported into the dictionary that the import names, whichever dictionary the line
 * names.
 */
function dictionaryOf({ id_dico: id }: JsonObject): string {
  return typeof id === 'string' ? id.normalize('NFC') : '';
}

function parsedObject(text: string, line: number): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    if (isJsonObject(value)) return value;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const column = jsonFaultPosition(text) + 1;
    throw new FileProblem('REFUSED_ENTRY', { line, column }, `the line is not JSON: ${message}`);
  }
  throw new FileProblem('REFUSED_ENTRY', { line, column: 1 }, 'the line is not a JSON object');
}

interface Line {
  readonly line: number;
  readonly text: string;
  /** Whether the line is longer than the maximum, and this is only its beginning. */
  readonly isCut: boolean;
}

/**
 * Lines end at line feeds alone: JSON may hold U+2028, at which other readers break lines.
 *
 * @param options cutsLongLines: whether to cut lines above the maximum length; otherwise they end the reading. maxLength: in characters
 */
export async function* numberedLines(
  file: TextFile,
  { cutsLongLines = false, maxLength = MAX_LINE_LENGTH } = {},
): AsyncGenerator<Line> {
  let line = 0;
  let buffered = '';
  const lineOf = (text: string): Line => {
    line += 1;
    const isCut = cutsLongLines && text.length > maxLength;
    return { line, text: line === 1 ? text.replace(/^\uFEFF/u, '') : text, isCut };
  };
  for await (const piece of file.text()) {
    buffered += piece;
    const lines = buffered.split('\n');
    buffered = lines.pop() ?? '';
    for (const text of lines) yield lineOf(text);
    if (buffered.length <= maxLength) continue;
    if (!cutsLongLines)
      throw new FileProblem(
        'OVER_LIMIT',
        { line: line + 1, column: 1 },
        `the line is longer than ${maxLength} characters`,
      );
    buffered = buffered.slice(0, maxLength + 1);
  }
  if (buffered !== '') yield lineOf(buffered);
}
