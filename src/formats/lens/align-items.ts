type Fields = Readonly<Record<string, unknown>>;

/** Indexes of the items that are equal in two lists and of those that have changed. The other items were added or removed. */
export interface Alignment {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Fields that make it likely that two different items are versions of one, the most conclusive first. */
const LIKENESS: readonly (readonly string[])[] = [
  ['sense', 'lang', 'type', 'content'],
  ['sense', 'lang', 'type', 'scheme', 'kind'],
  ['sense', 'lang'],
  ['sense'],
];

/** Pairs equal items first, then similar ones, in order. */
export function alignItems(before: readonly Fields[], after: readonly Fields[]): Alignment {
  const pairs: (readonly [number, number])[] = [];
  let [left, right] = [[...before.keys()], [...after.keys()]];
  const pairBy = (keyOf: (item: Fields) => string) => {
    // A shortcut: most lists of a new entry have no earlier items, and most other lists have only equal ones.
    if (left.length === 0 || right.length === 0) return;
    const waiting = new Map<string, number[]>();
    for (const index of left) {
      const key = keyOf(before[index] ?? {});
      const same = waiting.get(key);
      if (same) same.push(index);
      else waiting.set(key, [index]);
    }
    right = right.filter((index) => {
      const partner = waiting.get(keyOf(after[index] ?? {}))?.shift();
      if (partner === undefined) return true;
      pairs.push([partner, index]);
      return false;
    });
    left = [...waiting.values()].flat().sort((a, b) => a - b);
  };
  pairBy((item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))));
  for (const fields of LIKENESS) pairBy((item) => JSON.stringify(fields.map((field) => item[field] ?? null)));
  return { pairs, added: right, removed: left };
}
