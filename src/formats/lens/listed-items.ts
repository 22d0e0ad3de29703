import { isJsonList, isJsonObject, type Json } from '../../shared/json';
import type { FoundItem, Row, TypedItem } from './typed-item';

/** Parses a list of items from JSON text; returns no items for other text. */
export function itemsIn(text: string): readonly TypedItem[] {
  try {
    const items = JSON.parse(text) as Json;
    return isJsonList(items) ? items.filter(isJsonObject) : [];
  } catch {
    return [];
  }
}

/** Returns items that are stored together. @param store stores the remaining items after each change */
export function listedItems(
  items: readonly TypedItem[],
  store: (left: readonly TypedItem[]) => void,
): readonly FoundItem[] {
  const current: (TypedItem | undefined)[] = [...items];
  const replace = (index: number, item: TypedItem | undefined) => {
    current[index] = item;
    store(current.filter((item) => item !== undefined));
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

/** A location in which a format stores a list as JSON text. */
export interface ListLocation<Scope> {
  readonly path: string;
  readonly read: (scope: Scope) => string | undefined;
  readonly write: (scope: Scope, text: string | undefined) => void;
}

/** The row for items of a list that a format cannot express. */
export function storedRow<Scope>(member: string, { path, read, write }: ListLocation<Scope>): Row<Scope> {
  const store = (scope: Scope, items: readonly TypedItem[]) => {
    write(scope, items.length > 0 ? JSON.stringify(items) : undefined);
  };
  const itemsOf = (scope: Scope) => itemsIn(read(scope) ?? '[]');
  return {
    member,
    path,
    isOfSense: false,
    find: (scope) =>
      listedItems(itemsOf(scope), (left) => {
        store(scope, left);
      }),
    accepts: () => true,
    make: (scope, item) => {
      store(scope, [...itemsOf(scope), item]);
    },
  };
}
