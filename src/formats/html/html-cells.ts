import { escapedForHtml, textOfHtml } from './html-text';

/** Encoding of cell texts. */
export interface CellSpelling {
  readonly read: (cell: string) => string;
  /** @param before the cell as it was, of which more than its text may stay */
  readonly write: (text: string, before: string) => string;
}

/** Cells are their texts. */
export const PLAIN_CELLS: CellSpelling = { read: (cell) => cell, write: (text) => text };

/** Recordings and pictures in a cell of Anki. */
const MEDIA = /\[sound:[^\]]*\]|<img\b[^>]*>/giu;

/** Cells of notes of Anki are HTML, with recordings and pictures in them, which stay behind a text that is changed. */
export const HTML_CELLS: CellSpelling = {
  read: (cell) => textOfHtml(cell.replace(MEDIA, '')),
  write: (text, before) => {
    const media = text === '' ? [] : (before.match(MEDIA) ?? []);
    return [escapedForHtml(text).replaceAll('\n', '<br>'), ...media].join(' ');
  },
};
