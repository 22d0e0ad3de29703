import { createHash } from 'node:crypto';
import { withOriginal } from '../lens/read-items';
import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { messageOf } from '../../shared/failure';
import type { Json } from '../../shared/json';
import { EntryNames } from '../files/entry-names';
import type { EntrySource, FileEntry } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { fileProblem, FileProblem } from '../files/position';
import { controlCharacterIn, fileDigest } from '../files/text-file';
import {
  STARDICT_LISTS,
  getStarDict,
  READ_KINDS,
  type StarDictPiece,
  type StarDictTree,
} from './stardict-lens';

/** Maximum total size of the decompressed files, in bytes. They are held in memory, since the index refers to any position in them. */
const MAX_TOTAL_BYTES = 256 * 1024 * 1024;

/** Maximum size of the `.ifo` file, in bytes. */
const MAX_IFO_BYTES = 1024 * 1024;

/** Maximum number of synonyms. They are read together and held in memory. */
const MAX_SYNONYMS = 500_000;

/** Maximum total size of the definitions of all words, in bytes: words may share a definition. */
const MAX_DEFINITIONS_BYTES = 1024 ** 3;

/** Maximum size of the definition of one word, in bytes: many times the largest article. */
const MAX_DEFINITION_BYTES = 4 * 1024 * 1024;

const unpack = promisify(gunzip);

/** Opens a StarDict dictionary by its `.ifo` file. The other files are in the same folder. */
export async function openStarDict(path: string): Promise<EntrySource> {
  if ((await stat(path)).size > MAX_IFO_BYTES)
    throw fileProblem('OVER_LIMIT', `the file .ifo has more than ${MAX_IFO_BYTES} bytes`);
  const ifo = await readFile(path, 'utf8');
  if (!ifo.replace(/^\uFEFF/u, '').startsWith("StarDict's dict ifo file"))
    throw fileProblem('WRONG_ROOT', 'the file does not begin like an .ifo file of StarDict');
  const facts = factsIn(ifo);
  const base = path.replace(/\.ifo$/iu, '');
  const idx = await unpackedContent(base, ['.idx', '.idx.gz'], MAX_TOTAL_BYTES);
  const dict = await unpackedContent(base, ['.dict', '.dict.dz', '.dict.gz'], MAX_TOTAL_BYTES - idx.length);
  const syn = hasOne(base, SYNONYM_FILES)
    ? await unpackedContent(base, SYNONYM_FILES, MAX_TOTAL_BYTES - idx.length - dict.length)
    : Buffer.alloc(0);
  const hash = createHash('sha256');
  for (const bytes of [Buffer.from(ifo), idx, dict, syn]) hash.update(bytes);
  const types = facts.get('sametypesequence');
  const { size } = await fileDigest(path);
  return {
    format: 'stardict',
    encoding: 'utf-8',
    size: size + idx.length,
    sha256: hash.digest('hex'),
    version: () => facts.get('version'),
    stated: () => ({ title: facts.get('bookname') }),
    files: () => [
      { name: 'stardict/ifo', text: ifo },
      { name: 'stardict/options.json', text: JSON.stringify({ types: types ?? null }) },
    ],
    entries: (counts) =>
      readEntries({ idx, dict, syn, types, is64: facts.get('idxoffsetbits') === '64' }, counts),
  };
}

/** Parses lines `name=value`. */
export function factsIn(ifo: string): ReadonlyMap<string, string> {
  return new Map(
    ifo.split(/\r?\n/u).flatMap((line) => {
      const at = line.indexOf('=');
      return at === -1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
    }),
  );
}

const SYNONYM_FILES = ['.syn', '.syn.dz', '.syn.gz'];

function hasOne(base: string, endings: readonly string[]): boolean {
  return endings.some((ending) => existsSync(base + ending));
}

/** @param maxBytes maximum decompressed size, in bytes */
async function unpackedContent(base: string, endings: readonly string[], maxBytes: number): Promise<Buffer> {
  const ending = endings.find((candidate) => existsSync(base + candidate));
  if (ending === undefined)
    throw fileProblem('NOT_A_PACKAGE', `the file ${endings[0] ?? ''} is missing in its folder`);
  const tooLarge = () =>
    fileProblem('OVER_LIMIT', `the files have more than ${MAX_TOTAL_BYTES} bytes, with ${ending}`);
  if ((await stat(base + ending)).size > maxBytes) throw tooLarge();
  const bytes = await readFile(base + ending);
  if (!/\.(?:gz|dz)$/u.test(ending)) return bytes;
  try {
    return await unpack(bytes, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    throw fileProblem('NOT_A_PACKAGE', `${ending} cannot be unpacked: ${messageOf(error)}`);
  }
}

interface Files {
  readonly idx: Buffer;
  readonly dict: Buffer;
  readonly syn: Buffer;
  readonly types: string | undefined;
  readonly is64: boolean;
}

async function* readEntries(files: Files, counts: PathCounts): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  const synonyms = await Promise.resolve(synonymsIn(files.syn));
  let index = 0;
  let said = 0;
  for (const { word, from, length, end } of indexWords(files)) {
    said += length;
    if (said > MAX_DEFINITIONS_BYTES)
      throw fileProblem('OVER_LIMIT', `the texts of the words have more than ${MAX_DEFINITIONS_BYTES} bytes`);
    const start = { line: index + 1, column: 1 };
    const entry = { index: index + 1, start, end };
    const tree = treeOf(files, { word, from, length, synonyms: synonyms.get(index) ?? [] });
    index += 1;
    if (tree instanceof FileProblem) {
      counts.drop('word', 'REFUSED_ENTRY');
      yield { ...entry, problem: new FileProblem(tree.code, start, tree.complaint) };
      continue;
    }
    counts.add('.idx', 'typed');
    tree.synonyms.forEach(() => {
      counts.add('.syn', 'typed');
    });
    for (const { type } of tree.pieces)
      counts.add(`.dict[${type}]`, READ_KINDS.includes(type) ? 'typed' : 'kept');
    const { publicId } = names.name(undefined, word);
    const original = { format: 'stardict', entry: tree as unknown as Json };
    yield { ...entry, publicId, source: withOriginal(getStarDict(tree), original), lists: STARDICT_LISTS };
  }
}

/** @throws FileProblem if the index is truncated */
function* indexWords({ idx, is64 }: Files) {
  const width = is64 ? 8 : 4;
  for (let at = 0; at < idx.length;) {
    const zero = idx.indexOf(0, at);
    const end = zero + 1 + width + 4;
    if (zero === -1 || end > idx.length)
      throw fileProblem('CUT_FILE', `the index ends inside a word, ${idx.length - at} bytes before its end`);
    const from = is64 ? Number(idx.readBigUInt64BE(zero + 1)) : idx.readUInt32BE(zero + 1);
    yield { word: idx.toString('utf8', at, zero), from, length: idx.readUInt32BE(end - 4), end };
    at = end;
  }
}

/** Returns synonyms by the index of their word. */
function synonymsIn(syn: Buffer): ReadonlyMap<number, string[]> {
  const synonyms = new Map<number, string[]>();
  let count = 0;
  for (let at = 0; at < syn.length;) {
    const zero = syn.indexOf(0, at);
    if (++count > MAX_SYNONYMS)
      throw fileProblem('OVER_LIMIT', `the file .syn has more than ${MAX_SYNONYMS} words`);
    if (zero === -1 || zero + 5 > syn.length)
      throw fileProblem('CUT_FILE', 'the file .syn ends inside a word');
    const index = syn.readUInt32BE(zero + 1);
    const word = syn.toString('utf8', at, zero);
    const known = synonyms.get(index);
    if (known) known.push(word);
    else synonyms.set(index, [word]);
    at = zero + 5;
  }
  return synonyms;
}

interface Word {
  readonly word: string;
  readonly from: number;
  readonly length: number;
  readonly synonyms: readonly string[];
}

function treeOf({ dict, types }: Files, { word, from, length, synonyms }: Word): StarDictTree | FileProblem {
  if (length > MAX_DEFINITION_BYTES)
    return fileProblem(
      'OVER_LIMIT',
      `the text of the word "${word}" has more than ${MAX_DEFINITION_BYTES} bytes`,
    );
  if (from + length > dict.length)
    return fileProblem('CUT_FILE', `the word "${word}" points past the end of the file .dict`);
  const pieces: StarDictPiece[] = [];
  const data = dict.subarray(from, from + length);
  const kinds = types === undefined || types === '' ? undefined : Array.from(types);
  let at = 0;
  while (at < data.length || (kinds && pieces.length < kinds.length)) {
    const type = kinds ? kinds[pieces.length] : String.fromCharCode(data[at++] ?? 0);
    if (type === undefined) break;
    const isLast = kinds !== undefined && pieces.length === kinds.length - 1;
    const piece = pieceAt(data, { at, type, isLast });
    if (!piece) return fileProblem('CUT_FILE', `the text of the word "${word}" is cut off`);
    pieces.push(piece.piece);
    at = piece.end;
  }
  return refusedText(word, pieces) ?? { word, pieces, synonyms: [...synonyms] };
}

/** Returns the problem of a word or definition that contains invalid text. */
function refusedText(word: string, pieces: readonly StarDictPiece[]): FileProblem | undefined {
  for (const text of [word, ...pieces.filter(({ type }) => /[a-z]/u.test(type)).map((piece) => piece.text)]) {
    if (text.includes('\uFFFD'))
      return fileProblem('WRONG_ENCODING', `the word "${word}", or its text, is not UTF-8`);
    const { name } = controlCharacterIn(text) ?? {};
    if (name !== undefined)
      return fileProblem(
        'CONTROL_CHARACTER',
        `the word "${word}", or its text, has ${name}, which is not allowed in text`,
      );
  }
  return undefined;
}

function pieceAt(
  data: Buffer,
  { at, type, isLast }: { readonly at: number; readonly type: string; readonly isLast: boolean },
): { readonly piece: StarDictPiece; readonly end: number } | undefined {
  const isText = /[a-z]/u.test(type);
  if (isLast) {
    const text = data.toString(isText ? 'utf8' : 'base64', at);
    return { piece: { type, text }, end: data.length };
  }
  if (isText) {
    const zero = data.indexOf(0, at);
    const end = zero === -1 ? data.length : zero;
    return { piece: { type, text: data.toString('utf8', at, end) }, end: end + 1 };
  }
  if (at + 4 > data.length) return undefined;
  const end = at + 4 + data.readUInt32BE(at);
  if (end > data.length) return undefined;
  return { piece: { type, text: data.toString('base64', at + 4, end) }, end };
}
