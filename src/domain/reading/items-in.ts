import { isJsonList, isJsonObject, memberPath } from '../../shared/json';
import type { Json } from '../../shared/json';
import type { Item, ItemShape } from './item-shape';
import type { Leftovers } from './leftovers';
import type { Written } from './levels-of';

/** The items under the names of a list: an array, a bare item, or an object with either under its wrapper. */
export function itemsIn(
  written: readonly Written[],
  shape: Pick<ItemShape<unknown>, 'at' | 'wrapper' | 'members'>,
  leftovers: Leftovers,
): readonly Item[] {
  return written
    .flatMap((list) => {
      const { value } = list;
      if (!isJsonObject(value) || !holdsItems(value[shape.wrapper], shape.wrapper in shape.members)) {
        return elementsOf(list);
      }
      const { [shape.wrapper]: inner = null, ...beside } = value;
      for (const [name, other] of Object.entries(beside)) leftovers.keep([...shape.at, name], other);
      return elementsOf({ value: inner, path: memberPath(list.path, shape.wrapper) });
    })
    .map((element, index) => ({ ...element, at: [...shape.at, String(index)] }));
}

/** `{form: "x"}` is an item of forms, `{form: [...]}` wraps them: a field's name wraps only lists and objects. */
function holdsItems(value: Json | undefined, isField: boolean): boolean {
  return isField ? isJsonList(value) || isJsonObject(value) : value !== undefined;
}

function elementsOf({ value, path }: Pick<Written, 'value' | 'path'>): readonly Omit<Item, 'at'>[] {
  if (!isJsonList(value)) return [{ value, path }];
  return value.map((element, index) => ({ value: element, path: `${path}[${index}]` }));
}
