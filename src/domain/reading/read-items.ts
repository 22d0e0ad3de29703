import { isJsonObject } from '../../shared/json';
import type { Json, JsonObject } from '../../shared/json';
import { essentialFields } from './change/item-shape';
import type { Item, ItemShape } from './change/item-shape';
import { itemsIn } from './items-in';
import type { Leftovers } from './leftovers';
import { isEmpty, writtenUnder } from './levels-of';
import type { Level } from './levels-of';
import { keepRest, readMembers } from './read-members';
import { textOf } from './values';

/** An item as it was written, and what it is read as. */
export interface WrittenItem<T> {
  readonly value: Json;
  /** None when the item says nothing or does not fit; several when it was spread. */
  readonly readings: readonly T[];
}

/** Reads a list in any of its shapes; items that say nothing are left out, those that do not fit are kept. */
export function readItems<T extends object>(
  levels: readonly Level[],
  shape: ItemShape<T>,
  leftovers: Leftovers,
): readonly T[] {
  return readWritten(levels, shape, leftovers).flatMap(({ readings }) => readings);
}

/** The same, item by item. */
export function readWritten<T extends object>(
  levels: readonly Level[],
  shape: ItemShape<T>,
  leftovers: Leftovers,
): readonly WrittenItem<T>[] {
  let position = 0;
  return itemsIn(writtenUnder(levels, shape.names), shape, leftovers).map((written) => {
    const readings: T[] = [];
    for (const item of shape.spread?.(written, leftovers) ?? [written]) {
      const fields = readItem(item, shape, leftovers);
      // readItem gives only items with a field beside the labels, which is all that the types require.
      if (fields !== undefined) readings.push(shape.finish(fields, ++position) as T);
    }
    return { value: written.value, readings };
  });
}

function readItem<T extends object>(item: Item, shape: ItemShape<T>, leftovers: Leftovers) {
  if (isEmpty(item.value)) return undefined;
  const object = objectOf(item, shape);
  if (object === undefined) {
    leftovers.keepUnfit(item, item.at, 'is neither a text nor an object');
    return undefined;
  }
  const read = readMembers({ object, path: item.path }, shape.members);
  const says = essentialFields(shape).some((field) => read.fields[field] !== undefined);
  if (says) keepRest(read, item.at, leftovers);
  else if (read.unfit.length + read.unknown.length > 0) {
    leftovers.keepUnfit(item, item.at, `has none of ${essentialFields(shape).join(', ')}`);
  }
  return says ? read.fields : undefined;
}

function objectOf<T>(item: Item, shape: ItemShape<T>): JsonObject | undefined {
  if (isJsonObject(item.value)) return item.value;
  return textOf(item.value) === undefined ? undefined : { [shape.bare]: item.value };
}
