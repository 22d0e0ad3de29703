import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import {
  appendChain,
  readPath,
  removeChain,
  selectChains,
  type Visits,
  writePath,
  type XmlChain,
} from './xml-path';
import type { XmlElement } from './xml-tree';

/** The scope of rows over XML: an element, and the record of the paths that are read. */
export interface XmlScope {
  readonly chain: XmlChain;
  readonly visits?: Visits | undefined;
  /** The sense that the element represents. */
  readonly sense?: { readonly number: number; readonly parent?: number | undefined };
  /** Spellings of the headword of the entry, in scopes of senses; for rows that compare words with it. */
  readonly headwords?: ReadonlySet<string>;
  /** Import settings that rows use. */
  readonly options: Readonly<Record<string, string | undefined>>;
}

/** The path of an item field in the element. Of several paths, the first non-empty one is read. */
export type FieldPath = string | readonly string[];

/** Converts a value of a field between the typed reading and the format. */
export interface ValueCodec {
  readonly read: (text: string, item: TypedItem) => string;
  readonly write: (text: string, item: TypedItem) => string;
}

/** A row that maps elements to items. */
export interface XmlRowSpec {
  readonly member: string;
  /** Path of the elements, each of which is an item, from the entry or sense. */
  readonly path: string;
  readonly isOfSense?: boolean;
  readonly fields: Readonly<Record<string, FieldPath>>;
  /** Fields that an item has because of its location; only items with these fields are created here. */
  readonly constants?: TypedItem;
  /** Fields of which an item has at least one. */
  readonly needs: readonly string[];
  /** Computes fields that follow from others and cannot be written. */
  readonly derived?: (item: TypedItem) => TypedItem;
  /** Conversion of values between the typed reading and the format. `read` gets the fields before this one in `fields`. */
  readonly spelling?: Readonly<Record<string, ValueCodec>>;
  /** Whether another row reads the item. */
  readonly isTaken?: (item: TypedItem, chain: XmlChain) => boolean;
  /** Fields in which an item repeats one of the same member that preceding rows have found, so that it is none. */
  readonly repeats?: readonly string[];
  /** Whether an element at the path is an item. */
  readonly isAt?: (element: XmlElement) => boolean;
  /** Whether the format treats line breaks as spaces, so that it cannot represent a text with a line break. */
  readonly isOneLine?: boolean;
  /** Whether the element around an item remains when its last item is removed, because it is an item itself. */
  readonly keepsParent?: boolean;
  /** Fields that join the texts of all elements at their path. */
  readonly joined?: readonly string[];
  /** Whether another row creates new items. */
  readonly isReadOnly?: boolean;
  /** Path of a new element, if `path` is ambiguous. */
  readonly makeAt?: string;
  /** Attributes that a new element must have. */
  readonly defaults?: Readonly<Record<string, string>>;
}

export function xmlRow(spec: XmlRowSpec): Row<XmlScope> {
  const { member, path, isOfSense = false } = spec;
  return {
    member,
    path,
    isOfSense,
    find: (scope, before) => {
      const known = knownItems(spec, before);
      return selectChains(scope.chain, path).flatMap((chain) => {
        const element = chain.at(-1);
        if (spec.isAt && element && !spec.isAt(element)) return [];
        const item = itemAt(chain, spec);
        if (item === undefined || spec.isTaken?.(item, chain) === true) return [];
        if (known?.has(repeatKey(spec, item)) === true) return [];
        if (scope.visits) itemAt(chain, spec, scope.visits);
        return [foundAt(chain, scope, { spec, item })];
      });
    },
    accepts: (item) =>
      spec.isReadOnly !== true &&
      (spec.isOneLine !== true || Object.values(item).every(isOneLine)) &&
      Object.entries(spec.constants ?? {}).every(([field, value]) => item[field] === value) &&
      Object.keys(item).every(
        (field) => field in spec.fields || field in (spec.constants ?? {}) || isDerived(item, field, spec),
      ) &&
      spec.needs.some((field) => field in item),
    make: (scope, item) => {
      const chain = appendItem(scope.chain, { ...spec, path: spec.makeAt ?? path }, item);
      for (const [name, value] of Object.entries(spec.defaults ?? {})) attributesOf(chain)[name] ??= value;
      for (const field of Object.keys(spec.fields))
        if (item[field] !== undefined) writeField(chain, spec, { field, value: item[field], item });
    },
  };
}

const COLLAPSED: ValueCodec = { read: collapsed, write: (text) => text };

/** Returns a row whose texts are read as one line, for formats that treat line breaks as spaces. */
export function oneLineRow(spec: XmlRowSpec): Row<XmlScope> {
  const spelling = Object.fromEntries(
    Object.keys(spec.fields).map((field) => [field, spec.spelling?.[field] ?? COLLAPSED]),
  );
  return xmlRow({ ...spec, spelling, isOneLine: true });
}

/** Returns such a row for entries and one for senses. */
export function entryAndSenseRows(spec: Omit<XmlRowSpec, 'isOfSense'>): readonly Row<XmlScope>[] {
  return [oneLineRow({ ...spec, isOfSense: true }), oneLineRow({ ...spec, isOfSense: false })];
}

function repeatKey({ repeats = [] }: XmlRowSpec, item: TypedItem): string {
  return JSON.stringify(repeats.map((field) => item[field]));
}

/** The items that items of a row may repeat. A set, since an entry may have thousands of both. */
function knownItems(
  spec: XmlRowSpec,
  before: Parameters<Row<XmlScope>['find']>[1],
): ReadonlySet<string> | undefined {
  if (!spec.repeats) return undefined;
  const sameMember = before.filter(({ member }) => member === spec.member);
  return new Set(sameMember.map(({ item }) => repeatKey(spec, item)));
}

/** Collapses white space to single spaces. */
export function collapsed(text: string): string {
  // Only white space as XML defines it: a no-break space before a colon is text.
  return text.replace(/[ \t\r\n]+/gu, ' ').replace(/^ | $/gu, '');
}

/** Whether collapsing white space does not change a value. */
function isOneLine(value: Json | undefined): boolean {
  return typeof value !== 'string' || collapsed(value) === value;
}

function attributesOf(chain: XmlChain): Record<string, string> {
  return chain.at(-1)?.[1] ?? {};
}

function isDerived(item: TypedItem, field: string, { derived }: XmlRowSpec): boolean {
  const fields: TypedItem | undefined = derived?.(item);
  return fields?.[field] === item[field];
}

/** Adds an element, in a new parent if the existing parents have other values than the item. */
function appendItem(scope: XmlChain, spec: XmlRowSpec, item: TypedItem): XmlChain {
  // The fields belong to the entry or sense itself.
  if (spec.path === '') return scope;
  const outer = Object.entries(spec.fields).filter(([, place]) =>
    pathsOf(place).some((alternative) => alternative.startsWith('../')),
  );
  const at = spec.path.lastIndexOf('/');
  if (outer.length === 0 || at === -1) return appendChain(scope, spec.path);
  const [parentPath, childPath] = [spec.path.slice(0, at), spec.path.slice(at + 1)];
  const isMultitext = spec.fields['lang'] === '@lang';
  const parent = selectChains(scope, parentPath).find(
    (chain) =>
      isMultitext &&
      outer.every(([field, place]) => {
        const written = pathsOf(place)
          .map((alternative) => readPath(chain, alternative.slice(3)))
          .find((text) => text !== undefined);
        return (written ?? undefined) === (item[field] ?? undefined);
      }) &&
      selectChains(chain, childPath).every((child) => readPath(child, '@lang') !== item['lang']),
  );
  return appendChain(parent ?? appendChain(scope, parentPath), childPath);
}

function pathsOf(place: FieldPath): readonly string[] {
  return typeof place === 'string' ? [place] : place;
}

function itemAt(chain: XmlChain, spec: XmlRowSpec, visits?: Visits): TypedItem | undefined {
  const item: Record<string, Json> = {};
  for (const [field, place] of Object.entries(spec.fields)) {
    const text = pathsOf(place)
      .map((alternative) => readField(chain, alternative, { visits, isJoined: spec.joined?.includes(field) }))
      .find((value) => value !== undefined);
    if (text !== undefined) item[field] = spec.spelling?.[field]?.read(text, item) ?? text;
  }
  if (!spec.needs.some((field) => field in item)) return undefined;
  return { ...item, ...spec.derived?.(item), ...spec.constants };
}

const JOINER = '; ';

function readField(
  chain: XmlChain,
  place: string,
  {
    visits,
    isJoined = false,
  }: { readonly visits: Visits | undefined; readonly isJoined: boolean | undefined },
): string | undefined {
  if (!isJoined) return readPath(chain, place, visits);
  const texts = selectChains(chain, place).flatMap((selected) => readPath(selected, '', visits) ?? []);
  return texts.length === 0 ? undefined : texts.join(JOINER);
}

/** Writes the parts of a text to as many elements. A text with another number of parts is that of the first one, and replaces the others. */
function writeJoined(chain: XmlChain, place: string, text: string): boolean {
  const places = selectChains(chain, place).filter((selected) => readPath(selected, '') !== undefined);
  if (places.length < 2) return false;
  const parts = text.split(JOINER);
  const [first, ...others] = places;
  if (parts.length === places.length)
    for (const [at, chain] of places.entries()) writePath(chain, '', parts[at]);
  else if (first) {
    writePath(first, '', text);
    for (const other of others) removeChain(other, chain.length);
  }
  return true;
}

function foundAt(
  chain: XmlChain,
  scope: XmlScope,
  { spec, item }: { readonly spec: XmlRowSpec; readonly item: TypedItem },
): FoundItem {
  return {
    item,
    write: (field, value) => {
      const place = spec.fields[field];
      if (place === undefined || (spec.isOneLine === true && !isOneLine(value))) return false;
      const isShared = pathsOf(place).some((alternative) => alternative.startsWith('../'));
      if (isShared && selectChains(chain.slice(0, -1), chain.at(-1)?.[0] ?? '').length > 1) return false;
      writeField(chain, spec, { field, value, item });
      return true;
    },
    remove: () => {
      removeChain(chain, spec.keepsParent === true ? chain.length - 1 : scope.chain.length);
    },
  };
}

interface FieldValue {
  readonly field: string;
  readonly value: Json | undefined;
  readonly item?: TypedItem;
}

/** Writes a field at its existing path, otherwise at its first path. */
function writeField(
  chain: XmlChain,
  { fields, spelling, joined = [] }: XmlRowSpec,
  { field, value, item = {} }: FieldValue,
): void {
  const places = pathsOf(fields[field] ?? []);
  const place = places.find((alternative) => readPath(chain, alternative) !== undefined) ?? places[0];
  if (place === undefined || (value === undefined && readPath(chain, place) === undefined)) return;
  const text = value === undefined || value === null ? undefined : fieldText(value);
  if (text !== undefined && joined.includes(field) && writeJoined(chain, place, text)) return;
  writePath(chain, place, text === undefined ? undefined : (spelling?.[field]?.write(text, item) ?? text));
}

/** Returns a row for one field of the entry. */
export function entryField(
  field: string,
  fieldPath: FieldPath,
  path: string,
  spelling?: ValueCodec,
): Row<XmlScope> {
  const spec: XmlRowSpec = {
    member: 'entry',
    path,
    fields: { [field]: fieldPath },
    needs: [],
    ...(spelling && { spelling: { [field]: spelling } }),
  };
  return {
    member: 'entry',
    path,
    isOfSense: false,
    find: ({ chain, visits }) => {
      const text = pathsOf(fieldPath)
        .map((alternative) => readPath(chain, alternative, visits))
        .find((text) => text !== undefined);
      if (text === undefined) return [];
      const write = (_: string, value: Json | undefined) => {
        writeField(chain, spec, { field, value });
        return true;
      };
      return [{ item: { [field]: spelling?.read(text, {}) ?? text }, write, remove: () => undefined }];
    },
    accepts: (item) => field in item,
    make: ({ chain }, item) => {
      writeField(chain, spec, { field, value: item[field] });
    },
  };
}
