type Point = readonly [x: number, y: number];

/**
 * How much of each pixel is inside of outlines. A line covers, in every row that it crosses, what is to the right of it; what a line
 * upwards covers, one downwards takes away. Each pixel holds the difference to the pixel on its left, so that a line changes only the
 * pixels that it crosses, and sums from left to right are the coverage.
 */
export class Coverage {
  private readonly differences: Float32Array;
  private first = Infinity;
  private last = -1;

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    // The last pixel of a row adds nothing to the one behind it, which has to be there all the same.
    this.differences = new Float32Array(width * height + 1);
  }

  /** Adds a line of a closed outline. */
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

  /** Coordinates outside of the picture count as its edge. */
  private inside(x: number): number {
    return Math.min(Math.max(x, 0), this.width - 1);
  }

  /** @param part of the height of the row that the line crosses */
  private addToRow(row: number, [left, right]: Point, part: number): void {
    const lastPixel = Math.max(Math.floor(left), Math.ceil(right) - 1);
    /** How much the pixel before is covered, and how much of the line is to the left of this one. */
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

  /** Yields the covered pixels, numbered row by row, with the covered share of each, and resets. */
  take(each: (pixel: number, part: number) => void): void {
    const { width, differences } = this;
    for (let row = this.first; row <= this.last; row++) {
      let sum = 0;
      for (let pixel = row * width; pixel < (row + 1) * width; pixel++) {
        sum += differences[pixel] ?? 0;
        const part = Math.min(1, Math.abs(sum));
        if (part > NOTHING) each(pixel, part);
      }
    }
    differences.fill(0, this.first * width, (this.last + 1) * width + 1);
    [this.first, this.last] = [Infinity, -1];
  }
}

/** Less than that is an error of rounding. */
const NOTHING = 0.002;
