/** Texts in order, with the numbers that each leads to: a few long values, which a device stores and reads at once. */
export interface KeyTable {
  /** All texts behind each other. */
  readonly text: string;
  /** Where each text begins in it, and the end of the last one. */
  readonly starts: Uint32Array;
  /** Where the numbers of each text begin in `numbers`, and the end of the last ones. */
  readonly first: Uint32Array;
  readonly numbers: Uint32Array;
}

/** @param lists numbers of each text, ascending */
export function keyTableOf(lists: ReadonlyMap<string, readonly number[]>): KeyTable {
  // By UTF-16 code units, which is the order of a sort without a function.
  const keys = [...lists.keys()].sort();
  const starts = new Uint32Array(keys.length + 1);
  const first = new Uint32Array(keys.length + 1);
  let [length, count] = [0, 0];
  for (const [i, key] of keys.entries()) {
    length += key.length;
    count += lists.get(key)?.length ?? 0;
    starts[i + 1] = length;
    first[i + 1] = count;
  }
  const numbers = new Uint32Array(count);
  for (const [i, key] of keys.entries()) numbers.set(lists.get(key) ?? [], first[i]);
  return { text: keys.join(''), starts, first, numbers };
}

/** The numbers of a text; `undefined` if it is not there. */
export function numbersOf(table: KeyTable, key: string): Uint32Array | undefined {
  const i = placeOf(table, key);
  return keyAt(table, i) === key ? numbersFrom(table, i, i + 1) : undefined;
}

/** The numbers of all texts with a beginning, those of each text ascending. */
export function numbersBeginning(table: KeyTable, beginning: string): Uint32Array {
  const from = placeOf(table, beginning);
  let end = from;
  while (keyAt(table, end)?.startsWith(beginning) === true) end += 1;
  return numbersFrom(table, from, end);
}

function numbersFrom({ first, numbers }: KeyTable, from: number, end: number): Uint32Array {
  return numbers.subarray(first[from], first[end]);
}

/** The place of the first text that is not before a key. */
function placeOf(table: KeyTable, key: string): number {
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
