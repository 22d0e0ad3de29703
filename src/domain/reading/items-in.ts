import { isJsonList, isJsonObject, memberPath } from '../../shared/json';
import type { Json, JsonObject } from '../../shared/json';
import { essentialFields } from './change/item-shape';
import type { Item, ItemShape } from './change/item-shape';
import type { Leftovers } from './leftovers';
import { writtenUnder } from './levels-of';
import type { Written } from './levels-of';

/** The items under the names of a list: an array, a bare item, or an object with either under its wrapper. */
export function itemsIn<T extends object>(
  written: readonly Written[],
  shape: ItemShape<T>,
  leftovers: Leftovers,
): readonly Item[] {
  return written
    .flatMap((list) => {
      const { value } = list;
      if (!isJsonObject(value) || !wraps(value, shape)) return elementsOf(list);
      const { [shape.wrapper]: inner = null, ...beside } = value;
      const elements = elementsOf({ value: inner, path: memberPath(list.path, shape.wrapper) });
      // A wrapper may be an item too: `{"data": {…}, "pair": "7/8"}` are two classes.
      if (saysSomething(beside, shape)) return [...elements, { value: beside, path: list.path }];
      for (const [name, other] of Object.entries(beside)) leftovers.keep([...shape.at, name], other);
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
