import { essentialFields, type GivenItem, type ItemShape } from './item-shape';
import type { WrittenItem } from '../read-items';

/** Maximum number of candidates for the counterpart of an item, so that lists of equal items do not take quadratic time. */
const MOST_CANDIDATES = 20;

/**
 * Matches given items with the items of the source: equal ones first, then those that share a text, then, if both lists have the same
 * length, those at the same position.
 *
 * @returns the matched items of the source by index in `given`; an item that is read as several typed items is matched with as many,
 *   under the index of the first
 */
export function matchItems<T extends object>(
  written: readonly WrittenItem<T>[],
  given: readonly GivenItem<T>[],
  shape: ItemShape<T>,
): ReadonlyMap<number, WrittenItem<T>> {
  const matching = new Matching(given, shape);
  let left = matching.take(positioned(written), isEqual);
  left = matching.take(left, isSpreadAlike);
  left = matching.take(left, sharesText(shape));
  const readings = written.reduce((sum, item) => sum + item.readings.length, 0);
  if (readings === given.length) matching.take(left, (run) => run.length === 1);
  return matching.found;
}

interface Positioned<T> {
  readonly item: WrittenItem<T>;
  /** Its first reading. */
  readonly first: T;
  /** Index of its first reading among the readings of all items. */
  readonly position: number;
}

/** Whether given items match the readings of an item. */
type Fits<T> = (run: readonly GivenItem<T>[], readings: readonly T[]) => boolean;

class Matching<T extends object> {
  readonly found = new Map<number, WrittenItem<T>>();
  private readonly taken = new Set<number>();
  private readonly byText = new Map<string, number[]>();

  constructor(
    private readonly given: readonly GivenItem<T>[],
    private readonly shape: ItemShape<T>,
  ) {
    for (const [index, item] of given.entries())
      for (const key of textsOf(item, shape)) {
        const indexes = this.byText.get(key) ?? [];
        indexes.push(index);
        this.byText.set(key, indexes);
      }
  }

  /** Matches items by a condition. @returns the items without a match */
  take(items: readonly Positioned<T>[], fits: Fits<T>): readonly Positioned<T>[] {
    return items.filter((one) => {
      const { item } = one;
      const { readings } = item;
      const start = this.candidates(one).find((index) => {
        const run = this.given.slice(index, index + readings.length);
        const isFree = run.every((_, offset) => !this.taken.has(index + offset));
        return run.length === readings.length && isFree && fits(run, readings);
      });
      if (start === undefined) return true;
      this.found.set(start, item);
      for (let offset = 0; offset < readings.length; offset++) this.taken.add(start + offset);
      return false;
    });
  }

  private candidates({ first, position }: Positioned<T>): readonly number[] {
    return [position, ...textsOf(first, this.shape).flatMap((key) => this.free(key))];
  }

  private free(key: string): readonly number[] {
    const indexes = this.byText.get(key) ?? [];
    while (indexes[0] !== undefined && this.taken.has(indexes[0])) indexes.shift();
    return indexes.slice(0, MOST_CANDIDATES);
  }
}

function positioned<T>(written: readonly WrittenItem<T>[]): readonly Positioned<T>[] {
  let position = 0;
  return written.flatMap((item) => {
    const [first] = item.readings;
    const one = first === undefined ? [] : [{ item, first, position }];
    position += item.readings.length;
    return one;
  });
}

/** Whether no item changes a field. */
function isEqual<T extends object>(run: readonly GivenItem<T>[], readings: readonly T[]): boolean {
  return run.every((item, index) =>
    (Object.keys(item) as (keyof T)[]).every(
      (field) => item[field] === undefined || (item[field] ?? undefined) === readings[index]?.[field],
    ),
  );
}

function sharesText<T extends object>(shape: ItemShape<T>): Fits<T> {
  return ([item = {}, ...others], [reading]) =>
    others.length === 0 &&
    reading !== undefined &&
    textsOf(reading, shape).some((text) => textsOf(item, shape).includes(text));
}

/** Whether an item that was written once for several languages is given for the same languages. */
function isSpreadAlike<T extends object>(run: readonly GivenItem<T>[], readings: readonly T[]): boolean {
  const contents = new Set(run.map((item) => JSON.stringify(Reflect.get(item, 'content'))));
  return (
    run.length > 1 &&
    contents.size === 1 &&
    run.every((item, index) => Reflect.get(item, 'lang') === Reflect.get(readings[index] ?? {}, 'lang'))
  );
}

function textsOf<T extends object>(item: GivenItem<T>, shape: ItemShape<T>): readonly string[] {
  return essentialFields(shape).flatMap((field) =>
    typeof item[field] === 'string' ? [`${field} ${item[field]}`] : [],
  );
}
