import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row, type TypedItem } from '../lens/typed-item';
import { addField, scopeFields } from './sfm-parts';
import {
  fieldValue,
  insertAfter,
  placeOf,
  removeSfmField,
  type SfmField,
  type SfmScope,
  sfmValue,
  wrappedText,
} from './sfm-record';

/** A marker that states the kind of the following fields: `\lf` before `\lv`, `\pdl` before `\pdv`. */
interface LabelMarker {
  readonly marker: string;
  /** The item field that the label sets. */
  readonly field: string;
  /** Markers allowed between the label and its items. */
  readonly between: readonly string[];
}

/** The label field of an item. */
interface Label {
  readonly item: TypedItem;
  /** Changes the label, unless it also applies to other fields. */
  readonly write: (name: string, value: Json | undefined) => boolean;
  /** Returns the label, to remove it with the field; empty if other fields use the label too. */
  readonly own: () => readonly SfmField[];
}

function labelOf(lead: SfmField, { record, visits }: SfmScope, meaning: MarkerMeaning): Label {
  const { label } = meaning;
  const above = label && fieldAbove(lead, record, meaning);
  if (!above) return { item: {}, write: () => false, own: () => [] };
  visits?.add(above);
  const own = () => {
    const below = record.filter(
      (field) => field[0] === lead[0] && fieldAbove(field, record, meaning) === above,
    );
    return below.length === 1 ? [above] : [];
  };
  return {
    item: { [label.field]: fieldValue(above) },
    write: (name, value) => {
      if (name !== label.field || fieldText(value) === '' || own().length === 0) return false;
      above[1] = sfmValue(value);
      return true;
    },
    own,
  };
}

/** Maximum number of fields after a label, since each of them searches for it. */
const MAX_ROWS_BELOW = 100;

function fieldAbove(
  lead: SfmField,
  record: readonly SfmField[],
  { label, suffixes }: MarkerMeaning,
): SfmField | undefined {
  const place = placeOf(lead, record);
  const baseAt = (at: number) => baseOf(record[at]?.[0] ?? '', suffixes);
  let index = place - 1;
  while (index > place - MAX_ROWS_BELOW && label?.between.includes(baseAt(index)) === true) index -= 1;
  const above = record[index];
  return above && baseAt(index) === label?.marker && above[1].trim() !== '' ? above : undefined;
}

/** Adds a label and a field after it, after the existing ones. */
function addLabelled(
  scope: SfmScope,
  { marker, between }: LabelMarker,
  [label, lead]: readonly [label: string, lead: SfmField],
): void {
  const above: SfmField = [marker, label];
  const last = scopeFields(scope).findLast(([name]) => name === marker || between.includes(name));
  if (last) insertAfter(scope.record, last, above);
  else addField(scope, above);
  insertAfter(scope.record, above, lead);
}

/** The meaning of a marker. */
export interface MarkerMeaning {
  readonly member: string;
  /** The item field that has the value. */
  readonly field: string;
  readonly constants?: TypedItem;
  /** Letter of the language. The language becomes the `lang` of the item. */
  readonly letter?: string;
  /** Separator of several items in one field. */
  readonly split?: string;
  /** Separator in fields without the other one; no item contains it. */
  readonly orSplit?: string;
  /** Markers after the field that belong to the same item, with their item fields. */
  readonly followers?: Readonly<Record<string, string>>;
  /** The preceding marker that states the kind of the item. It may apply to several items. */
  readonly label?: LabelMarker;
  /** Markers that repeat the value in another language. If a scope has one of them, the field is kept for export only. */
  readonly unless?: readonly string[];
  /** Language suffixes that the label and the followers may have. */
  readonly suffixes?: readonly string[];
}

/** Returns a marker without the language suffix that FieldWorks appends. */
function baseOf(marker: string, suffixes: readonly string[] | undefined): string {
  if (!suffixes) return marker;
  const at = marker.indexOf('_');
  return at > 0 && suffixes.includes(marker.slice(at + 1)) ? marker.slice(0, at) : marker;
}

function constantsOf({ constants, letter }: MarkerMeaning, { languages }: SfmScope): TypedItem {
  return letter === undefined ? { ...constants } : { lang: languages[letter] ?? `x-${letter}`, ...constants };
}

/** Maps a marker to items of a typed list. */
export function markerRow(
  marker: string,
  meaning: MarkerMeaning,
  part: Pick<Row<SfmScope>, 'isOfSense'>,
): Row<SfmScope> {
  const { member, field, followers = {}, label, unless = [] } = meaning;
  return {
    member,
    path: `\\${marker}`,
    ...part,
    find: (scope) =>
      unless.some((earlier) => scope.fields.get(earlier)?.some(([, value]) => value.trim() !== ''))
        ? []
        : (scope.fields.get(marker) ?? []).flatMap((lead) =>
            markerItems(lead, { scope, meaning, constants: constantsOf(meaning, scope) }),
          ),
    accepts: (item) =>
      fitsField(item[field], meaning) &&
      Object.keys(item).every(
        (name) =>
          name === field ||
          (name === 'lang' && meaning.letter !== undefined) ||
          name === label?.field ||
          name in (meaning.constants ?? {}) ||
          Object.values(followers).includes(name),
      ) &&
      (label === undefined || fieldText(item[label.field]) !== '') &&
      Object.entries(meaning.constants ?? {}).every(([name, value]) => item[name] === value),
    make: (scope, item) => {
      const lead: SfmField = [marker, sfmValue(item[field])];
      if (label) addLabelled(scope, label, [sfmValue(item[label.field]), lead]);
      else addField(scope, lead);
      let last = lead;
      for (const [follower, name] of Object.entries(followers))
        if (item[name] !== undefined) {
          const next: SfmField = [follower, sfmValue(item[name])];
          insertAfter(scope.record, last, next);
          last = next;
        }
    },
  };
}

/** Reads the word of a subentry that is a sense: see `SENSE`. It is removed with the sense. */
export function subentryRow(marker: string, meaning: MarkerMeaning): Row<SfmScope> {
  const row = markerRow(marker, meaning, { isOfSense: true });
  return {
    ...row,
    find: (scope, before) => row.find(scope, before).map((item) => ({ ...item, remove: () => undefined })),
    accepts: () => false,
  };
}

/** Restricts a row to the items of one language. */
export function ofLanguage(
  row: Row<SfmScope>,
  letter: string,
  languages: SfmScope['languages'],
): Row<SfmScope> {
  const tag = languages[letter] ?? `x-${letter}`;
  return { ...row, accepts: (item) => item['lang'] === tag && row.accepts(item) };
}

/** Reads a definition as a translation if its language has none. The translation is removed with the definition. */
export function definitionAsTranslation(definition: Row<SfmScope>): Row<SfmScope> {
  return {
    ...definition,
    member: 'translations',
    find: (scope, before) => {
      const earlier = before.filter(
        ({ member, item }) => member === 'translations' && item['reversal'] !== true,
      );
      const languages = new Set(earlier.map(({ item }) => item['lang']));
      return definition
        .find(scope, before)
        .filter(({ item }) => !languages.has(item['lang']))
        .map((found) => ({ ...found, remove: () => undefined }));
    },
    accepts: () => false,
    make: () => undefined,
  };
}

function fitsField(value: Json | undefined, { split, orSplit }: MarkerMeaning): boolean {
  const text = fieldText(value);
  return (
    text !== '' && [split, orSplit].every((separator) => separator === undefined || !text.includes(separator))
  );
}

interface Lead {
  readonly scope: SfmScope;
  readonly meaning: MarkerMeaning;
  readonly constants: TypedItem;
}

function markerItems(lead: SfmField, { scope, meaning, constants }: Lead): readonly FoundItem[] {
  const { field, followers = {}, suffixes, orSplit } = meaning;
  const split = lead[1].includes(meaning.split ?? '') ? meaning.split : (orSplit ?? meaning.split);
  const parts: (string | undefined)[] = (split === undefined ? [lead[1]] : lead[1].split(split))
    .map(wrappedText)
    .filter((part) => part !== '');
  if (parts.length === 0) return [];
  scope.visits?.add(lead);
  const following = followersOf(lead, scope.record, meaning);
  for (const field of following) if (field[1].trim() !== '') scope.visits?.add(field);
  const more = Object.fromEntries(
    following.flatMap((follower) =>
      follower[1].trim() === ''
        ? []
        : [[followers[baseOf(follower[0], suffixes)] ?? '', fieldValue(follower)]],
    ),
  );
  const label = labelOf(lead, scope, meaning);
  const store = () => {
    const left = parts.filter((part) => part !== undefined).map(sfmValue);
    if (left.length > 0) lead[1] = left.join(split === undefined ? '' : `${split} `);
    else if (lead === scope.sense) lead[1] = '';
    else for (const own of [lead, ...following, ...label.own()]) removeSfmField(scope.record, own);
  };
  return parts.map((text, index) => ({
    item: { [field]: text ?? '', ...label.item, ...(index === 0 ? more : {}), ...constants },
    write: (name, value) => {
      if (name === field && fitsField(value, meaning)) {
        parts[index] = fieldText(value);
        store();
        return true;
      }
      if (label.write(name, value)) return true;
      const marker = Object.keys(followers).find((key) => followers[key] === name);
      if (marker === undefined || index > 0) return false;
      writeFollower(scope.record, { lead, following, marker, value });
      return true;
    },
    remove: () => {
      parts[index] = undefined;
      store();
    },
  }));
}

interface FollowerValue {
  readonly lead: SfmField;
  readonly following: readonly SfmField[];
  readonly marker: string;
  readonly value: Json | undefined;
}

function writeFollower(record: SfmField[], { lead, following, marker, value }: FollowerValue): void {
  const written = following.find(([name]) => name === marker || name.startsWith(`${marker}_`));
  if (written && value === undefined) removeSfmField(record, written);
  else if (written) written[1] = sfmValue(value);
  else if (value !== undefined) insertAfter(record, lead, [marker, sfmValue(value)]);
}

/** Returns the fields directly after a lead that belong to the same item, at most one of each marker. */
function followersOf(
  lead: SfmField,
  record: readonly SfmField[],
  { followers = {}, suffixes }: MarkerMeaning,
): readonly SfmField[] {
  const following: SfmField[] = [];
  for (let index = placeOf(lead, record) + 1; index < record.length; index++) {
    const next = record[index];
    if (!next) break;
    const base = baseOf(next[0], suffixes);
    if (!Object.hasOwn(followers, base)) break;
    if (following.some(([marker]) => baseOf(marker, suffixes) === base)) break;
    following.push(next);
  }
  return following;
}
