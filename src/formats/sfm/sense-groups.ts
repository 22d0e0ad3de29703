import type { SfmField } from './sfm-record';

/** Matches markers that may precede the sense to which they belong. */
export const ABOVE_SENSE = /^(?:ps|pn)(?:_|$)/u;

/** Matches markers of glosses and definitions, with the letters of MDF or the language tags of FieldWorks. */
const MEANING = /^(?:[gd][enrvfp]|[gd]_\S+)$/u;

/** The fields from a part of speech to the next one. */
interface Group {
  /** The part of speech; absent for the fields above the first one. */
  readonly lead?: SfmField;
  /** The marker of the first other field. */
  first?: string;
  hasMeaning: boolean;
  hasSenses: boolean;
}

/** Parts of speech that begin senses, by record as it was read. A change does not move an item to another sense. */
const LEADS = new WeakMap<readonly SfmField[], ReadonlySet<SfmField>>();

/**
 * Returns the parts of speech that begin senses of their own: `\ps n \ge dog \ps v \ge follow`. MDF groups the senses of a word by part of
 * speech, and people write no `\sn` in a group with a single sense.
 *
 * @param senses the fields `\sn` that begin senses
 * @param subentries the fields that begin subentries, which have groups of their own
 */
export function groupLeads(
  record: readonly SfmField[],
  senses: (field: SfmField) => boolean,
  subentries: ReadonlySet<SfmField>,
): ReadonlySet<SfmField> {
  const known = LEADS.get(record);
  if (known) return known;
  const leads = new Set<SfmField>();
  let groups: Group[] = [];
  const collect = () => {
    for (const lead of leadsOf(groups)) leads.add(lead);
  };
  let before = '';
  for (const field of record) {
    const [marker, value] = field;
    const group = groups.at(-1);
    if (!group || subentries.has(field)) {
      collect();
      groups = [{ hasMeaning: false, hasSenses: false }];
    } else if (marker === 'sn' ? !senses(field) : value.trim() === '') continue;
    else if (!ABOVE_SENSE.test(marker)) {
      group.first ??= marker;
      group.hasSenses ||= marker === 'sn';
      group.hasMeaning ||= MEANING.test(marker);
    } else if (marker.startsWith('ps') && before !== 'sn' && !ABOVE_SENSE.test(before))
      groups.push({ lead: field, hasMeaning: false, hasSenses: false });
    before = marker;
  }
  collect();
  LEADS.set(record, leads);
  return leads;
}

/**
 * Returns the leads among the groups of a word: from the first group with glosses and without `\sn`, unless `\sn` follows the part of speech.
 * Where a gloss or `\sn` precedes the parts of speech, these do not begin its senses.
 */
function leadsOf([above, ...groups]: readonly Group[]): readonly SfmField[] {
  const isSingle = groups.filter(({ hasMeaning, hasSenses }) => hasMeaning || hasSenses).length < 2;
  if (!above || above.hasMeaning || above.hasSenses || isSingle) return [];
  const from = groups.findIndex(({ hasMeaning, hasSenses }) => hasMeaning && !hasSenses);
  if (from === -1) return [];
  return groups.slice(from).flatMap(({ lead, first }) => (lead && first !== 'sn' ? [lead] : []));
}

/** Forgets which parts of speech began senses before a record was changed. */
export function forgetGroups(record: readonly SfmField[]): void {
  LEADS.delete(record);
}

/**
 * Writes `\sn` above parts of speech if one of them no longer begins a sense without it, for example after the other groups were removed.
 *
 * @param before the fields that began senses and subentries before the change
 * @param now those that a reader of the changed record finds
 */
export function numberLostSenses(
  record: SfmField[],
  before: readonly SfmField[],
  now: ReadonlyMap<SfmField, unknown>,
): void {
  const present = new Set(record);
  const numbers = new Map(before.map((lead, index) => [lead, index + 1] as const));
  const leads = new Set(before.filter((lead) => ABOVE_SENSE.test(lead[0]) && present.has(lead)));
  if ([...leads].every((lead) => now.has(lead))) return;
  const numbered = record.flatMap((field): SfmField[] =>
    leads.has(field) ? [['sn', String(numbers.get(field))], field] : [field],
  );
  for (const [index, field] of numbered.entries()) record[index] = field;
}
