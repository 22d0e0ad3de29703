import { createHash } from 'node:crypto';
import type { ArticleContent } from '../../domain/article/article-content';
import { articleHtml } from '../../domain/reading/html';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject } from '../../shared/json';
import { exportedEntry, storedOptions } from '../files/exported-entry';
import { fileNameOf, zipOf } from '../files/zip';
import { unescaped } from '../html/html-text';
import { getStarDict, putStarDict, type StarDictPiece, type StarDictTree } from './stardict-lens';
import { factsIn } from './stardict-source';

/** A word of the index, and the position of its definition. */
interface Word {
  readonly word: Buffer;
  readonly synonyms: readonly string[];
  readonly from: number;
  readonly length: number;
}

/** Writes a dictionary as a StarDict package. Its index is held in memory because its words must be sorted. */
export function starDictBytes(exported: ExportedDictionary): AsyncGenerator<Uint8Array> {
  const { types } = storedOptions(exported, 'stardict');
  const ifo = exported.files.get('stardict/ifo');
  const sequence = typeof types === 'string' && types !== '' ? types : ifo === undefined ? 'h' : undefined;
  const words: Word[] = [];
  const index = { bytes: 0, synonyms: 0 };
  const name = ownFileName(exported.dictionary.dictionaryId);
  return zipOf([
    { name: `${name}.dict`, content: writtenDefinitions(exported, { sequence, words }) },
    { name: `${name}.idx`, content: indexOf(words, index) },
    { name: `${name}.syn`, content: synonymsOf(words, index) },
    { name: `${name}.ifo`, content: factsOf(exported, { sequence, words, index }) },
  ]);
}

/** Programs unpack all dictionaries into one folder, so each needs file names of its own, also where characters of it are replaced. */
function ownFileName(dictionaryId: string): string {
  const name = fileNameOf(dictionaryId);
  if (name === dictionaryId) return name;
  return `${name}-${createHash('sha256').update(dictionaryId).digest('hex').slice(0, 8)}`;
}

interface Writing {
  readonly sequence: string | undefined;
  readonly words: Word[];
}

async function* writtenDefinitions(
  exported: ExportedDictionary,
  { sequence, words }: Writing,
): AsyncGenerator<Uint8Array> {
  let from = 0;
  for await (const article of exported.articles) {
    const { original, content } = exportedEntry(article.source);
    const hasOriginal = original?.format === 'stardict' && isJsonObject(original.entry);
    const tree = hasOriginal
      ? putStarDict(original.entry as unknown as StarDictTree, content, original.readAs)
      : newWord(article.publicId, content, sequence ?? 'h');
    exported.onArticle?.(article, {
      format: 'stardict',
      read: () => getStarDict(tree),
      text: [tree.word, ...tree.synonyms, ...tree.pieces.map(sayingOf)].join('\n'),
    });
    const bytes = Buffer.concat(tree.pieces.map((piece, at) => pieceBytes(piece, sequence, at)));
    words.push({ word: Buffer.from(tree.word), synonyms: tree.synonyms, from, length: bytes.length });
    from += bytes.length;
    yield bytes;
  }
  words.sort((a, b) => order(a.word, b.word));
}

function pieceBytes({ type, text }: StarDictPiece, sequence: string | undefined, at: number): Buffer {
  const isText = /[a-z]/u.test(type);
  const bytes = Buffer.from(text, isText ? 'utf8' : 'base64');
  if (sequence !== undefined && at === sequence.length - 1) return bytes;
  const kind = sequence === undefined ? Buffer.from(type) : Buffer.alloc(0);
  if (isText) return Buffer.concat([kind, bytes, Buffer.alloc(1)]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([kind, length, bytes]);
}

/** Returns the text of a definition, with the languages that its markup names. */
function sayingOf({ type, text }: StarDictPiece): string {
  return /[a-z]/u.test(type) ? unescaped(text) : '';
}

/**
 * Creates the word of an article that was not imported from StarDict. Its definition is the page of the article. Variants, forms and the
 * plain spelling are synonyms.
 */
function newWord(publicId: string, content: ArticleContent, sequence: string): StarDictTree {
  const word = content.entry.headword ?? publicId;
  const texts = plainText(content);
  const pieces = Array.from(sequence).map((type, at) => {
    const isBody = at === sequence.length - 1;
    return { type, text: !isBody ? '' : type === 'h' ? articleHtml(content) : texts };
  });
  const others = [
    ...content.entry.variants.map(({ headword }) => headword),
    ...content.forms.map(({ form }) => form),
    content.entry.citation,
  ].filter((spelling): spelling is string => typeof spelling === 'string');
  const spellings = [word, ...others].flatMap((spelling) => [spelling, plainSpelling(spelling)]);
  return {
    word,
    pieces,
    synonyms: [...new Set(spellings)].filter((spelling) => spelling !== word && spelling !== ''),
  };
}

/** Letters that Unicode does not decompose into a letter and a mark. */
const PLAIN_LETTERS: ReadonlyMap<string, string> = new Map(
  'ɓb ɗd ƙk ƴy ŋn ɛe ɔo ɖd ƒf ɣg ʋv ɩi ʊu ǝe əe ɲn łl øo'.split(' ').map((pair) => {
    const [letter = '', plain = ''] = Array.from(pair);
    return [letter, plain] as const;
  }),
);

/** Returns the spelling of a word without its special letters, for keyboards that lack them. */
function plainSpelling(word: string): string {
  const bare = word.normalize('NFD').replace(/\p{Mark}/gu, '');
  return bare.toLowerCase().replace(/./gsu, (letter) => PLAIN_LETTERS.get(letter) ?? letter);
}

function plainText({ translations, definitions, examples }: ArticleContent): string {
  return [
    ...translations.map(({ content }) => content),
    ...(definitions ?? []).map(({ content }) => content),
    ...examples.map(({ content, target }) => [content, target].filter(Boolean).join(' — ')),
  ].join('\n');
}

/** Compares words as StarDict programs do: ASCII letters in lower case, then bytes. */
function order(a: Buffer, b: Buffer): number {
  const lower = (byte: number) => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = lower(a[at] ?? 0) - lower(b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length || a.compare(b);
}

interface IndexSize {
  bytes: number;
  synonyms: number;
}

async function* indexOf(words: readonly Word[], index: IndexSize): AsyncGenerator<Uint8Array> {
  for (const { word, from, length } of words) {
    const numbers = Buffer.alloc(9);
    numbers.writeUInt32BE(from, 1);
    numbers.writeUInt32BE(length, 5);
    const bytes = Buffer.concat([word, numbers]);
    index.bytes += bytes.length;
    yield await Promise.resolve(bytes);
  }
}

async function* synonymsOf(words: readonly Word[], index: IndexSize): AsyncGenerator<Uint8Array> {
  const all = words.flatMap(({ synonyms }, at) =>
    synonyms.map((synonym) => ({ word: Buffer.from(synonym), at })),
  );
  index.synonyms = all.length;
  for (const { word, at } of all.sort((a, b) => order(a.word, b.word))) {
    const number = Buffer.alloc(5);
    number.writeUInt32BE(at, 1);
    yield await Promise.resolve(Buffer.concat([word, number]));
  }
}

/** Writes the facts of the imported file with the counts of this one. */
async function* factsOf(
  { dictionary, files }: ExportedDictionary,
  { sequence, words, index }: Writing & { readonly index: IndexSize },
): AsyncGenerator<string> {
  const importedFacts = new Map(factsIn(files.get('stardict/ifo') ?? ''));
  importedFacts.delete('synwordcount');
  importedFacts.delete('idxoffsetbits');
  const facts = new Map([
    ['version', '3.0.0'],
    ['bookname', dictionary.longName ?? dictionary.dictionaryId],
    ...importedFacts,
    ['wordcount', String(words.length)],
    ...(index.synonyms > 0 ? [['synwordcount', String(index.synonyms)] as const] : []),
    ['idxfilesize', String(index.bytes)],
    ...(sequence === undefined ? [] : [['sametypesequence', sequence] as const]),
  ]);
  const lines = [...facts].map(([name, value]) => `${name}=${value}\n`);
  yield await Promise.resolve(`StarDict's dict ifo file\n${lines.join('')}`);
}
