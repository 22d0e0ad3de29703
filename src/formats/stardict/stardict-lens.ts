import type { ArticleContent } from '../../domain/article/article-content';
import type { JsonObject } from '../../shared/json';
import { escapedForHtml, textOfHtml } from '../html/html-text';
import { locateItems, typedJson } from '../lens/get-typed';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens, type Row } from '../lens/typed-item';

/** A piece of the definition of a word with its type: `m` plain text, `h` HTML, `t` phonetic. Pieces that are not text are in base64. */
export interface StarDictPiece {
  readonly type: string;
  text: string;
}

/** A word with its definition, and its synonyms in the index. */
export interface StarDictTree {
  word: string;
  readonly pieces: StarDictPiece[];
  readonly synonyms: string[];
}

/** Types of pieces that are text with markup. */
const MARKED_TYPES = 'hgx';

const PHONETIC_TYPES = 'ty';

/** Matches the word at the beginning of a piece of XDXF, which is no part of its definition. */
const KEY_OF_XDXF = /^\s*(<ar>\s*)?<k>[^<]*<\/k>\s*/u;

function keyOf({ type, text }: StarDictPiece): string {
  return type === 'x' ? (KEY_OF_XDXF.exec(text)?.[0] ?? '') : '';
}

/** Returns the end of the element that begins with the word. */
function endOf({ type, text }: StarDictPiece): string {
  return type === 'x' && KEY_OF_XDXF.exec(text)?.[1] !== undefined ? '</ar>' : '';
}

/** Elements of XDXF that are lines, and the end of those that are words. */
const LINES_OF_XDXF = /<\/?(?:def|deftext|ex|co|etm|sr)\b[^<>]*>/gu;
const WORDS_OF_XDXF = /<\/gr>(?!\s)/gu;

/** Returns the visible text of a piece. */
function shownText(piece: StarDictPiece): string {
  const { type, text } = piece;
  if (!MARKED_TYPES.includes(type)) return text.trim();
  const shown = text.slice(keyOf(piece).length);
  return textOfHtml(type === 'x' ? shown.replace(LINES_OF_XDXF, '<br>').replace(WORDS_OF_XDXF, ' ') : shown);
}

/** Encodes a text for a type of piece. */
function spelledFor(type: string, text: string): string {
  if (!MARKED_TYPES.includes(type)) return text;
  const escaped = escapedForHtml(text);
  return type === 'h' ? escaped.replaceAll('\n', '<br>') : escaped;
}

function pieces(
  member: string,
  kinds: string,
  constants: Readonly<Record<string, string>>,
): Row<StarDictTree> {
  return {
    member,
    path: kinds,
    isOfSense: false,
    find: (tree) =>
      tree.pieces.flatMap((piece) => {
        const content = kinds.includes(piece.type) ? shownText(piece) : '';
        if (content === '') return [];
        return [
          {
            item: { content, ...constants },
            write: (field, value) => {
              if (field !== 'content' || value === undefined) return false;
              piece.text = keyOf(piece) + spelledFor(piece.type, fieldText(value)) + endOf(piece);
              return true;
            },
            // All words may have to have the same types of pieces, so an empty piece remains.
            remove: () => {
              piece.text = '';
            },
          },
        ];
      }),
    accepts: () => false,
    make: () => undefined,
  };
}

const HEADWORD: Row<StarDictTree> = {
  member: 'entry',
  path: '.idx',
  isOfSense: false,
  find: (tree) => [
    {
      item: { headword: tree.word },
      write: (_, value) => {
        tree.word = fieldText(value);
        return true;
      },
      remove: () => undefined,
    },
  ],
  accepts: () => false,
  make: () => undefined,
};

const SYNONYMS: Row<StarDictTree> = {
  member: 'variants',
  path: '.syn',
  isOfSense: false,
  find: (tree) =>
    [...tree.synonyms].map((headword) => ({
      item: { headword },
      write: () => false,
      remove: () => {
        tree.synonyms.splice(tree.synonyms.indexOf(headword), 1);
      },
    })),
  accepts: ({ headword }) => headword !== undefined,
  make: (tree, { headword }) => {
    tree.synonyms.push(fieldText(headword));
  },
};

/** The rows that map StarDict pieces to typed members. */
const STARDICT_ROWS: readonly Row<StarDictTree>[] = [
  HEADWORD,
  SYNONYMS,
  pieces('pronunciations', PHONETIC_TYPES, { notation: 'ipa' }),
  pieces('definitions', `m${MARKED_TYPES}l`, {}),
];

/** The typed lists that a word may have. */
export const STARDICT_LISTS: ReadonlySet<string> = new Set(STARDICT_ROWS.map(({ member }) => member));

/** Types of pieces that are read. */
export const READ_KINDS = `${PHONETIC_TYPES}m${MARKED_TYPES}l`;

const LENS: Lens<StarDictTree, StarDictTree> = {
  rows: STARDICT_ROWS,
  scopesOf: (tree) => ({ entry: tree, senses: new Map() }),
  addSense: () => undefined,
  removeSense: () => undefined,
};

/** Returns the typed members of a StarDict word. */
export function getStarDict(tree: StarDictTree): JsonObject {
  return typedJson(locateItems(LENS, LENS.scopesOf(tree)));
}

/** Changes a StarDict word so that it has the typed content, as far as StarDict can express it. */
export function putStarDict(tree: StarDictTree, content: ArticleContent, readAs?: string): StarDictTree {
  const copy = structuredClone(tree);
  putTyped(LENS, copy, content, readAs);
  return copy;
}
