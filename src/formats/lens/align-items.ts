type Fields = Readonly<Record<string, unknown>>;

/** Which items of a list are the same as before or have changed, by index; the others are new or gone. */
export interface Alignment {
  readonly pairs: readonly (readonly [before: number, after: number])[];
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/** Of two items that differ, what makes them likely to be one: the most telling first. */
const LIKENESS: readonly (readonly string[])[] = [
  ['sense', 'lang', 'type', 'content'],
  ['sense', 'lang', 'type', 'scheme', 'kind'],
  ['sense', 'lang'],
  ['sense'],
];

/** Pairs equal items first, then those that are alike, in order. */
export function alignItems(before: readonly Fields[], after: readonly Fields[]): Alignment {
  const pairs: (readonly [number, number])[] = [];
  let [left, right] = [[...before.keys()], [...after.keys()]];
  const pairBy = (keyOf: (item: Fields) => string) => {
    // Most lists of a new entry have nothing before them, and most others nothing left behind the equal items.
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
