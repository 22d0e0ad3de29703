/** A field of a record: its marker without the backslash, and its value as written. */
export type SfmField = [marker: string, value: string];

/** A part of a record: the whole entry, or a sense. */
export interface SfmScope {
  readonly record: SfmField[];
  /** The field `\sn` that begins the sense; absent for the whole entry. */
  readonly sense?: SfmField | undefined;
  /** Language tags by the letters of markers: `e` for English, `n` for the national language. */
  readonly languages: Readonly<Record<string, string>>;
  /** The fields of the scope by marker, before any change. */
  readonly fields: ReadonlyMap<string, readonly SfmField[]>;
  /** Collects the fields that are read, for the loss report. */
  readonly visits?: Set<SfmField> | undefined;
}

/** Markers that may precede the sense to which they belong. */
const ABOVE_SENSE = /^(?:ps|pn)(?:_|$)/u;

/** Fields after this marker belong to a subentry. They are stored but not read. */
const SUBENTRY = 'se';

/**
 * Returns the index of the first subentry; the length of the record if there is none. An empty `\se`, as in templates, begins a subentry
 * only if a part of speech follows.
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

/** Returns the fields of a scope, in order. */
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

/** Returns the fields of a scope by marker. */
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

/** Returns the sense that follows a part of speech, otherwise the sense that contains it. */
function senseBelow(record: readonly SfmField[], index: number): SfmField | undefined {
  let next = index;
  while (ABOVE_SENSE.test(record[next]?.[0] ?? '')) next += 1;
  if (record[next]?.[0] === 'sn') return record[next];
  return record.slice(0, index).findLast(([marker]) => marker === 'sn');
}

/** Returns the fields that begin senses. */
export function senseFields(record: readonly SfmField[]): readonly SfmField[] {
  return record.slice(0, subentryIn(record)).filter(([marker]) => marker === 'sn');
}

/** Inserts a field after another one. */
export function insertBehind(record: SfmField[], before: SfmField | undefined, field: SfmField): void {
  record.splice(before === undefined ? record.length : record.indexOf(before) + 1, 0, field);
}

export function removeField(record: SfmField[], field: SfmField): void {
  const at = record.indexOf(field);
  if (at !== -1) record.splice(at, 1);
}

/** Marker for data without an MDF marker: `\zgriot member [items as JSON]`, and `\zgriot id name`. */
export const EXTENSION = 'zgriot';

const ID = 'id ';

/** Returns the field with the public identifier of a record, if the record has one. */
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

/** Fields at the end of a record that do not describe the word. */
const TRAILING_MARKERS: ReadonlySet<string> = new Set(['dt', 'st', 'tb']);

/** Adds a field after the last one with its marker, otherwise at the end of its scope. */
export function addField(scope: SfmScope, field: SfmField): void {
  const fields = scopeFields(scope);
  const same = fields.findLast(([marker]) => marker === field[0]);
  insertBehind(
    scope.record,
    same ??
      fields.findLast(([marker]) => !TRAILING_MARKERS.has(marker) && marker !== SUBENTRY) ??
      scope.sense,
    field,
  );
}
