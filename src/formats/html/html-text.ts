import { decodeHTMLStrict } from 'entities';

/** Matches a character reference by number or name. */
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|\w+);/giu;

/** Control characters, lone surrogates, and the replacements that the library uses for these. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFD]/u;

/**
 * Replaces character references such as `&eacute;` by their characters. Unknown names, and numbers of characters that are not text,
 * remain. A no-break space becomes a space.
 */
export function unescaped(text: string): string {
  return text.replace(CHARACTER_REFERENCE, (reference) => {
    const sign = decodeHTMLStrict(reference);
    if (sign === '\u00A0') return ' ';
    return NO_TEXT.test(sign) ? reference : sign;
  });
}

/** Returns the visible text of HTML, line by line, without markup. */
export function textOfHtml(html: string): string {
  const lines = html
    .replace(/<(?:br|p|div|li|tr|dt|dd|h[1-6])\b[^<>]*>|<\/(?:p|div|li|tr|dt|dd|h[1-6])>/giu, '\n')
    .replace(/<[^<>]*>/gu, '');
  return unescaped(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** Escapes text for HTML, without its line ends. */
export function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Encoding of cell texts. */
export interface CellSpelling {
  readonly read: (cell: string) => string;
  /** @param before the previous cell; markup and media in it may remain */
  readonly write: (text: string, before: string) => string;
}

/** Cells that contain plain text. */
export const PLAIN_CELLS: CellSpelling = { read: (cell) => cell, write: (text) => text };

/** Matches recordings and pictures in a cell of Anki. */
const CELL_MEDIA = /\[sound:[^[\]]*\]|<img\b[^<>]*>/giu;

/** Cells of Anki notes are HTML. Recordings and pictures in a cell remain when its text changes. */
export const HTML_CELLS: CellSpelling = {
  read: (cell) => textOfHtml(cell.replace(CELL_MEDIA, '')),
  write: (text, before) => {
    const media = text === '' ? [] : (before.match(CELL_MEDIA) ?? []);
    return [escapedForHtml(text).replaceAll('\n', '<br>'), ...media].join(' ');
  },
};
