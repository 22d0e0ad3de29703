import { itemsIn, listedItems } from '../lens/listed-items';
import type { Row, TypedItem } from '../lens/typed-item';
import { readPath, writePath, type XmlChain } from './xml-path';
import type { XmlScope } from './xml-rows';

/** Returns a row for data that a format cannot express: a list of items as JSON in one field of the entry. */
export function extensionRow(member: string, path: string): Row<XmlScope> {
  return {
    member,
    path,
    isOfSense: false,
    find: ({ chain, visits }) => {
      const items = itemsAt(chain, path);
      if (items.length > 0) readPath(chain, path, visits);
      return listedItems(items, (left) => {
        storeItems(chain, path, left);
      });
    },
    accepts: () => true,
    make: ({ chain }, item) => {
      storeItems(chain, path, [...itemsAt(chain, path), item]);
    },
  };
}

function itemsAt(chain: XmlChain, path: string): readonly TypedItem[] {
  const text = readPath(chain, path);
  return text === undefined ? [] : itemsIn(text);
}

function storeItems(chain: XmlChain, path: string, items: readonly TypedItem[]): void {
  writePath(chain, path, items.length > 0 ? JSON.stringify(items) : undefined);
}
