import { crc32, deflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { Lines } from './card-font';

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Number of shades between the background and a colour, at the edges of letters. */
const SHADES = 80;

const compress = promisify(deflate);

/** A picture of at most three colours on a background. Each byte is the palette index of a pixel. */
export class Picture {
  private readonly pixels: Uint8Array;
  private readonly coverage: Coverage;

  constructor(
    private readonly size: { readonly width: number; readonly height: number },
    private readonly paper: Colour,
    private readonly colours: readonly Colour[],
  ) {
    this.pixels = new Uint8Array(size.width * size.height);
    this.coverage = new Coverage(size.width, size.height);
  }

  /** Fills the area within closed outlines, moved by an offset. Parts outside the picture are ignored. */
  fill(lines: Lines, [left, top]: readonly [left: number, top: number], colour: Colour): void {
    const first = 1 + this.colours.indexOf(colour) * SHADES;
    for (let i = 0; i < lines.length; i += 4) {
      const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = lines.slice(i, i + 4);
      this.coverage.add([x0 + left, y0 + top], [x1 + left, y1 + top]);
    }
    this.coverage.take((pixel, part) => {
      this.pixels[pixel] = first + Math.round(part * (SHADES - 1));
    });
  }

  /** Encodes the picture as PNG (ISO/IEC 15948) with a palette. */
  async png(): Promise<Buffer> {
    const { width, height } = this.size;
    const rows = Buffer.alloc(height * (width + 1));
    // Each row begins with its filter type: none.
    for (let row = 0; row < height; row++)
      rows.set(this.pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    // Bit depth 8, colour type palette; compression, filter and interlace methods 0.
    header.set([8, 3, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('PLTE', this.palette()),
      chunk('IDAT', await compress(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }

  private palette(): Buffer {
    const { paper, colours } = this;
    const shades = colours.flatMap((colour) =>
      Array.from({ length: SHADES }, (_, i) =>
        paper.map((part, at) => Math.round(part + (((colour[at] ?? 0) - part) * i) / (SHADES - 1))),
      ),
    );
    return Buffer.from([...paper, ...shades.flat()]);
  }
}

/** Returns the outline of a rectangle. */
export function rectangle(width: number, height: number): Lines {
  return [0, 0, 0, height, 0, height, width, height, width, height, width, 0, width, 0, 0, 0];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

type Point = readonly [x: number, y: number];

/**
 * Computes the share of each pixel that is inside closed outlines. In every row that it crosses, an upward segment adds to all pixels on
 * its right, and a downward segment subtracts. Each pixel stores only the difference to the pixel on its left, so that a segment changes
 * only the pixels that it crosses; the running sum is the coverage.
 */
class Coverage {
  private readonly differences: Float32Array;
  private first = Infinity;
  private last = -1;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    // The additional element receives the difference after the last pixel.
    this.differences = new Float32Array(width * height + 1);
  }

  /** Adds a segment of a closed outline. */
  add(from: Point, to: Point): void {
    if (from[1] === to[1]) return;
    const [[x0, y0], [x1, y1]] = from[1] < to[1] ? [from, to] : [to, from];
    const sign = from[1] < to[1] ? 1 : -1;
    const slope = (x1 - x0) / (y1 - y0);
    const [begin, end] = [Math.max(0, Math.floor(y0)), Math.min(this.height, Math.ceil(y1))];
    for (let row = begin; row < end; row++) {
      const [upper, lower] = [Math.max(row, y0), Math.min(row + 1, y1)];
      const [a, b] = [this.inside(x0 + (upper - y0) * slope), this.inside(x0 + (lower - y0) * slope)];
      this.addToRow(row, a < b ? [a, b] : [b, a], (lower - upper) * sign);
    }
    this.first = Math.min(this.first, begin);
    this.last = Math.max(this.last, end - 1);
  }

  /** Clamps a coordinate to the picture. */
  private inside(x: number): number {
    return Math.min(Math.max(x, 0), this.width - 1);
  }

  /** @param part share of the height of the row that the segment crosses */
  private addToRow(row: number, [left, right]: Point, part: number): void {
    const lastPixel = Math.max(Math.floor(left), Math.ceil(right) - 1);
    /** Coverage of the previous pixel, and share of the segment on the left of this pixel. */
    let [before, passed] = [0, 0];
    for (let pixel = Math.floor(left); pixel <= lastPixel; pixel++) {
      const [begin, end] = [Math.max(left, pixel), Math.min(right, pixel + 1)];
      const share = right > left ? (end - begin) / (right - left) : 1;
      const covered = passed + share * (pixel + 1 - (begin + end) / 2);
      this.change(row, pixel, part * (covered - before));
      [before, passed] = [covered, passed + share];
    }
    this.change(row, lastPixel + 1, part * (1 - before));
  }

  private change(row: number, pixel: number, by: number): void {
    const at = row * this.width + pixel;
    this.differences[at] = (this.differences[at] ?? 0) + by;
  }

  /** Calls a function for each covered pixel, numbered row by row, with its coverage, and resets the coverage. */
  take(each: (pixel: number, part: number) => void): void {
    const { width, differences } = this;
    for (let row = this.first; row <= this.last; row++) {
      let sum = 0;
      for (let pixel = row * width; pixel < (row + 1) * width; pixel++) {
        sum += differences[pixel] ?? 0;
        const part = Math.min(1, Math.abs(sum));
        if (part > MIN_COVERAGE) each(pixel, part);
      }
    }
    differences.fill(0, this.first * width, (this.last + 1) * width + 1);
    [this.first, this.last] = [Infinity, -1];
  }
}

/** Smaller coverage is a rounding error. */
const MIN_COVERAGE = 0.002;
