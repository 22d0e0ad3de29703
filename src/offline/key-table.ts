/** Texts in order, with the numbers that each leads to: a few long values, which a device stores and reads at once. */
export interface KeyTable {
  /** All texts, concatenated. */
  readonly text: string;
  /** Offset of each text, and the end of the last one. */
  readonly starts: Uint32Array;
  /** Offset of the numbers of each text in `numbers`, and the end of the last ones. */
  readonly first: Uint32Array;
  readonly numbers: Uint32Array;
}

/** Gathers the texts of one item after the other. Each text and each mention is kept once, as a phone has little memory. */
export class KeyTableBuilder {
  private readonly ids = new Map<string, number>();
  private readonly mentions: number[] = [];
  /** Offset of the mentions of each item, and the end of the last ones. */
  private readonly begins: number[] = [0];

  addItem(keys: readonly string[]): void {
    for (const key of keys) {
      const id = this.ids.get(key) ?? this.ids.size;
      if (id === this.ids.size) this.ids.set(key, id);
      this.mentions.push(id);
    }
    this.begins.push(this.mentions.length);
  }

  get keys(): readonly string[] {
    return [...this.ids.keys()];
  }

  /** @param order the items in the order of the numbers that they get in the table */
  table(order: readonly number[]): KeyTable {
    const { ids, mentions, begins } = this;
    // By UTF-16 code units, which is the order of a sort without a function.
    const keys = this.keys.toSorted();
    const placeOfId = new Uint32Array(keys.length);
    for (const [position, key] of keys.entries()) placeOfId[ids.get(key) ?? 0] = position;
    const starts = endsOf(Uint32Array.from(keys, (key) => key.length));
    const counts = new Uint32Array(keys.length);
    const placesOf = (item: number): readonly number[] =>
      mentions.slice(begins[item], begins[item + 1]).map((id) => placeOfId[id] ?? 0);
    for (const item of order) for (const position of placesOf(item)) increment(counts, position);
    const first = endsOf(counts);
    const free = first.slice();
    const numbers = new Uint32Array(first.at(-1) ?? 0);
    for (const [number, item] of order.entries())
      for (const position of placesOf(item)) numbers[increment(free, position)] = number;
    return { text: keys.join(''), starts, first, numbers };
  }
}

/** Counts an item up, and returns what it was. */
function increment(items: Uint32Array, i: number): number {
  const before = items[i] ?? 0;
  items[i] = before + 1;
  return before;
}

/** Returns the offset of each of several consecutive ranges, and the end of the last one. */
function endsOf(lengths: Uint32Array): Uint32Array {
  const ends = new Uint32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) ends[i + 1] = (ends[i] ?? 0) + length;
  return ends;
}

/** The numbers of a text; `undefined` if it is not there. */
export function numbersOf(table: KeyTable, key: string): Uint32Array | undefined {
  const i = firstAtOrAfter(table, key);
  return keyAt(table, i) === key ? numbersFrom(table, i, i + 1) : undefined;
}

/** The numbers of all texts with a beginning, those of each text ascending. */
export function numbersBeginning(table: KeyTable, beginning: string): Uint32Array {
  const from = firstAtOrAfter(table, beginning);
  let end = from;
  while (keyAt(table, end)?.startsWith(beginning) === true) end += 1;
  return numbersFrom(table, from, end);
}

function numbersFrom({ first, numbers }: KeyTable, from: number, end: number): Uint32Array {
  return numbers.subarray(first[from], first[end]);
}

/** The place of the first text that is not before a key. */
function firstAtOrAfter(table: KeyTable, key: string): number {
  let [low, high] = [0, table.starts.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (byUnit(keyAt(table, middle) ?? '', key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyAt({ text, starts }: KeyTable, i: number): string | undefined {
  return i < starts.length - 1 ? text.slice(starts[i], starts[i + 1]) : undefined;
}

/** Compares by UTF-16 code units, so that all texts with the same prefix are adjacent. */
function byUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
