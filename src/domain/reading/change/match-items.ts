import { essentialFields, type ItemChange, type ItemShape } from '../item-shape';
import type { WrittenItem } from '../read-items';
import { collapseOf } from './collapse-items';

/** Maximum number of candidates for the counterpart of an item, so that lists of equal items do not take quadratic time. */
const MAX_CANDIDATES = 20;

/**
 * Matches given items with the items of the source: equal ones first, then those that share a text, then, if both lists have the same
 * length, those at the same position.
 *
 * @returns the matched items of the source by index in `given`; an item that is read as several typed items is matched with as many,
 *   under the index of the first
 */
export function matchItems<T extends object>(
  written: readonly WrittenItem<T>[],
  items: readonly ItemChange<T>[],
  shape: ItemShape<T>,
): ReadonlyMap<number, WrittenItem<T>> {
  const matching = new Matching(items, shape);
  let unmatched = matching.match(positioned(written), isEqual);
  unmatched = matching.match(unmatched, hasSameLanguages(shape));
  unmatched = matching.match(unmatched, sharesText(shape));
  const readings = written.reduce((sum, item) => sum + item.readings.length, 0);
  if (readings === items.length) matching.match(unmatched, (run) => run.length === 1);
  return matching.matches;
}

interface Positioned<T> {
  readonly item: WrittenItem<T>;
  /** Its first reading. */
  readonly first: T;
  /** Index of its first reading among the readings of all items. */
  readonly position: number;
}

/** Whether consecutive given items match the readings of an item; both have the same number. */
type Condition<T> = (run: readonly ItemChange<T>[], readings: readonly T[]) => boolean;

class Matching<T extends object> {
  /** Items of the source by index of the first given item. */
  readonly matches = new Map<number, WrittenItem<T>>();
  /** Indexes of the given items that have a match. */
  private readonly taken = new Set<number>();
  /** Indexes of the given items by the texts of their fields. */
  private readonly byText = new Map<string, number[]>();

  constructor(
    private readonly items: readonly ItemChange<T>[],
    private readonly shape: ItemShape<T>,
  ) {
    for (const [index, item] of items.entries())
      for (const key of essentialTexts(item, shape)) {
        const indexes = this.byText.get(key) ?? [];
        indexes.push(index);
        this.byText.set(key, indexes);
      }
  }

  /** Matches items by a condition. @returns the items without a match */
  match(items: readonly Positioned<T>[], condition: Condition<T>): readonly Positioned<T>[] {
    return items.filter((entry) => {
      const { item } = entry;
      const { readings } = item;
      const start = this.candidates(entry).find((index) => {
        const run = this.items.slice(index, index + readings.length);
        const isFree = run.every((_, offset) => !this.taken.has(index + offset));
        return run.length === readings.length && isFree && condition(run, readings);
      });
      if (start === undefined) return true;
      this.matches.set(start, item);
      for (let offset = 0; offset < readings.length; offset++) this.taken.add(start + offset);
      return false;
    });
  }

  /** Indexes of given items from which an item may be matched: the same position, then those that share a text. */
  private candidates({ first, position }: Positioned<T>): readonly number[] {
    return [position, ...essentialTexts(first, this.shape).flatMap((key) => this.unmatchedWith(key))];
  }

  /** Indexes of the unmatched given items with a text, at most MAX_CANDIDATES. */
  private unmatchedWith(key: string): readonly number[] {
    const indexes = this.byText.get(key) ?? [];
    while (indexes[0] !== undefined && this.taken.has(indexes[0])) indexes.shift();
    return indexes.slice(0, MAX_CANDIDATES);
  }
}

/** Items of the source that have readings, with their positions. */
function positioned<T>(written: readonly WrittenItem<T>[]): readonly Positioned<T>[] {
  let position = 0;
  return written.flatMap((item) => {
    const [first] = item.readings;
    const start = position;
    position += item.readings.length;
    return first === undefined ? [] : [{ item, first, position: start }];
  });
}

/** Whether the given items change no field of the readings. */
export function isEqual<T extends object>(run: readonly ItemChange<T>[], readings: readonly T[]): boolean {
  return run.every((item, index) =>
    (Object.keys(item) as (keyof T)[]).every(
      (field) => item[field] === undefined || (item[field] ?? undefined) === readings[index]?.[field],
    ),
  );
}

/** Whether a single given item and a single reading share a text. */
function sharesText<T extends object>(shape: ItemShape<T>): Condition<T> {
  return ([item = {}, ...others], [reading]) =>
    others.length === 0 &&
    reading !== undefined &&
    essentialTexts(reading, shape).some((text) => essentialTexts(item, shape).includes(text));
}

/** Whether an item that was expanded into one for each language is given for the same languages, and changes what it has for each. */
function hasSameLanguages<T extends object>(shape: ItemShape<T>): Condition<T> {
  const fields = collapseOf(shape)?.fields ?? [];
  const hasContents = fields.includes('content');
  // The fields of which the source has one value for all languages.
  const shared = (Object.keys(shape.members) as (keyof T & string)[]).filter(
    (field) => !fields.includes(field),
  );
  return (run, readings) => {
    const contents = new Set(run.map((item) => JSON.stringify(Reflect.get(item, 'content'))));
    if (run.length === 1 || (!hasContents && contents.size > 1)) return false;
    if (
      hasContents &&
      !isEqual(
        run.map((item) => only(item, shared)),
        readings,
      )
    )
      return false;
    return run.every((item, i) => Reflect.get(item, 'lang') === Reflect.get(readings[i] ?? {}, 'lang'));
  };
}

function only<T>(item: ItemChange<T>, fields: readonly (keyof T)[]): ItemChange<T> {
  return Object.fromEntries(fields.map((field) => [field, item[field]])) as ItemChange<T>;
}

/** The texts of the essential fields of an item, each with the name of its field. */
function essentialTexts<T extends object>(item: ItemChange<T>, shape: ItemShape<T>): readonly string[] {
  return essentialFields(shape).flatMap((field) =>
    typeof item[field] === 'string' ? [`${field} ${item[field]}`] : [],
  );
}
