import type { CardFont } from './card-font';
import { type Colour, Picture, rectangle } from './picture';

/** The texts of a share card. */
export interface Card {
  readonly headword: string;
  readonly translations: readonly string[];
  readonly dictionary: string;
}

/** Size that Facebook and others show in full width, in pixels. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Colours of the pages: `reader.css`. */
const PAPER: Colour = [0xfd, 0xfa, 0xf5];
const INK: Colour = [0x22, 0x1c, 0x16];
const MUTED: Colour = [0x67, 0x5b, 0x4f];
const ACCENT: Colour = [0x8f, 0x3a, 0x12];

/** Width of the bar at the left edge, in pixels. */
const BAR_WIDTH = 16;
const MARGIN = 80;
const WIDTH = CARD_SIZE.width - 2 * MARGIN;
const BOTTOM = CARD_SIZE.height - MARGIN;

/** Font sizes of a headword on one line, of which the first that fits is used, and on two lines. */
const LARGE_SIZES = [136, 108, 84];
const SMALL_SIZE = 64;
const TEXT_SIZE = 46;
const FOOT_SIZE = 34;

/** Distance between two lines, and maximum height of marks above a baseline (three on a capital letter), relative to the font size. */
const BELOW_LINE = 0.36;
const HIGHEST = 1.6;

/** Draws a card. */
export function drawCard({ headword, translations, dictionary }: Card, font: CardFont): Picture {
  const picture = new Picture(CARD_SIZE, PAPER, [INK, MUTED, ACCENT]);
  picture.fill(rectangle(BAR_WIDTH, CARD_SIZE.height), [0, 0], ACCENT);
  const end = drawLines(picture, font, { ...headwordLines(headword, font), colour: ACCENT, top: MARGIN });
  const lines = wrappedLines(translations.join('; '), { size: TEXT_SIZE, width: WIDTH, maxLines: 3 }, font);
  drawLines(picture, font, { lines, size: TEXT_SIZE, colour: INK, top: end + TEXT_SIZE / 2 });
  const brand = font.widthOf('Griot', FOOT_SIZE);
  const foot = { size: FOOT_SIZE, width: WIDTH - brand - FOOT_SIZE, maxLines: 1 };
  const drawFoot = (text: string, left: number, colour: Colour) => {
    picture.fill(font.shape(text, FOOT_SIZE).lines, [left, BOTTOM], colour);
  };
  drawFoot(wrappedLines(dictionary, foot, font).join(''), MARGIN, MUTED);
  drawFoot('Griot', CARD_SIZE.width - MARGIN - brand, ACCENT);
  return picture;
}

interface DrawnLines {
  readonly lines: readonly string[];
  readonly size: number;
}

function headwordLines(headword: string, font: CardFont): DrawnLines {
  const size = LARGE_SIZES.find((large) => font.widthOf(headword, large) <= WIDTH) ?? SMALL_SIZE;
  return { size, lines: wrappedLines(headword, { size, width: WIDTH, maxLines: 2 }, font) };
}

/** @returns the end of the last line, in pixels from the top */
function drawLines(
  picture: Picture,
  font: CardFont,
  { lines, size, colour, top }: DrawnLines & { readonly colour: Colour; readonly top: number },
): number {
  let y = top;
  for (const line of lines) {
    const { lines: outlines, height } = font.shape(line, size);
    // Marks must not touch the line above.
    y += Math.min(Math.max(height, size), HIGHEST * size);
    picture.fill(outlines, [MARGIN, y], colour);
    y += BELOW_LINE * size;
  }
  return y;
}

interface LineOptions {
  /** Font size, in pixels. */
  readonly size: number;
  /** Maximum length of a line, in pixels. */
  readonly width: number;
  readonly maxLines: number;
}

const ELLIPSIS = '…';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Wraps a text into lines. A text that is too long is cut after a letter and its marks, and ends with an ellipsis. */
function wrappedLines(text: string, options: LineOptions, font: CardFont): readonly string[] {
  const { size, width, maxLines } = options;
  const fits = (line: string) => font.widthOf(line, size) <= width;
  const lines: string[] = [];
  let rest: readonly string[] = text.split(' ').filter((word) => word !== '');
  while (rest.length > 0) {
    let count = 0;
    while (count < rest.length && fits(rest.slice(0, count + 1).join(' '))) count++;
    const isCut = count === 0 || (lines.length === maxLines - 1 && count < rest.length);
    if (isCut) return [...lines, cut(rest.join(' '), fits)];
    lines.push(rest.slice(0, count).join(' '));
    rest = rest.slice(count);
  }
  return lines;
}

/** Returns the longest beginning of a text that fits before an ellipsis. */
function cut(text: string, fits: (line: string) => boolean): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  const shortened = (count: number) => all.slice(0, count).join('').trimEnd() + ELLIPSIS;
  let [fitting, tooMany] = [0, all.length];
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2);
    if (fits(shortened(middle))) fitting = middle;
    else tooMany = middle;
  }
  return shortened(fitting);
}
