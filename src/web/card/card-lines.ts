import type { CardFont } from './card-font';

export interface LineOptions {
  /** Size of the font, in pixels. */
  readonly size: number;
  /** Length of a line, in pixels. */
  readonly width: number;
  readonly mostLines: number;
}

const ELLIPSIS = '…';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Divides a text into lines; what has no room ends with an ellipsis, after a letter with all its marks. */
export function linesOf(text: string, options: LineOptions, font: CardFont): readonly string[] {
  const { size, width, mostLines } = options;
  const fits = (line: string) => font.widthOf(line, size) <= width;
  const lines: string[] = [];
  let rest: readonly string[] = text.split(' ').filter((word) => word !== '');
  while (rest.length > 0) {
    let count = 0;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(' '))) count++;
    const isCut = count === 0 || (lines.length === mostLines - 1 && count < rest.length);
    if (isCut) return [...lines, cut(rest.join(' '), fits)];
    lines.push(rest.slice(0, count).join(' '));
    rest = rest.slice(count);
  }
  return lines;
}

/** As much of a text as fits before an ellipsis. */
function cut(text: string, fits: (line: string) => boolean): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  const shown = (count: number) => all.slice(0, count).join('').trimEnd() + ELLIPSIS;
  let [fitting, tooMany] = [0, all.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(shown(middle))) fitting = middle;
    else tooMany = middle;
  }
  return shown(fitting);
}
