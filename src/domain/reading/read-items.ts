import { isJsonObject, type Json, type JsonObject, isJsonList, memberPath } from '../../shared/json';
import { essentialFields, type Item, type ItemShape } from './item-shape';
import type { UnmappedFields } from './unmapped-fields';
import { entryMember, isEmpty, membersNamed, type Envelope, type WrittenMember } from './article-envelopes';
import { keepRest, readMembers } from './read-members';
import { scalarText } from './values';

/** An item of the source with the typed items that are read from it. */
export interface WrittenItem<T> {
  readonly value: Json;
  readonly path?: string;
  readonly textMember?: string | undefined;
  /** Empty if the item is empty or invalid; several if the item was expanded. */
  readonly readings: readonly T[];
}

/** The objects that may contain a list: the envelopes, and before them the entry, if its shape says so. */
export function envelopesOfList(
  envelopes: readonly Envelope[],
  { isInEntry = false }: Pick<ItemShape<never>, 'isInEntry'>,
): readonly Envelope[] {
  const entry = isInEntry ? entryMember(envelopes) : undefined;
  return isJsonObject(entry?.value) ? [{ object: entry.value, path: entry.path }, ...envelopes] : envelopes;
}

/**
 * Reads the typed items of a list. Empty items are omitted; invalid ones are kept as unmapped fields.
 *
 * @param envelopes objects that may contain the list
 */
export function readItems<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly T[] {
  return readWritten(envelopes, shape, unmapped).flatMap(({ readings }) => readings);
}

/** As `readItems`, but returns the typed items by item of the source. */
export function readWritten<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly WrittenItem<T>[] {
  let position = 0;
  return itemsIn(membersNamed(envelopes, shape.names), shape, unmapped).map((written) => {
    const readings: T[] = [];
    for (const item of shape.expand?.(written, unmapped) ?? [written]) {
      const fields = readItem(item, shape, unmapped);
      if (fields === undefined) continue;
      position++;
      // readItem returns only items with an essential field, and the types require no other.
      readings.push((shape.complete?.(fields, position) ?? fields) as T);
    }
    return { value: written.value, path: written.path, textMember: written.textMember, readings };
  });
}

/** Reads the fields of an item. @returns `undefined` if it has no essential field */
function readItem<T extends object>(item: Item, shape: ItemShape<T>, unmapped: UnmappedFields) {
  if (isEmpty(item.value)) return undefined;
  const object = itemAsObject(item, shape);
  if (object === undefined) {
    unmapped.keepUnfit(item, item.extraPath, 'is neither a text nor an object');
    return undefined;
  }
  const { listNames = [] } = shape;
  const read = readMembers({ object, path: item.path }, shape.members, listNames);
  const hasEssential =
    essentialFields(shape).some((field) => read.fields[field] !== undefined) ||
    membersNamed([{ object, path: item.path }], listNames).length > 0;
  if (hasEssential) keepRest(read, item.extraPath, unmapped);
  else if (read.unfit.length + read.unknown.length > 0) {
    unmapped.keepUnfit(item, item.extraPath, `has none of ${essentialFields(shape).join(', ')}`);
  }
  return hasEssential ? read.fields : undefined;
}

/** An item as an object; `undefined` if it is neither an object nor a text. */
function itemAsObject<T>({ value, textMember }: Item, shape: ItemShape<T>): JsonObject | undefined {
  if (isJsonObject(value)) return value;
  return scalarText(value) === undefined ? undefined : { [textMember ?? shape.textMember]: value };
}

/** The items of lists: each list is an array, a single item, or an object with either in its `itemsMember`. */
function itemsIn<T extends object>(
  written: readonly WrittenMember[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly Item[] {
  const { extraPath = shape.names.slice(0, 1) } = shape;
  return written
    .flatMap((list): readonly Omit<Item, 'extraPath'>[] => {
      const { value, name } = list;
      if (!isJsonObject(value) || !hasItemsMember(value, shape)) {
        const textMember = shape.textMembers?.[name];
        return itemsInValue(list).map((element) => ({ ...element, textMember }));
      }
      const { [shape.itemsMember]: inner = null, ...others } = value;
      const elements = itemsInValue({ value: inner, path: memberPath(list.path, shape.itemsMember) });
      // The object may also be an item: `{"data": {…}, "pair": "7/8"}` are two classes.
      if (hasEssentialMember(others, shape)) return [...elements, { value: others, path: list.path }];
      for (const [name, other] of Object.entries(others)) unmapped.keep([...extraPath, name], other);
      return elements;
    })
    .map((element, index) => ({ ...element, extraPath: [...extraPath, String(index)] }));
}

/** Whether a value is an object with the items of a list that is not an item too. */
export function isContainer<T extends object>(
  value: Json | undefined,
  shape: ItemShape<T>,
): value is JsonObject {
  if (!isJsonObject(value) || !hasItemsMember(value, shape)) return false;
  return !hasEssentialMember({ ...value, [shape.itemsMember]: null }, shape);
}

/**
 * Whether an object contains the items of a list. If `itemsMember` is also the name of a field, only with a list or an object in it:
 * `{form: "x"}` is an item, `{form: […]}` contains items.
 */
function hasItemsMember<T>(object: JsonObject, { itemsMember, members }: ItemShape<T>): boolean {
  const inner = object[itemsMember];
  return itemsMember in members ? isJsonList(inner) || isJsonObject(inner) : inner !== undefined;
}

/** Whether an object has a field without which an item is empty. */
export function hasEssentialMember<T extends object>(object: JsonObject, shape: ItemShape<T>): boolean {
  const names = essentialFields(shape).flatMap((field) => shape.members[field].names);
  return membersNamed([{ object, path: '' }], names).length > 0;
}

function itemsInValue({
  value,
  path,
}: Pick<WrittenMember, 'value' | 'path'>): readonly Omit<Item, 'extraPath'>[] {
  if (!isJsonList(value)) return [{ value, path }];
  return value.map((element, index) => ({ value: element, path: `${path}[${index}]` }));
}
