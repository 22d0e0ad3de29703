import { isJsonList, isJsonObject } from '../../../shared/json';
import type { Json, JsonObject } from '../../../shared/json';
import type { GivenItem, ItemShape } from './item-shape';
import { isContainer, readWritten, type WrittenItem } from '../read-items';
import { UnmappedFields } from '../unmapped-fields';
import { isEmpty, type Envelope, writtenUnder } from '../article-envelopes';
import { matchItems } from './match-items';
import { textOf } from '../values';

/** Fields that `gather` has written. */
const GATHERED: ReadonlySet<string> = new Set(['lang', 'target']);

/**
 * Computes the JSON of a list that is read as the given items. It keeps the shape of the source: items that are matched keep their
 * members and the spelling of these, unmapped fields remain, and a single item remains without a list.
 *
 * @returns null if the list is to be removed; `undefined` if the source is already read as the given items
 */
export function changedList<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  items: readonly GivenItem<T>[] | null,
): Json | undefined {
  const lists = writtenUnder(envelopes, shape.names);
  const given = (items ?? []).map((item) => cleaned(item, shape));
  let written = readWritten(envelopes, shape, new UnmappedFields());
  let found = matchItems(written, given, shape);
  const whole = new Set(found.values());
  if (written.some((item) => item.readings.length > 1 && !whole.has(item))) {
    written = written.flatMap((item) =>
      item.readings.length > 1 && !whole.has(item) ? apart(item, shape) : [item],
    );
    found = matchItems(written, given, shape);
  }
  const unread = new Set(written.filter(({ readings }) => readings.length === 0));
  const values: Json[] = [];
  for (let index = 0; index < given.length;) {
    const counterpart = found.get(index);
    const run = given.slice(index, index + (counterpart?.readings.length ?? 1));
    if (counterpart) values.push(...takeBefore(counterpart, written, unread));
    values.push(counterpart ? merged(counterpart, run, shape) : madeLike(written, run[0] ?? {}, shape));
    index += run.length;
  }
  for (const { value } of unread) values.push(value);
  const isSame =
    values.length === written.length && values.every((value, index) => value === written[index]?.value);
  if (isSame) return undefined;
  return values.length === 0 ? null : listed(values, lists, shape);
}

/** Takes the unread items before another item, which keep their position. */
function takeBefore<T>(
  item: WrittenItem<T>,
  written: readonly WrittenItem<T>[],
  unread: Set<WrittenItem<T>>,
): readonly Json[] {
  const end = written.indexOf(item);
  let start = end;
  for (let before = written[start - 1]; before && unread.delete(before); before = written[start - 1]) start--;
  return written.slice(start, end).map(({ value }) => value);
}

/** Normalises the fields of an item as reading does, for comparison: blank text becomes null. Values that do not fit their field remain. */
function cleaned<T extends object>(item: GivenItem<T>, shape: ItemShape<T>): GivenItem<T> {
  const { members } = shape;
  const fields = fieldsOf(shape).map((field) => {
    const value = item[field] as Json | undefined;
    if (value === undefined || value === null) return [field, value] as const;
    return [field, isEmpty(value) ? null : (members[field].read(value) ?? value)] as const;
  });
  return Object.fromEntries(fields) as GivenItem<T>;
}

/** The JSON of an item of the source after changing the fields whose values differ from those read. */
function merged<T extends object>(
  { value, readings: [reading] }: WrittenItem<T>,
  run: readonly GivenItem<T>[],
  shape: ItemShape<T>,
): Json {
  const item: GivenItem<T> = run[0] ?? {};
  const own: JsonObject = isJsonObject(value) ? value : { [shape.bare]: value };
  const gathered = shape.gather?.(own, run) ?? own;
  let object = gathered;
  for (const field of fieldsOf(shape)) {
    const isSame = item[field] === undefined || (item[field] ?? undefined) === reading?.[field];
    if (isSame || (gathered !== own && GATHERED.has(field))) continue;
    object = withField(object, shape.members[field].names, item[field] as Json, [own]);
  }
  return object === own ? value : bareIfSo(object, value, shape);
}

/** Splits an item that is read as several typed items into one item for each. Used if a change does not keep all of them. */
function apart<T extends object>(item: WrittenItem<T>, shape: ItemShape<T>): readonly WrittenItem<T>[] {
  const items = shape.spread?.({ value: item.value, path: '', at: [] }, new UnmappedFields()) ?? [];
  if (items.length !== item.readings.length) return [item];
  return items.map(({ value }, index) => ({
    value: isJsonObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
      : value,
    readings: item.readings.slice(index, index + 1),
  }));
}

function madeLike<T extends object>(
  written: readonly WrittenItem<T>[],
  item: GivenItem<T>,
  shape: ItemShape<T>,
): Json {
  const others = written.flatMap(({ value }) => (isJsonObject(value) ? [value] : []));
  let object: JsonObject = {};
  for (const field of fieldsOf(shape)) {
    const { names } = shape.members[field];
    const value = item[field] as Json | undefined;
    const ordered = [...new Set([...(names.includes(field) ? [field] : []), ...names])];
    if (value !== undefined && value !== null) object = withField(object, ordered, value, others);
  }
  return bareIfSo(object, written[0]?.value, shape);
}

/** Sets or removes a field. It keeps its member name and number format, otherwise it takes those of its neighbours. */
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
  const spelled = isText && typeof value === 'number' ? String(value) : value;
  return { ...object, [name ?? names[0] ?? '']: spelled };
}

/** Returns an item as plain text if it has only a text and the list had plain texts; otherwise the object. */
function bareIfSo<T extends object>(
  object: JsonObject,
  before: Json | undefined,
  { bare }: ItemShape<T>,
): Json {
  const [only, ...others] = Object.keys(object);
  const isBare = before !== undefined && !isJsonObject(before) && textOf(before) !== undefined;
  return isBare && only === bare && others.length === 0 ? (object[bare] ?? null) : object;
}

/** Puts the items into the container of the first list. Lists under several names are merged into one. */
function listed<T extends object>(
  values: readonly Json[],
  [first]: ReturnType<typeof writtenUnder>,
  shape: ItemShape<T>,
): Json {
  const container = first?.value;
  const isWrapper = isContainer(container, shape);
  const inner = isWrapper ? container[shape.wrapper] : container;
  const list = isEmpty(inner) || isJsonList(inner) || values.length !== 1 ? values : (values[0] ?? null);
  return isWrapper ? { ...container, [shape.wrapper]: list } : list;
}

function fieldsOf<T>({ members }: ItemShape<T>): readonly (keyof T & string)[] {
  return Object.keys(members) as (keyof T & string)[];
}
