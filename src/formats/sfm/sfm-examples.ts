import type { Json } from '../../shared/json';
import { fieldText, type FoundItem, type Row } from '../lens/typed-item';
import { addField, fieldsIn, insertBehind, removeField, type SfmField, type SfmScope } from './sfm-record';
import { followersOf } from './sfm-rows';
import type { ExampleMarkers } from './tagged-markers';

interface Example {
  readonly scope: SfmScope;
  readonly lead: SfmField;
  /** In front of the example. */
  readonly reference: SfmField | undefined;
  readonly targets: readonly SfmField[];
}

/** `\rf`, `\xv` and its translations: an item for each translation, or one without any. */
export function exampleRow(isOfSense: boolean, markers: ExampleMarkers): Row<SfmScope> {
  const [first = 'xv'] = markers.leads;
  return {
    member: 'examples',
    path: `\\${first}`,
    isOfSense,
    find: (scope) =>
      markers.leads.flatMap((marker) =>
        (scope.fields.get(marker) ?? []).flatMap((lead) => examplesOf(lead, scope, markers)),
      ),
    accepts: (item) =>
      item['content'] !== undefined &&
      (item['target'] === undefined) === (item['lang'] === undefined) &&
      (item['target'] === undefined || markerOf(item['lang'], markers) !== undefined) &&
      Object.keys(item).every((name) => ['content', 'lang', 'target', 'reference'].includes(name)),
    make: (scope, item) => {
      const text = fieldText(item['content']);
      const written = fieldsIn(scope).find(
        ([marker, value]) => markers.leads.includes(marker) && value.trim() === text,
      );
      const lead: SfmField = written ?? [first, text];
      if (!written) {
        if (item['reference'] !== undefined) addField(scope, ['rf', fieldText(item['reference'])]);
        addExample(scope, lead, markers);
      }
      const marker = markerOf(item['lang'], markers);
      if (marker !== undefined && item['target'] !== undefined)
        insertBehind(scope.record, followersOf(lead, scope.record, markers.targets).at(-1) ?? lead, [
          marker,
          fieldText(item['target']),
        ]);
    },
  };
}

/** Behind its reference where that was just added, else behind the last example with its translations. */
function addExample(scope: SfmScope, lead: SfmField, { leads, targets }: ExampleMarkers): void {
  const fields = fieldsIn(scope);
  const last = fields.findLast(
    ([marker]) => Object.hasOwn(targets, marker) || leads.includes(marker) || marker === 'rf',
  );
  if (last) insertBehind(scope.record, last, lead);
  else addField(scope, lead);
}

function examplesOf(lead: SfmField, scope: SfmScope, markers: ExampleMarkers): readonly FoundItem[] {
  const content = lead[1].trim();
  if (content === '') return [];
  const before = scope.record[scope.record.indexOf(lead) - 1];
  const reference = before?.[0] === 'rf' && before[1].trim() !== '' ? before : undefined;
  const targets = followersOf(lead, scope.record, markers.targets).filter(([, value]) => value.trim() !== '');
  for (const field of [lead, ...(reference ? [reference] : []), ...targets]) scope.visits?.add(field);
  const own = { content, ...(reference ? { reference: reference[1].trim() } : {}) };
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
      target: target[1].trim(),
    },
    write: writer(example, target),
    remove: () => {
      left -= 1;
      removeField(scope.record, target);
      if (left === 0) removeAll(example);
    },
  }));
}

function removeAll({ scope, lead, reference, targets }: Example): void {
  for (const field of [lead, ...(reference ? [reference] : []), ...targets]) removeField(scope.record, field);
}

function writer({ lead, reference }: Example, target: SfmField | undefined) {
  return (name: string, value: Json | undefined): boolean => {
    if (value === undefined) return false;
    const text = fieldText(value);
    if (name === 'content') lead[1] = text;
    else if (name === 'target' && target) target[1] = text;
    else if (name === 'reference' && reference) reference[1] = text;
    else return false;
    return true;
  };
}

function markerOf(lang: Json | undefined, { targets }: ExampleMarkers): string | undefined {
  return Object.keys(targets).find((marker) => targets[marker] === lang);
}
