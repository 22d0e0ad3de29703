import type { Json } from '../../shared/json';
import { ABOVE_SENSE, groupLeads } from './sense-groups';
import { insertAfter, type SfmField, type SfmScope, SUBENTRY, TRAILING_MARKERS } from './sfm-record';

/** Fields that begin the parts of a record. */
interface Leads {
  /** The field that begins the part of each field; `undefined` for fields of the whole entry. */
  readonly owners: readonly (SfmField | undefined)[];
  /** Fields that begin senses and subentries, in order, with the subentry that contains the sense. */
  readonly parts: ReadonlyMap<SfmField, SfmField | undefined>;
}

/** Finds the parts of a record. Each subentry is a part, and contains the senses after it: `\sn`, or a part of speech: see `groupLeads`. */
export function leadsIn(record: readonly SfmField[]): Leads {
  const subentries = subentriesIn(record);
  const unfilled = unfilledSenses(record);
  const groups = groupLeads(record, (field) => !unfilled.has(field), subentries);
  const below = sensesBelow(record);
  const parts = new Map<SfmField, SfmField | undefined>();
  let [subentry, sense]: (SfmField | undefined)[] = [];
  const owners = record.map((field) => {
    const [marker] = field;
    if (subentries.has(field)) [subentry, sense] = [field, undefined];
    else if (marker === 'sn') sense = unfilled.has(field) ? undefined : field;
    else if (groups.has(field)) sense = field;
    else if (marker === SUBENTRY || TRAILING_MARKERS.has(marker)) return undefined;
    else return (sense && below.get(field)) ?? sense ?? subentry;
    if (unfilled.has(field)) return undefined;
    parts.set(field, field === subentry ? undefined : subentry);
    return field;
  });
  return { owners, parts };
}

/**
 * Returns the fields that begin subentries with fields of their own. The others only name a word. An empty `\se`, as in templates,
 * begins a subentry only if a part of speech follows.
 */
function subentriesIn(record: readonly SfmField[]): ReadonlySet<SfmField> {
  const subentries = new Set<SfmField>();
  let last: SfmField | undefined;
  for (const field of record) {
    const [marker, value] = field;
    if (marker === SUBENTRY) last = field;
    else if (last && value.trim() !== '' && !TRAILING_MARKERS.has(marker))
      if (last[1].trim() !== '' || ABOVE_SENSE.test(marker)) subentries.add(last);
  }
  return subentries;
}

/** Matches markers of fields at the end of templates, which say something of the word as a whole. */
const OF_WHOLE = /^(?:sd|th|is|bw|e[tgsc]|[uo][a-z]|n[a-z]|bb|so|mr)$/u;

/**
 * Returns the senses of templates that nobody filled in: without a number, and without a field of a sense. What stands in them, such as the
 * domain of the word, belongs to the word.
 */
function unfilledSenses(record: readonly SfmField[]): ReadonlySet<SfmField> {
  const unfilled = new Set<SfmField>();
  let isFilled = false;
  for (const field of record.toReversed()) {
    const [marker, value] = field;
    if (marker === 'sn') {
      if (value.trim() === '' && !isFilled) unfilled.add(field);
      isFilled = false;
    } else if (value.trim() === '') continue;
    else if (marker === SUBENTRY) isFilled = false;
    else if (!TRAILING_MARKERS.has(marker) && !OF_WHOLE.test(marker)) isFilled = true;
  }
  return unfilled;
}

/** Returns the senses directly below parts of speech. */
function sensesBelow(record: readonly SfmField[]): ReadonlyMap<SfmField, SfmField> {
  const below = new Map<SfmField, SfmField>();
  let next: SfmField | undefined;
  for (const field of record.toReversed()) {
    if (field[0] === 'sn') next = field;
    else if (!ABOVE_SENSE.test(field[0])) next = undefined;
    else if (next) below.set(field, next);
  }
  return below;
}

/** Returns the fields of a scope, in order. */
export function scopeFields({ record, sense }: Pick<SfmScope, 'record' | 'sense'>): readonly SfmField[] {
  const { owners } = leadsIn(record);
  return record.filter((_, index) => owners[index] === sense);
}

/** Returns the fields of each part by marker. */
export function fieldsByPart(
  record: readonly SfmField[],
  { owners }: Leads,
): ReadonlyMap<SfmField | undefined, ReadonlyMap<string, readonly SfmField[]>> {
  const parts = new Map<SfmField | undefined, Map<string, SfmField[]>>();
  for (const [index, field] of record.entries()) {
    const fields = parts.get(owners[index]) ?? new Map<string, SfmField[]>();
    parts.set(owners[index], fields);
    const same = fields.get(field[0]);
    if (same) same.push(field);
    else fields.set(field[0], [field]);
  }
  return parts;
}

/** Returns the fields of a scope. A new field of the word is not written among those of a template, of which it would make a sense. */
function filledFields(scope: SfmScope): readonly SfmField[] {
  const { record, sense } = scope;
  const first = sense ? undefined : [...unfilledSenses(record)].at(-1);
  const end = first ? record.indexOf(first) : record.length;
  const { owners } = leadsIn(record);
  return record.filter((_, index) => index < end && owners[index] === sense);
}

/**
 * Adds a field after the last one with its marker, otherwise at the end of its scope. A subentry is added at the end of the record, and a
 * part of speech at the beginning of its sense, because at the end it would belong to the next one.
 */
export function addField(scope: SfmScope, field: SfmField): void {
  const { record, sense } = scope;
  const fields = field[0] === SUBENTRY ? record : filledFields(scope);
  const isSame = ([marker]: SfmField) => marker === field[0];
  // Empty fields are those of templates, perhaps below another part of speech.
  const same = fields.findLast((other) => isSame(other) && other[1].trim() !== '') ?? fields.findLast(isSame);
  if (!same && sense?.[0] === 'sn' && ABOVE_SENSE.test(field[0])) {
    const at = record.indexOf(sense);
    record.splice(isFirstSense(record, at) && fields.length > 1 ? at + 1 : at, 0, field);
    return;
  }
  insertAfter(
    scope.record,
    same ??
      fields.findLast(([marker]) => !TRAILING_MARKERS.has(marker) && marker !== SUBENTRY) ??
      scope.sense,
    field,
  );
}

/**
 * Returns the field after which a new sense is written.
 *
 * @param lead a field that begins a subentry, or a sense in it; a sense of the word by default
 */
export function lastOfSenses(record: readonly SfmField[], lead: SfmField | undefined): SfmField | undefined {
  const { owners, parts } = leadsIn(record);
  const subentryOf = (owner: SfmField | undefined) =>
    owner && (owner[0] === SUBENTRY ? owner : parts.get(owner));
  const subentry = subentryOf(lead);
  return record.findLast(
    (field, index) =>
      subentryOf(owners[index]) === subentry &&
      !TRAILING_MARKERS.has(field[0]) &&
      (field[0] !== SUBENTRY || field === subentry),
  );
}

/** Whether the sense at an index is the first one. A part of speech above it belongs to the word or to the subentry. */
function isFirstSense(record: readonly SfmField[], at: number): boolean {
  const { parts } = leadsIn(record);
  const before = record.slice(0, at).findLast((field) => parts.has(field) || field[0] === SUBENTRY);
  return before === undefined || before[0] === SUBENTRY;
}

/** Fields in front of subentries that belong to the word and to no sense: homograph, citation form, pronunciation. */
const OF_WORD: ReadonlySet<string> = new Set(['hm', 'lc', 'ph']);

/** Numbers the senses and subentries of a record. A number stays while the record is changed. */
export class SenseNumbers {
  /** Whether the record has subentries, and fields of a sense of the word without `\sn`. This sense has the number 1 then. */
  readonly isFirstImplied: boolean;
  private readonly numbers = new Map<SfmField, number>();
  private last = 0;

  /** @param word the marker of the headword, above which there may be fields such as a number */
  constructor(record: readonly SfmField[], word: string) {
    const [first] = leadsIn(record).parts.keys();
    const begin = record.findIndex(([marker]) => marker === word) + 1;
    const above = first?.[0] === SUBENTRY ? record.slice(begin, record.indexOf(first)) : [];
    this.isFirstImplied = above.some(([marker, value]) => value.trim() !== '' && !OF_WORD.has(marker));
    if (this.isFirstImplied) this.last = 1;
  }

  of(lead: SfmField): number {
    const number = this.numbers.get(lead) ?? this.last + 1;
    this.set(lead, number);
    return number;
  }

  set(lead: SfmField, number: number): void {
    this.numbers.set(lead, number);
    this.last = Math.max(this.last, number);
  }

  leadOf(number: Json | undefined): SfmField | undefined {
    return [...this.numbers].find(([, known]) => known === number)?.[0];
  }
}
