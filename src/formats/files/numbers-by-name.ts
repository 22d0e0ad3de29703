import { hash, randomBytes } from 'node:crypto';

/** Number of slots of a new table: a power of two, as after each growth. */
const FIRST_SLOTS = 1024;

/** A slot: 64 bits of a digest of the name, and the number. */
const WORDS = 3;

/**
 * A map from the names of a large file to numbers from 1 to 2³² − 1. It takes 16 to 32 bytes per name, outside the heap that Node.js
 * limits. It stores digests instead of names: with two million names, two of them collide with a probability of one in nine million. The
 * digests are keyed, so that nobody can write a file with colliding names.
 */
export class NumbersByName {
  private readonly key = randomBytes(16).toString('hex');
  private slots = FIRST_SLOTS;
  private table = new Uint32Array(FIRST_SLOTS * WORDS);
  private used = 0;

  get(name: string): number | undefined {
    const number = this.table[this.find(...this.digest(name)) + 2];
    return number === 0 ? undefined : number;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  set(name: string, number: number): void {
    if (this.used >= this.slots * 0.75) this.grow();
    this.put(...this.digest(name), number);
  }

  private put(high: number, low: number, number: number): void {
    const at = this.find(high, low);
    if (this.table[at + 2] === 0) this.used += 1;
    this.table.set([high, low, number], at);
  }

  /** Returns the slot of a name, or the free slot in which it would be stored. */
  private find(high: number, low: number): number {
    const { table, slots } = this;
    for (let slot = low & (slots - 1); ; slot = (slot + 1) & (slots - 1)) {
      const at = slot * WORDS;
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  }

  private grow(): void {
    const old = this.table;
    this.slots *= 2;
    this.table = new Uint32Array(this.slots * WORDS);
    this.used = 0;
    for (let at = 0; at < old.length; at += WORDS) {
      const [high = 0, low = 0, number = 0] = old.subarray(at, at + WORDS);
      if (number !== 0) this.put(high, low, number);
    }
  }

  private digest(name: string): [number, number] {
    const digest = hash('sha1', this.key + name, 'buffer');
    return [digest.readUInt32LE(0), digest.readUInt32LE(4)];
  }
}
