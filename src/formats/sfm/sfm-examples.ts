import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row } from '../lens/typed-item';
import { addField, scopeFields } from './sfm-parts';
import {
  fieldValue,
  sfmValue,
  insertAfter,
  placeOf,
  removeSfmField,
  type SfmField,
  type SfmScope,
} from './sfm-record';
import type { ExampleMarkers } from './tagged-markers';

interface Example {
  readonly scope: SfmScope;
  readonly lead: SfmField;
  /** The reference field before the example, if any. */
  readonly reference: SfmField | undefined;
  readonly targets: readonly SfmField[];
}

/** Reads `\rf`, `\xv` and translations: one item per translation, or one item without a translation. */
export function sfmExampleRow(
  markers: ExampleMarkers,
  part: Pick<Row<SfmScope>, 'isOfSense'>,
): Row<SfmScope> {
  const [first = 'xv'] = markers.leads;
  return {
    member: 'examples',
    path: `\\${first}`,
    ...part,
    find: (scope) =>
      markers.leads.flatMap((marker) =>
        (scope.fields.get(marker) ?? []).flatMap((lead) => examplesOf(lead, scope, markers)),
      ),
    accepts: (item) =>
      item['content'] !== undefined &&
      (item['target'] === undefined) === (item['lang'] === undefined) &&
      (item['target'] === undefined || targetMarkerFor(item['lang'], markers) !== undefined) &&
      Object.keys(item).every((name) => ['content', 'lang', 'target', 'reference'].includes(name)),
    make: (scope, item) => {
      const text = fieldText(item['content']);
      const written = scopeFields(scope).find(
        (field) => markers.leads.includes(field[0]) && fieldValue(field) === text,
      );
      const lead: SfmField = written ?? [first, sfmValue(text)];
      if (!written) {
        if (item['reference'] !== undefined) addField(scope, ['rf', sfmValue(item['reference'])]);
        addExample(scope, lead, markers);
      }
      const marker = targetMarkerFor(item['lang'], markers);
      if (marker !== undefined && item['target'] !== undefined)
        insertAfter(scope.record, targetsOf(lead, scope.record, markers).at(-1) ?? lead, [
          marker,
          sfmValue(item['target']),
        ]);
    },
  };
}

/** Adds an example after its reference if that has just been added, otherwise after the last example and its translations. */
function addExample(scope: SfmScope, lead: SfmField, { leads, targets }: ExampleMarkers): void {
  const fields = scopeFields(scope);
  const last = fields.findLast(
    ([marker]) => Object.hasOwn(targets, marker) || leads.includes(marker) || marker === 'rf',
  );
  if (last) insertAfter(scope.record, last, lead);
  else addField(scope, lead);
}

/** Markers that begin an entry or a sense. A translation after one of them does not belong to an earlier example. */
const BEGINNING_MARKERS: ReadonlySet<string> = new Set(['sn', 'se', 'ps']);

/** Maximum number of fields between an example and its translation: words, glosses and recordings of the example. */
const MAX_ROWS_BETWEEN = 10;

/** Returns the translations that follow an example. */
function targetsOf(
  lead: SfmField,
  record: readonly SfmField[],
  { leads, targets }: ExampleMarkers,
): readonly SfmField[] {
  const translations: SfmField[] = [];
  let between = 0;
  for (let index = placeOf(lead, record) + 1; index < record.length && between <= MAX_ROWS_BETWEEN; index++) {
    const next = record[index];
    if (!next || leads.includes(next[0]) || BEGINNING_MARKERS.has(next[0])) break;
    if (!Object.hasOwn(targets, next[0])) between += 1;
    else if (translations.some(([marker]) => marker === next[0])) break;
    else translations.push(next);
  }
  return translations;
}

function examplesOf(lead: SfmField, scope: SfmScope, markers: ExampleMarkers): readonly FoundItem[] {
  const content = fieldValue(lead);
  if (content === '') return [];
  const before = scope.record[placeOf(lead, scope.record) - 1];
  const reference = before?.[0] === 'rf' && before[1].trim() !== '' ? before : undefined;
  const targets = targetsOf(lead, scope.record, markers).filter(([, value]) => value.trim() !== '');
  for (const field of [lead, ...(reference ? [reference] : []), ...targets]) scope.visits?.add(field);
  const own = { content, ...(reference ? { reference: fieldValue(reference) } : {}) };
  const example = { scope, lead, reference, targets };
  if (targets.length === 0)
    return [
      {
        item: own,
        write: writer(example, undefined),
        remove: () => {
          removeAll(example);
        },
      },
    ];
  let left = targets.length;
  return targets.map((target) => ({
    item: {
      ...own,
      lang: markers.targets[target[0]] ?? '',
      target: fieldValue(target),
    },
    write: writer(example, target),
    remove: () => {
      left -= 1;
      removeSfmField(scope.record, target);
      if (left === 0) removeAll(example);
    },
  }));
}

function removeAll({ scope, lead, reference, targets }: Example): void {
  for (const field of [lead, ...(reference ? [reference] : []), ...targets])
    removeSfmField(scope.record, field);
}

function writer({ lead, reference }: Example, target: SfmField | undefined) {
  return (name: string, value: Json | undefined): boolean => {
    if (value === undefined) return false;
    const text = sfmValue(value);
    if (name === 'content') lead[1] = text;
    else if (name === 'target' && target) target[1] = text;
    else if (name === 'reference' && reference) reference[1] = text;
    else return false;
    return true;
  };
}

function targetMarkerFor(lang: Json | undefined, { targets }: ExampleMarkers): string | undefined {
  return Object.keys(targets).find((marker) => targets[marker] === lang);
}
