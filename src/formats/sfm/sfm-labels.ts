import type { Json } from '../../shared/json';
import { fieldText, type TypedItem } from '../lens/typed-item';
import { addField, scopeFields } from './sfm-parts';
import { insertBehind, type SfmField, type SfmScope } from './sfm-record';

/** A marker that states the kind of the following fields: `\lf` before `\lv`, `\pdl` before `\pdv`. */
export interface LabelMarker {
  readonly marker: string;
  /** The item field that the label sets. */
  readonly field: string;
  /** Markers allowed between the label and its items. */
  readonly between: readonly string[];
}

/** The label field of an item. */
export interface Label {
  readonly item: TypedItem;
  /** Changes the label, unless it also applies to other fields. */
  readonly write: (name: string, value: Json | undefined) => boolean;
  /** Returns the label, to remove it with the field; empty if other fields use the label too. */
  readonly own: () => readonly SfmField[];
}

export function labelOf(lead: SfmField, { record, visits }: SfmScope, label: LabelMarker | undefined): Label {
  const above = label && fieldAbove(lead, record, label);
  if (!above) return { item: {}, write: () => false, own: () => [] };
  visits?.add(above);
  const own = () => {
    const below = record.filter((one) => one[0] === lead[0] && fieldAbove(one, record, label) === above);
    return below.length === 1 ? [above] : [];
  };
  return {
    item: { [label.field]: above[1].trim() },
    write: (name, value) => {
      if (name !== label.field || fieldText(value) === '' || own().length === 0) return false;
      above[1] = fieldText(value);
      return true;
    },
    own,
  };
}

/** Maximum number of fields after a label, since each of them searches for it. */
const MAX_ROWS_BELOW = 100;

function fieldAbove(lead: SfmField, record: readonly SfmField[], label: LabelMarker): SfmField | undefined {
  const place = record.indexOf(lead);
  let index = place - 1;
  while (index > place - MAX_ROWS_BELOW && label.between.includes(record[index]?.[0] ?? '')) index -= 1;
  const above = record[index];
  return above?.[0] === label.marker && above[1].trim() !== '' ? above : undefined;
}

/** Adds a label and a field after it, behind the existing ones. */
export function addLabelled(
  scope: SfmScope,
  { marker, between }: LabelMarker,
  [label, lead]: readonly [label: string, lead: SfmField],
): void {
  const above: SfmField = [marker, label];
  const last = scopeFields(scope).findLast(([one]) => one === marker || between.includes(one));
  if (last) insertBehind(scope.record, last, above);
  else addField(scope, above);
  insertBehind(scope.record, above, lead);
}
