import { readFile } from 'node:fs/promises';

/** Outline segments as `x0, y0, x1, y1` for each. */
export type Lines = readonly number[];

/** A text whose letters and marks are positioned. */
export interface ShapedText {
  /** Coordinates in pixels, downwards. The origin is the beginning of the baseline. */
  readonly lines: Lines;
  /** Height above the baseline in pixels. Stacked marks are higher than capital letters. */
  readonly height: number;
}

/** A font with its rules for positioning marks. Sizes are in pixels per em. */
export interface CardFont {
  /** Whether the font has every letter of a text. */
  readonly covers: (text: string) => boolean;
  /** Returns the length of a text, in pixels. */
  readonly widthOf: (text: string, size: number) => number;
  readonly shape: (text: string, size: number) => ShapedText;
}

/** Matches characters without a shape of their own. */
const WITHOUT_SHAPE = /^\p{Default_Ignorable_Code_Point}$/u;

/** Loads a font from a file, and HarfBuzz, which positions marks as browsers do. */
export async function loadCardFont(file: string): Promise<CardFont> {
  const [bytes, { Blob, Buffer, DrawFuncs, Face, Font, shape }] = await Promise.all([
    readFile(file),
    import('harfbuzzjs'),
  ]);
  const face = new Face(new Blob(bytes));
  const [font, buffer, draw, pen] = [new Font(face), new Buffer(), new DrawFuncs(), new Pen()];
  draw.setMoveToFunc(pen.moveTo);
  draw.setLineToFunc(pen.lineTo);
  draw.setCubicToFunc(pen.curveTo);
  const letters = new Set(face.collectUnicodes());
  const glyphsOf = (text: string): readonly Glyph[] => {
    buffer.reset();
    buffer.addText(text);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    return buffer.getGlyphInfosAndPositions();
  };
  const outlines = new Map<number, Lines>();
  const outlineOf = (glyph: number): Lines => {
    const outline =
      outlines.get(glyph) ??
      pen.drawing(() => {
        font.drawGlyph(glyph, draw);
      });
    outlines.set(glyph, outline);
    return outline;
  };
  return {
    covers: (text) =>
      Array.from(text).every(
        (letter) => letters.has(letter.codePointAt(0) ?? 0) || WITHOUT_SHAPE.test(letter),
      ),
    widthOf: (text, size) =>
      (glyphsOf(text).reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) * size) / face.upem,
    shape: (text, size) => shapeOutline(glyphsOf(text), outlineOf, size / face.upem),
  };
}

/** A glyph of a text with its offset from the current position, in font units. */
interface Glyph {
  /** Index of the glyph in the font. */
  readonly codepoint: number;
  readonly xAdvance?: number;
  readonly xOffset?: number;
  readonly yOffset?: number;
}

function shapeOutline(
  glyphs: readonly Glyph[],
  outlineOf: (glyph: number) => Lines,
  pixels: number,
): ShapedText {
  const lines: number[] = [];
  let [x, top] = [0, 0];
  for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of glyphs) {
    const outline = outlineOf(codepoint);
    for (let i = 0; i < outline.length; i += 2) {
      const up = yOffset + (outline[i + 1] ?? 0);
      lines.push((x + xOffset + (outline[i] ?? 0)) * pixels, -up * pixels);
      top = Math.max(top, up);
    }
    x += xAdvance;
  }
  return { lines, height: top * pixels };
}

/** The control points of a cubic Bézier curve, and its end. */
type Curve = readonly [x1: number, y1: number, x2: number, y2: number, x3: number, y3: number, ...unknown[]];

/** Number of segments that approximate a curve. At the largest size of a card, they deviate by less than a tenth of a pixel. */
const LINES_OF_CURVE = 8;

/** Collects the outline of a glyph as lines, in units of the font, upwards. */
class Pen {
  private lines: number[] = [];
  private x = 0;
  private y = 0;

  drawing(draw: () => void): Lines {
    this.lines = [];
    draw();
    return this.lines;
  }

  readonly moveTo = (x: number, y: number): void => {
    [this.x, this.y] = [x, y];
  };

  readonly lineTo = (x: number, y: number): void => {
    this.lines.push(this.x, this.y, x, y);
    this.moveTo(x, y);
  };

  readonly curveTo = (...[x1, y1, x2, y2, x3, y3]: Curve): void => {
    const { x, y } = this;
    for (let i = 1; i <= LINES_OF_CURVE; i++) {
      const t = i / LINES_OF_CURVE;
      const u = 1 - t;
      const [a, b, c, d] = [u ** 3, 3 * t * u ** 2, 3 * t ** 2 * u, t ** 3];
      this.lineTo(a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3);
    }
  };
}
