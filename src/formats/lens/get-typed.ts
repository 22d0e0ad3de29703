import type { Json, JsonObject } from '../../shared/json';
import type { FoundItem, Lens, Row, Scopes, TypedItem } from './typed-item';

/** An item with the row and the scope that found it. */
export interface Located extends FoundItem {
  readonly member: string;
  readonly sense: number | undefined;
}

/** All items of a tree by typed list. */
export type LocatedItems = ReadonlyMap<string, readonly Located[]>;

/** Finds the typed items of an entry, in the order of the rows and, within a row, of the senses. */
export function locateItems<Tree, Scope>(lens: Lens<Tree, Scope>, scopes: Scopes<Scope>): LocatedItems {
  const located = new Map<string, Located[]>();
  const inScope = new Map<Scope, Located[]>();
  const take = (row: Row<Scope>, scope: Scope, sense: number | undefined) => {
    const before = listUnder(inScope, scope);
    const items = row.find(scope, before).map((found) => ({ ...found, member: row.member, sense }));
    const ofMember = listUnder(located, row.member);
    for (const item of items) {
      before.push(item);
      ofMember.push(item);
    }
  };
  for (const row of lens.rows)
    if (row.isOfSense) for (const [number, scope] of scopes.senses) take(row, scope, number);
    else take(row, scopes.entry, undefined);
  return new Map([...located].map(([member, items]) => [member, bySense(items)]));
}

/** Returns the stored list of a key, to which items are appended. A copy for each row would be quadratic in a table of many columns. */
function listUnder<Key>(lists: Map<Key, Located[]>, key: Key): Located[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Sorts items by sense, those of the whole entry first. Within a sense, the order remains. */
function bySense(items: readonly Located[]): readonly Located[] {
  return [...items].sort((a, b) => (a.sense ?? 0) - (b.sense ?? 0));
}

/** Name of the member with the fields of an entry, and of the lists in it. */
const ENTRY = 'entry';
const VARIANTS = 'variants';

/** Members with a single value. */
export const SINGLE: ReadonlySet<string> = new Set(['type', 'radical']);

/** Returns the free JSON of an article from the items of its tree. Lists without items are absent. */
export function typedJson(located: LocatedItems): JsonObject {
  const members: Record<string, Json> = {};
  const entry = Object.assign({}, ...(located.get(ENTRY) ?? []).map(({ item }) => item)) as Record<
    string,
    Json
  >;
  const variants = (located.get(VARIANTS) ?? []).map(itemWithSense);
  members[ENTRY] = variants.length > 0 ? { ...entry, variants } : entry;
  for (const [member, items] of located) {
    if (member === ENTRY || member === VARIANTS || items.length === 0) continue;
    members[member] = SINGLE.has(member) ? (items[0]?.item['content'] ?? null) : items.map(itemWithSense);
  }
  return members;
}

function itemWithSense({ item, sense }: Located): TypedItem {
  return sense === undefined || 'number' in item ? item : { sense, ...item };
}
