import { isJsonList, isJsonObject, type Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';

/** A JSON object that is read, and changed in place. */
export type JsonMembers = Record<string, Json>;

/** Names of the members that have been read of each object, for the loss report. */
export type ReadMembers = Map<object, Set<string>>;

export interface JsonScope {
  readonly object: JsonMembers;
  /** Number of the sense, within one. */
  readonly sense?: number;
  readonly visits?: ReadMembers | undefined;
}

/** Conversion of a field from and to JSON. */
export interface JsonSpelling {
  readonly read: (value: Json | undefined) => string | undefined;
  readonly write: (text: string | undefined) => Json | undefined;
}

const TEXT_SPELLING: JsonSpelling = {
  read: (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined),
  write: (text) => text,
};

/** Maps a list of objects to items. */
export interface ListSpec {
  readonly member: string;
  /** The name of the list. */
  readonly list: string;
  readonly isOfSense: boolean;
  /** Members by item field. The first non-empty member is read; a new item has the first member. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** Fields of which an item has at least one. */
  readonly needs: readonly string[];
  readonly constants?: TypedItem;
  /** Computes further fields from those of the item. */
  readonly derived?: (item: TypedItem) => TypedItem;
  readonly spelling?: Readonly<Record<string, JsonSpelling>>;
  /** Whether an object belongs to this row. @param owner the object with the list */
  readonly isItem?: (object: JsonMembers, owner: JsonMembers) => boolean;
  /** Additional members of a new object. */
  readonly initial?: Readonly<JsonMembers>;
}

/** Returns the row for a list of objects. */
export function listRow(spec: ListSpec): Row<JsonScope> {
  const { member, list, isOfSense, fields } = spec;
  return {
    member,
    path: list,
    isOfSense,
    find: (scope) =>
      objectsIn(scope.object[list]).flatMap((object): readonly FoundItem[] => {
        const item =
          spec.isItem?.(object, scope.object) === false ? undefined : itemOf(object, spec, scope.visits);
        return item === undefined ? [] : [foundItem(object, spec, { scope, item })];
      }),
    accepts: (item, scope) =>
      spec.needs.some((name) => item[name] !== undefined) &&
      Object.keys(item).every((name) => name in fields || item[name] === fixedOf(spec, item)[name]) &&
      Object.entries(fixedOf(spec, item)).every(([name, value]) => item[name] === value) &&
      (scope === undefined || spec.isItem?.(newObject(item, spec), scope.object) !== false),
    make: ({ object }, item) => {
      const before = object[list];
      object[list] = [...(isJsonList(before) ? before : []), newObject(item, spec)];
    },
  };
}

/** Creates an object. */
function newObject(item: TypedItem, spec: ListSpec): JsonMembers {
  const object: JsonMembers = { ...spec.initial };
  for (const [name, [place = name]] of Object.entries(spec.fields))
    if (item[name] !== undefined)
      setMember(object, place, fieldSpelling(spec, name).write(fieldText(item[name])));
  return object;
}

/** Returns the fields that cannot be written. */
function fixedOf({ constants, derived }: ListSpec, item: TypedItem): TypedItem {
  return { ...constants, ...derived?.(item) };
}

function fieldSpelling({ spelling }: ListSpec, field: string): JsonSpelling {
  return spelling?.[field] ?? TEXT_SPELLING;
}

export function objectsIn(value: Json | undefined): readonly JsonMembers[] {
  return isJsonList(value) ? value.filter(isJsonObject) : [];
}

function itemOf(object: JsonMembers, spec: ListSpec, visits: ReadMembers | undefined): TypedItem | undefined {
  const item: Record<string, Json> = {};
  const read: string[] = [];
  for (const [field, places] of Object.entries(spec.fields)) {
    const same = placesWritten(object, places, fieldSpelling(spec, field));
    if (same.text === undefined) continue;
    item[field] = same.text;
    read.push(...same.places);
  }
  if (!spec.needs.some((name) => name in item)) return undefined;
  for (const place of read) visit(visits, object, place);
  return { ...item, ...fixedOf(spec, item) };
}

/** Returns the text of the first non-empty member, and all members with the same text. */
function placesWritten(object: JsonMembers, places: readonly string[], { read }: JsonSpelling) {
  const filled = places.map((place) => ({ place, text: read(object[place]) }));
  const text = filled.find((field) => field.text !== undefined)?.text;
  return { text, places: filled.filter((field) => field.text === text).map(({ place }) => place) };
}

export function visit(visits: ReadMembers | undefined, object: object, member: string): void {
  if (!visits) return;
  const seen = visits.get(object);
  if (seen) seen.add(member);
  else visits.set(object, new Set([member]));
}

interface Place {
  readonly scope: JsonScope;
  readonly item: TypedItem;
}

function foundItem(object: JsonMembers, spec: ListSpec, { scope, item }: Place): FoundItem {
  return {
    item,
    write: (field, value) => {
      const places = Object.hasOwn(spec.fields, field) ? spec.fields[field] : undefined;
      const [first] = places ?? [];
      if (places === undefined || first === undefined) return false;
      const spelling = fieldSpelling(spec, field);
      const written = placesWritten(object, places, spelling);
      const text = value === undefined ? undefined : fieldText(value);
      for (const place of written.text === undefined ? [first] : written.places)
        setMember(object, place, spelling.write(text));
      return true;
    },
    remove: () => {
      const before = scope.object[spec.list];
      const left = isJsonList(before) ? before.filter((item) => item !== object) : [];
      setMember(scope.object, spec.list, left.length > 0 ? left : undefined);
    },
  };
}

export function setMember(object: JsonMembers, name: string, value: Json | undefined): void {
  if (value === undefined) Reflect.deleteProperty(object, name);
  else object[name] = value;
}

interface TextSpec {
  readonly member: string;
  readonly name: string;
  readonly isOfSense: boolean;
  /** Whether the member is a list of texts. */
  readonly isList: boolean;
  readonly constants?: TypedItem;
  /** Whether a text of the list is an item. */
  readonly isItem?: (text: string, object: JsonMembers) => boolean;
}

/** Returns the row for a text, or for each text of a list, as an item with a `content`. */
export function textRow(spec: TextSpec): Row<JsonScope> {
  const { member, name, isOfSense, isList, constants = {} } = spec;
  return {
    member,
    path: name,
    isOfSense,
    find: (scope) => itemsFromTexts(scope, spec),
    accepts: (item, scope) =>
      item['content'] !== undefined &&
      Object.keys(item).every((field) => field === 'content' || item[field] === constants[field]) &&
      Object.entries(constants).every(([field, value]) => item[field] === value) &&
      (isList || scope?.object[name] === undefined),
    make: ({ object }, item) => {
      const text = fieldText(item['content']);
      const before = object[name];
      object[name] = isList ? [...(isJsonList(before) ? before : []), text] : text;
    },
  };
}

function itemsFromTexts(
  { object, visits }: JsonScope,
  { name, constants = {}, isItem }: TextSpec,
): readonly FoundItem[] {
  const value = object[name];
  if (value === undefined) return [];
  const isList = isJsonList(value);
  const parts: (Json | undefined)[] = isList ? [...value] : [value];
  const store = () => {
    const left = parts.filter((part) => part !== undefined);
    setMember(object, name, isList && left.length > 0 ? left : left[0]);
  };
  return parts.flatMap((part, index): readonly FoundItem[] => {
    const content = TEXT_SPELLING.read(part);
    if (content === undefined || isItem?.(content, object) === false) return [];
    visit(visits, object, name);
    const replace = (text: string | undefined) => {
      parts[index] = text;
      store();
    };
    return [
      {
        item: { content, ...constants },
        write: (field, text) => {
          if (field !== 'content' || text === undefined) return false;
          replace(fieldText(text));
          return true;
        },
        remove: () => {
          replace(undefined);
        },
      },
    ];
  });
}
