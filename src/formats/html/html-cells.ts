import { escapedForHtml, textOfHtml } from './html-text';

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
