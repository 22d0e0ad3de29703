import { isJsonList, isJsonObject } from '../../../shared/json';
import type { Json, JsonObject } from '../../../shared/json';
import type { ItemChange, ItemShape } from '../item-shape';
import { isContainer, readWritten, type WrittenItem } from '../read-items';
import { UnmappedFields } from '../unmapped-fields';
import { isEmpty, type Envelope, membersNamed } from '../article-envelopes';
import { collapseOf } from './collapse-items';
import { matchItems } from './match-items';
import { scalarText } from '../values';

/**
 * Computes the JSON of a list that is read as the given items. It keeps the shape of the source: items that are matched keep their
 * members and the spelling of these, unmapped fields remain, and a single item remains without a list.
 *
 * @returns null if the list is to be removed; `undefined` if the source is already read as the given items
 */
export function changedList<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  items: readonly ItemChange<T>[] | null,
): Json | undefined {
  const lists = membersNamed(envelopes, shape.names);
  const newItems = (items ?? []).map((item) => normalised(item, shape));
  let written = readWritten(envelopes, shape, new UnmappedFields());
  let matches = matchItems(written, newItems, shape);
  const matched = new Set(matches.values());
  const hasToSplit = (item: WrittenItem<T>) => item.readings.length > 1 && !matched.has(item);
  if (written.some(hasToSplit)) {
    written = written.flatMap((item) => (hasToSplit(item) ? splitItem(item, shape) : [item]));
    matches = matchItems(written, newItems, shape);
  }
  const unread = new Set(written.filter(({ readings }) => readings.length === 0));
  const values: ItemValue[] = [];
  for (let index = 0; index < newItems.length;) {
    const counterpart = matches.get(index);
    const run = newItems.slice(index, index + (counterpart?.readings.length ?? 1));
    if (counterpart) values.push(...takeBefore(counterpart, written, unread));
    values.push(
      counterpart
        ? { value: changedItem(counterpart, run, shape), textMember: counterpart.textMember }
        : { value: newItem(written, run[0] ?? {}, shape), textMember: written[0]?.textMember },
    );
    index += run.length;
  }
  values.push(...unread);
  const isSame =
    values.length === written.length && values.every(({ value }, index) => value === written[index]?.value);
  if (isSame) return undefined;
  return values.length === 0 ? null : inContainer(values, lists, shape);
}

/** The JSON of an item, and the member that a plain text stands for. */
export type ItemValue = Pick<WrittenItem<never>, 'value' | 'textMember'>;

/** Takes the unread items before another item, which keep their position. */
function takeBefore<T>(
  item: WrittenItem<T>,
  written: readonly WrittenItem<T>[],
  unread: Set<WrittenItem<T>>,
): readonly ItemValue[] {
  const end = written.indexOf(item);
  let start = end;
  for (let before = written[start - 1]; before && unread.delete(before); before = written[start - 1]) start--;
  return written.slice(start, end);
}

/** Normalises the fields of an item as reading does, for comparison: blank text becomes null. Values that do not fit their field remain. */
function normalised<T extends object>(item: ItemChange<T>, shape: ItemShape<T>): ItemChange<T> {
  const { members } = shape;
  const fields = memberFields(shape).map((field) => {
    const value = item[field] as Json | undefined;
    if (value === undefined || value === null) return [field, value] as const;
    return [field, isEmpty(value) ? null : (members[field].read(value) ?? value)] as const;
  });
  return Object.fromEntries(fields) as ItemChange<T>;
}

/** The JSON of an item of the source after changing the fields whose values differ from those read. */
function changedItem<T extends object>(
  { value, readings: [reading], textMember }: WrittenItem<T>,
  run: readonly ItemChange<T>[],
  shape: ItemShape<T>,
): Json {
  const item: ItemChange<T> = run[0] ?? {};
  const nameOfText = textMember ?? shape.textMember;
  const own: JsonObject = isJsonObject(value) ? value : { [nameOfText]: value };
  const collapse = collapseOf(shape);
  const collapsed = collapse?.run(own, run) ?? own;
  let object = collapsed;
  for (const field of memberFields(shape)) {
    const isSame = item[field] === undefined || (item[field] ?? undefined) === reading?.[field];
    if (isSame || (collapsed !== own && collapse?.fields.includes(field))) continue;
    object = withField(object, shape.members[field].names, item[field] as Json, [own]);
  }
  return object === own ? value : asPlainText(object, value, nameOfText);
}

/** Splits an item that is read as several typed items into one item for each. Used if a change does not keep all of them. */
function splitItem<T extends object>(item: WrittenItem<T>, shape: ItemShape<T>): readonly WrittenItem<T>[] {
  const items = shape.expand?.({ value: item.value, path: '', extraPath: [] }, new UnmappedFields()) ?? [];
  if (items.length !== item.readings.length) return [item];
  return items.map(({ value }, index) => ({
    value: isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
      : value,
    readings: item.readings.slice(index, index + 1),
  }));
}

/** The JSON of an item that the source lacks. Its members have the names and types that other items have. */
function newItem<T extends object>(
  written: readonly WrittenItem<T>[],
  item: ItemChange<T>,
  shape: ItemShape<T>,
): Json {
  const others = written.flatMap(({ value }) => (isJsonObject(value) ? [value] : []));
  let object: JsonObject = {};
  for (const field of memberFields(shape)) {
    const { names } = shape.members[field];
    const value = item[field] as Json | undefined;
    const ordered = [...new Set([...(names.includes(field) ? [field] : []), ...names])];
    if (value !== undefined && value !== null) object = withField(object, ordered, value, others);
  }
  const [{ value, textMember = shape.textMember } = { value: null }] = written;
  return asPlainText(object, value, textMember);
}

/**
 * Sets or removes a field of an item. The member keeps its name, and a number that is written as text remains a text.
 *
 * @param names member names of the field
 * @param others items from which a new member takes its name and type
 */
function withField(
  object: JsonObject,
  names: readonly string[],
  value: Json | undefined,
  others: readonly JsonObject[],
): JsonObject {
  const isWritten = (holder: JsonObject) => (name: string) => !isEmpty(holder[name]);
  const name =
    names.find(isWritten(object)) ?? others.flatMap((other) => names.find(isWritten(other)) ?? [])[0];
  if (value === undefined || value === null)
    return Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)));
  const isText = others.some((other) => name !== undefined && typeof other[name] === 'string');
  const memberValue = isText && typeof value === 'number' ? String(value) : value;
  return { ...object, [name ?? names[0] ?? '']: memberValue };
}

/** Returns the plain text of an item that has only this text, if the value before was a plain text; otherwise the object. */
function asPlainText(object: JsonObject, before: Json, textMember: string): Json {
  const [only, ...others] = Object.keys(object);
  const wasPlainText = scalarText(before) !== undefined;
  return wasPlainText && only === textMember && others.length === 0 ? (object[textMember] ?? null) : object;
}

/**
 * Puts the items into the container of the first list. Lists under several names are merged into one, in which plain texts of a list
 * where they stand for another member become objects.
 */
export function inContainer<T extends object>(
  items: readonly ItemValue[],
  [first]: ReturnType<typeof membersNamed>,
  shape: ItemShape<T>,
): Json {
  const textMemberOfList = first && shape.textMembers?.[first.name];
  const values = items.map(({ value, textMember }) =>
    isJsonObject(value) || textMember === textMemberOfList
      ? value
      : { [textMember ?? shape.textMember]: value },
  );
  const container = first?.value;
  const isObject = isContainer(container, shape);
  const inner = isObject ? container[shape.itemsMember] : container;
  const list = isEmpty(inner) || isJsonList(inner) || values.length !== 1 ? values : (values[0] ?? null);
  return isObject ? { ...container, [shape.itemsMember]: list } : list;
}

function memberFields<T>({ members }: ItemShape<T>): readonly (keyof T & string)[] {
  return Object.keys(members) as (keyof T & string)[];
}
