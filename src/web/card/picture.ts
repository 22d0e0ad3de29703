import { crc32, deflate } from 'node:zlib';
import { promisify } from 'node:util';
import type { Lines } from './card-font';
import { Coverage } from './coverage';

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Steps from the paper to a colour at the edges of letters. */
const SHADES = 80;

const compress = promisify(deflate);

/** A picture of at most three colours on paper: a byte for each pixel, which is its place in the palette. */
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

  /** Fills what lines enclose, moved to a place, with a colour. Parts outside of the picture are ignored. */
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

  /** The picture as PNG (ISO/IEC 15948), with a palette. */
  async png(): Promise<Buffer> {
    const { width, height } = this.size;
    const rows = Buffer.alloc(height * (width + 1));
    // Each row begins with the number of its filter: none.
    for (let row = 0; row < height; row++)
      rows.set(this.pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    // Eight bits that are places in a palette; compression, filters and order of rows as usual.
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

/** The lines of a rectangle. */
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
