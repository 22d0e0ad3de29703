import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { Lexer, parseDocument, stringify } from 'yaml';
import { Failure, messageOf } from '../../shared/failure';
import { isJsonList, isJsonObject, type Json, JsonText } from '../../shared/json';
import { fileProblem, FileProblem } from '../files/position';
import { firstBytes } from '../files/text-file';
import { openZip, readZipPart, singlePiece, zipOf } from '../files/zip';
import type { ProjectFiles } from './bot-project';

/** Maximum total size in bytes, and maximum number of files of a project. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_PROJECT_FILES = 20_000;

/** Maximum nesting depth of a file. */
const MAX_LEVELS = 64;

/** Reads the files of a zip, a folder or a single file, by path. @throws FileProblem, Failure TOO_LARGE */
export async function readProjectFiles(path: string): Promise<ReadonlyMap<string, Buffer>> {
  const stats = await stat(path);
  if (stats.isDirectory()) return folderBytes(path);
  if (!isZip(await firstBytes(path, ZIP.length)) && !path.toLowerCase().endsWith('.zip')) {
    bounded().count(stats.size);
    const bytes = await readFile(path);
    return new Map([[fileNameFor(basename(path), bytes), bytes]]);
  }
  const zip = await openZip(path);
  try {
    const files = bounded();
    for (const name of zip.names.filter(isUsed)) {
      const chunks: Buffer[] = [];
      for await (const chunk of readZipPart(zip, name)) {
        chunks.push(chunk);
        files.count(chunk.length);
      }
      files.add(name, Buffer.concat(chunks));
    }
    return files.all;
  } finally {
    zip.close();
  }
}

const ZIP = Buffer.from('PK\u0003\u0004');

const isZip = (bytes: Uint8Array): boolean => ZIP.equals(bytes);

/**
 * Returns the name of a single file. If its extension is unknown, the extension is that of its content, since uploads may have any name.
 */
function fileNameFor(name: string, bytes: Buffer): string {
  if ([YAML, JSON_FILE, TEXT_FILE].some((kind) => kind.test(name))) return name;
  return `${name}${/^(?:\u00ef\u00bb\u00bf)?\s*[[{]/u.test(bytes.subarray(0, 1024).toString('latin1')) ? '.json' : '.yml'}`;
}

async function folderBytes(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = bounded();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path).split(sep).join('/');
    if (!entry.isFile() || !isUsed(name)) continue;
    // Checks the size first, so that a file that is too large is not read.
    files.count((await stat(path)).size);
    files.add(name, await readFile(path));
  }
  return files.all;
}

/** Whether a file belongs to the project. Trained models, caches and hidden files do not. */
function isUsed(name: string): boolean {
  return !name.split('/').some((step) => /^\.|^__|^(models|results|node_modules)$/u.test(step));
}

function bounded() {
  const all = new Map<string, Buffer>();
  let bytes = 0;
  const count = (some: number) => {
    bytes += some;
    if (bytes > MAX_BYTES)
      throw new Failure('TOO_LARGE', `The files of the project have more than ${MAX_BYTES} bytes.`);
  };
  const add = (name: string, content: Buffer) => {
    all.set(name, content);
    if (all.size > MAX_PROJECT_FILES)
      throw new Failure('TOO_LARGE', `The project has more than ${MAX_PROJECT_FILES} files.`);
  };
  return { all, add, count };
}

const YAML = /\.ya?ml$/iu;
const JSON_FILE = /\.json$/iu;
const TEXT_FILE = /\.(?:md|txt|csv|py|cfg|toml)$/iu;

/** Parses a file and counts its comments, which JSON cannot store; `undefined` for a binary file. */
export function parsedFile(
  path: string,
  bytes: Buffer,
): { readonly tree: Json; readonly comments: number } | undefined {
  const kind = YAML.test(path)
    ? 'yaml'
    : JSON_FILE.test(path)
      ? 'json'
      : TEXT_FILE.test(path)
        ? 'text'
        : undefined;
  if (kind === undefined) return undefined;
  const text = decodedFile(path, bytes);
  if (kind === 'text') return { tree: text, comments: 0 };
  const tree = kind === 'yaml' ? yamlIn(path, text) : jsonIn(path, text);
  refuseNonJson(path, tree);
  return { tree, comments: kind === 'yaml' ? commentsIn(text) : 0 };
}

function decodedFile(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw fileProblem('WRONG_ENCODING', `${path} is not UTF-8`);
  }
}

function jsonIn(path: string, text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw fileProblem('NOT_JSON', `${path}: ${messageOf(error)}`);
  }
}

function yamlIn(path: string, text: string): Json {
  try {
    const document = parseDocument(text, { prettyErrors: true, stringKeys: true });
    const [error] = document.errors;
    if (error !== undefined) {
      const [{ line, col } = { line: 1, col: 1 }] = error.linePos ?? [];
      const complaint = `${path}: ${error.message.split('\n')[0] ?? ''}`;
      throw new FileProblem('NOT_YAML', { line, column: col }, complaint);
    }
    return document.toJS({ maxAliasCount: 100 }) as Json;
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw fileProblem('NOT_YAML', `${path}: ${messageOf(error)}`);
  }
}

/** Counts YAML comments. The lexer returns a comment after white space; a text that begins with `#` follows a token of its own. */
function commentsIn(text: string): number {
  let [count, last] = [0, ''];
  for (const token of new Lexer().lex(text)) {
    if (token.startsWith('#') && last !== SCALAR) count++;
    last = token;
  }
  return count;
}

/** Token with which the YAML lexer marks the start of a scalar. */
const SCALAR = '\u001f';

/**
 * Refuses YAML values that JSON cannot represent, and excessive nesting. It does not recurse, since hostile nesting would overflow the
 * stack.
 */
function refuseNonJson(path: string, tree: Json): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: tree, depth: 0 }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { value, depth } = node;
    if (depth > MAX_LEVELS)
      throw fileProblem('OVER_LIMIT', `${path} is nested deeper than ${MAX_LEVELS} levels`);
    if (isJsonList(value) || isJsonObject(value)) {
      for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 });
      continue;
    }
    const isScalar = value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
    if (!isScalar)
      throw fileProblem(
        'NOT_YAML',
        `${path} has a value that JSON does not allow: ${typeof value === 'number' ? value : typeof value}`,
      );
  }
}

/** Serialises a file of a project. */
function serializedTree(path: string, tree: Json): string {
  if (YAML.test(path))
    return stringify(tree, {
      version: '1.1',
      lineWidth: 0,
      blockQuote: 'literal',
      aliasDuplicateObjects: false,
    });
  if (JSON_FILE.test(path)) return `${JSON.stringify(tree, null, 2)}\n`;
  return typeof tree === 'string' ? tree : new JsonText(JSON.stringify(tree)).text;
}

/** Returns the files as a zip. Equal files result in equal bytes. */
export function zipped(files: ProjectFiles): AsyncIterable<Uint8Array> {
  return zipOf(
    Array.from(files, ([name, tree]) => ({ name, content: singlePiece(serializedTree(name, tree)) })),
  );
}

/** Returns the only file of a project. */
export function single(files: ProjectFiles): AsyncIterable<string> {
  return singlePiece(Array.from(files, ([name, tree]) => serializedTree(name, tree)).join(''));
}
