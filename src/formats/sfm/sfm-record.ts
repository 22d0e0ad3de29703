/** One field of a record: its marker without the backslash, and its value as spelled. */
export type SfmField = [marker: string, value: string];

/** A part of a record: what belongs to the whole entry, or to one sense. */
export interface SfmScope {
  readonly record: SfmField[];
  /** The field `\sn` that begins the sense; absent for the whole entry. */
  readonly sense?: SfmField | undefined;
  /** Language tags by the letters of markers: `e` for English, `n` for the national language. */
  readonly languages: Readonly<Record<string, string>>;
  /** The fields of the scope by their markers, as they are before anything is changed. */
  readonly fields: ReadonlyMap<string, readonly SfmField[]>;
  /** Takes the fields that are read, for the loss report. */
  readonly visits?: Set<SfmField> | undefined;
}

/** Markers that may stand in front of a sense and belong to it. */
const ABOVE_SENSE = /^(?:ps|pn)(?:_|$)/u;

/** Fields behind it belong to a subentry and are kept as they are. */
const SUBENTRY = 'se';

/**
 * Where the first subentry begins; behind the last field where there is none. An empty `\se`, as templates have it, begins one only
 * where a part of speech stands behind it.
 */
function subentryIn(record: readonly SfmField[]): number {
  let empty: number | undefined;
  for (const [index, [marker, value]] of record.entries()) {
    const isFilled = value.trim() !== '';
    if (marker === SUBENTRY && isFilled) return index;
    if (marker === SUBENTRY) empty = index;
    else if (empty !== undefined && isFilled && ABOVE_SENSE.test(marker)) return empty;
  }
  return record.length;
}

/** The fields of a scope, in order. */
export function scopeFields({ record, sense }: Pick<SfmScope, 'record' | 'sense'>): readonly SfmField[] {
  let current: SfmField | undefined;
  const end = subentryIn(record);
  return record.filter((field, index) => {
    const [marker] = field;
    if (marker === SUBENTRY) return sense === undefined;
    if (index >= end) return false;
    if (marker === 'sn') current = field;
    else if (current && ABOVE_SENSE.test(marker)) return senseBelow(record, index) === sense;
    return current === sense;
  });
}

/** The fields of a scope by their markers. */
export function fieldsByMarker(
  scope: Pick<SfmScope, 'record' | 'sense'>,
): ReadonlyMap<string, readonly SfmField[]> {
  const fields = new Map<string, SfmField[]>();
  for (const field of scopeFields(scope)) {
    const same = fields.get(field[0]);
    if (same) same.push(field);
    else fields.set(field[0], [field]);
  }
  return fields;
}

/** The sense that a part of speech stands above, where one does; else the one that it stands in. */
function senseBelow(record: readonly SfmField[], index: number): SfmField | undefined {
  let next = index;
  while (ABOVE_SENSE.test(record[next]?.[0] ?? '')) next += 1;
  if (record[next]?.[0] === 'sn') return record[next];
  return record.slice(0, index).findLast(([marker]) => marker === 'sn');
}

/** The fields that begin senses. */
export function senseFields(record: readonly SfmField[]): readonly SfmField[] {
  return record.slice(0, subentryIn(record)).filter(([marker]) => marker === 'sn');
}

/** Puts a field behind another one. */
export function insertBehind(record: SfmField[], before: SfmField | undefined, field: SfmField): void {
  record.splice(before === undefined ? record.length : record.indexOf(before) + 1, 0, field);
}

export function removeField(record: SfmField[], field: SfmField): void {
  const at = record.indexOf(field);
  if (at !== -1) record.splice(at, 1);
}

/** Marker of what MDF has no marker for: `\zgriot member [items as JSON]`, and `\zgriot id name`. */
export const EXTENSION = 'zgriot';

const ID = 'id ';

/** The field with the identifier of a record that has one of this server. */
export function idField(record: readonly SfmField[]): SfmField | undefined {
  return record.find(([marker, value]) => marker === EXTENSION && value.startsWith(ID));
}

/** Returns the names of a record: its identifier, and its headword with the homograph number. */
export function recordNames(
  record: readonly SfmField[],
  first: string,
): readonly [id: string | undefined, word: string] {
  const valueOf = (marker: string) => record.find(([name]) => name === marker)?.[1].trim() ?? '';
  return [idField(record)?.[1].slice(ID.length), `${valueOf(first)} ${valueOf('hm')}`];
}

export function setId(record: SfmField[], publicId: string): void {
  const field = idField(record);
  if (field) field[1] = `${ID}${publicId}`;
  else record.push([EXTENSION, `${ID}${publicId}`]);
}

/** Fields that end a record and say nothing about the word. */
const LAST: ReadonlySet<string> = new Set(['dt', 'st', 'tb']);

/** Adds a field behind the last one of its marker, else at the end of its scope. */
export function addField(scope: SfmScope, field: SfmField): void {
  const fields = scopeFields(scope);
  const same = fields.findLast(([marker]) => marker === field[0]);
  insertBehind(
    scope.record,
    same ?? fields.findLast(([marker]) => !LAST.has(marker) && marker !== SUBENTRY) ?? scope.sense,
    field,
  );
}
