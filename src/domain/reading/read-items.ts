import { isJsonObject, type Json, type JsonObject, isJsonList, memberPath } from '../../shared/json';
import { essentialFields, type Item, type ItemShape } from './change/item-shape';
import type { UnmappedFields } from './unmapped-fields';
import { isEmpty, writtenUnder, type Envelope, type Written } from './article-envelopes';
import { keepRest, readMembers } from './read-members';
import { textOf } from './values';

/** A written item and its readings. */
export interface WrittenItem<T> {
  readonly value: Json;
  /** None if the item is empty or invalid; several if it was expanded. */
  readonly readings: readonly T[];
}

/** Reads a list in any of its shapes. Empty items are omitted; invalid ones are kept as unmapped fields. */
export function readItems<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly T[] {
  return readWritten(envelopes, shape, unmapped).flatMap(({ readings }) => readings);
}

/** The same, item by item. */
export function readWritten<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly WrittenItem<T>[] {
  let position = 0;
  return itemsIn(writtenUnder(envelopes, shape.names), shape, unmapped).map((written) => {
    const readings: T[] = [];
    for (const item of shape.spread?.(written, unmapped) ?? [written]) {
      const fields = readItem(item, shape, unmapped);
      // readItem gives only items with a field beside the labels, which is all that the types require.
      if (fields !== undefined) readings.push(shape.finish(fields, ++position) as T);
    }
    return { value: written.value, readings };
  });
}

function readItem<T extends object>(item: Item, shape: ItemShape<T>, unmapped: UnmappedFields) {
  if (isEmpty(item.value)) return undefined;
  const object = objectOf(item, shape);
  if (object === undefined) {
    unmapped.keepUnfit(item, item.at, 'is neither a text nor an object');
    return undefined;
  }
  const read = readMembers({ object, path: item.path }, shape.members);
  const says = essentialFields(shape).some((field) => read.fields[field] !== undefined);
  if (says) keepRest(read, item.at, unmapped);
  else if (read.unfit.length + read.unknown.length > 0) {
    unmapped.keepUnfit(item, item.at, `has none of ${essentialFields(shape).join(', ')}`);
  }
  return says ? read.fields : undefined;
}

function objectOf<T>(item: Item, shape: ItemShape<T>): JsonObject | undefined {
  if (isJsonObject(item.value)) return item.value;
  return textOf(item.value) === undefined ? undefined : { [shape.bare]: item.value };
}

/** The items under the names of a list: an array, a bare item, or an object with either under its wrapper. */
function itemsIn<T extends object>(
  written: readonly Written[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly Item[] {
  return written
    .flatMap((list) => {
      const { value } = list;
      if (!isJsonObject(value) || !wraps(value, shape)) return elementsOf(list);
      const { [shape.wrapper]: inner = null, ...beside } = value;
      const elements = elementsOf({ value: inner, path: memberPath(list.path, shape.wrapper) });
      // A wrapper may be an item too: `{"data": {…}, "pair": "7/8"}` are two classes.
      if (saysSomething(beside, shape)) return [...elements, { value: beside, path: list.path }];
      for (const [name, other] of Object.entries(beside)) unmapped.keep([...shape.at, name], other);
      return elements;
    })
    .map((element, index) => ({ ...element, at: [...shape.at, String(index)] }));
}

/** Whether an object does nothing but hold the items of a list. */
export function isContainer<T extends object>(
  value: Json | undefined,
  shape: ItemShape<T>,
): value is JsonObject {
  if (!isJsonObject(value) || !wraps(value, shape)) return false;
  return !saysSomething({ ...value, [shape.wrapper]: null }, shape);
}

/** `{form: "x"}` is an item of forms, `{form: […]}` wraps them: a field's name wraps only lists and objects. */
function wraps<T>(object: JsonObject, { wrapper, members }: ItemShape<T>): boolean {
  const inner = object[wrapper];
  return wrapper in members ? isJsonList(inner) || isJsonObject(inner) : inner !== undefined;
}

function saysSomething<T extends object>(object: JsonObject, shape: ItemShape<T>): boolean {
  const names = essentialFields(shape).flatMap((field) => shape.members[field].names);
  return writtenUnder([{ object, path: '' }], names).length > 0;
}

function elementsOf({ value, path }: Pick<Written, 'value' | 'path'>): readonly Omit<Item, 'at'>[] {
  if (!isJsonList(value)) return [{ value, path }];
  return value.map((element, index) => ({ value: element, path: `${path}[${index}]` }));
}
