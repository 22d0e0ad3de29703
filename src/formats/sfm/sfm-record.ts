import type { Json } from '../../shared/json';
import { fieldText } from '../lens/typed-item';

/** A field of a record: its marker without the backslash, and its value as written. */
export type SfmField = [marker: string, value: string];

/** A part of a record: the whole entry, a sense, or a subentry. */
export interface SfmScope {
  readonly record: SfmField[];
  /** The field that begins the sense (`\sn`, `\ps`) or the subentry (`\se`); absent for the whole entry. */
  readonly sense?: SfmField | undefined;
  /** Number of the sense; absent for the whole entry. A subentry is a sense too. */
  readonly number?: number;
  /** Number of the subentry that contains the sense. */
  readonly parent?: number | undefined;
  /** Language tags by the letters of markers: `e` for English, `n` for the national language. */
  readonly languages: Readonly<Record<string, string>>;
  /** The fields of the scope by marker, before any change. */
  readonly fields: ReadonlyMap<string, readonly SfmField[]>;
  /** Collects the fields that are read, for the loss report. */
  readonly visits?: Set<SfmField> | undefined;
}

/** Returns the text of a field: see `wrappedText`. */
export function fieldValue([, value]: SfmField): string {
  return wrappedText(value);
}

/** Returns the text of a value. Programs wrap long fields, so a line end is a space, and each blank line in a field is a line end. */
export function wrappedText(value: string): string {
  if (!value.includes('\n')) return value.trim();
  let [text, blanks] = ['', 0];
  for (const line of value.split('\n').map((part) => part.trim())) {
    if (line === '') blanks += 1;
    else {
      if (text !== '') text += blanks > 0 ? '\n'.repeat(blanks) : ' ';
      text += line;
      blanks = 0;
    }
  }
  return text;
}

/** Returns the value that has a text, of which no line is taken for another field: see `wrappedText`. */
export function sfmValue(text: Json | undefined): string {
  return fieldText(text)
    .replace(/\n+/g, (ends) => `${ends}\n`)
    .replaceAll('\n\\', '\n \\');
}

/** The marker that begins a subentry: a word with senses of its own. */
export const SUBENTRY = 'se';

/** Marker for data without an MDF marker: `\zgriot member [items as JSON]`, and `\zgriot id name`. */
export const EXTENSION_MARKER = 'zgriot';

/** Fields at the end of a record that do not describe the word. */
export const TRAILING_MARKERS: ReadonlySet<string> = new Set(['dt', 'st', 'tb', EXTENSION_MARKER]);

/** Inserts a field after another one. */
export function insertAfter(record: SfmField[], before: SfmField | undefined, field: SfmField): void {
  record.splice(before === undefined ? record.length : record.indexOf(before) + 1, 0, field);
}

export function removeSfmField(record: SfmField[], field: SfmField): void {
  const at = record.indexOf(field);
  if (at !== -1) record.splice(at, 1);
}

const ID = 'id ';

/** Returns the field with the public identifier of a record, if the record has one. */
export function identifierField(record: readonly SfmField[]): SfmField | undefined {
  return record.find(([marker, value]) => marker === EXTENSION_MARKER && value.startsWith(ID));
}

/** Returns the names of a record: its identifier, and its headword with the homograph number. */
export function recordNames(
  record: readonly SfmField[],
  first: string,
): readonly [id: string | undefined, word: string] {
  const valueOf = (marker: string) => record.find(([name]) => name === marker)?.[1].trim() ?? '';
  return [identifierField(record)?.[1].slice(ID.length), `${valueOf(first)} ${valueOf('hm')}`];
}

export function setId(record: SfmField[], publicId: string): void {
  const field = identifierField(record);
  if (field) field[1] = `${ID}${publicId}`;
  else record.push([EXTENSION_MARKER, `${ID}${publicId}`]);
}

/** Places of fields by record, as it was read. A record can have tens of thousands of fields, and readers look for the neighbours of each. */
const PLACES = new WeakMap<readonly SfmField[], ReadonlyMap<SfmField, number>>();

/** Returns the index of a field in its record; -1 if it is not there. Fields that were moved by a change are searched for. */
export function placeOf(field: SfmField, record: readonly SfmField[]): number {
  const places = PLACES.get(record) ?? new Map(record.map((own, index) => [own, index] as const));
  PLACES.set(record, places);
  const known = places.get(field);
  return known !== undefined && record[known] === field ? known : record.indexOf(field);
}
