import { isJsonList, isJsonObject, type Json } from '../../shared/json';
import type { FoundItem, TypedItem } from './typed-item';

/** The items of a list that is written as JSON text; none in what is no such text. */
export function itemsIn(text: string): readonly TypedItem[] {
  try {
    const items = JSON.parse(text) as Json;
    return isJsonList(items) ? items.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}

/** Items that are stored together. @param store takes those that are left after each change */
export function listedItems(
  items: readonly TypedItem[],
  store: (left: readonly TypedItem[]) => void,
): readonly FoundItem[] {
  const current: (TypedItem | undefined)[] = [...items];
  const replace = (index: number, item: TypedItem | undefined) => {
    current[index] = item;
    store(current.filter((one) => one !== undefined));
  };
  return items.map((item, index) => ({
    item,
    write: (field, value) => {
      const rest = Object.entries(current[index] ?? {}).filter(([name]) => name !== field);
      replace(index, Object.fromEntries(value === undefined ? rest : [...rest, [field, value]]));
      return true;
    },
    remove: () => {
      replace(index, undefined);
    },
  }));
}
