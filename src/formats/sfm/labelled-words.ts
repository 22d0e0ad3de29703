import { fieldText, type FoundItem, type Row } from '../lens/typed-item';
import {
  fieldValue,
  insertAfter,
  placeOf,
  removeSfmField,
  type SfmField,
  type SfmScope,
  sfmValue,
} from './sfm-record';

/** Marker of lexical functions, which precedes `\lv`, and the marker of the gloss of their word. */
const [FUNCTION, WORD, GLOSS] = ['lf', 'lv', 'le'] as const;

/** Reads lexical functions that have their word in the same field: `\lf Ant = word`, with a gloss after it: `\le`. */
export const FUNCTION_ROWS: readonly Row<SfmScope>[] = [false, true].map((isOfSense) => ({
  member: 'relations',
  path: `\\${FUNCTION}`,
  isOfSense,
  find: (scope) => (scope.fields.get(FUNCTION) ?? []).flatMap((field) => functionIn(field, scope)),
  // New relations are written with `\lv`.
  accepts: () => false,
  make: () => undefined,
}));

type Pair = readonly [type: string, target: string];

function pairText([type, target]: Pair): string {
  return sfmValue(`${type} = ${target}`);
}

function pairIn(field: SfmField): Pair | undefined {
  const text = fieldValue(field);
  const at = text.indexOf('=');
  const [type, target] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  return type === '' || target === '' ? undefined : [type, target];
}

function functionIn(field: SfmField, { record, visits }: SfmScope): readonly FoundItem[] {
  const pair = pairIn(field);
  const next = record[placeOf(field, record) + 1];
  if (!pair || next?.[0] === WORD) return [];
  const gloss = next?.[0] === GLOSS && next[1].trim() !== '' ? next : undefined;
  const own = [field, ...(gloss ? [gloss] : [])];
  for (const read of own) visits?.add(read);
  let [type, target] = pair;
  const item = { type, target, ...(gloss && { gloss: fieldValue(gloss) }) };
  return [
    {
      item,
      write: (name, value) => {
        const text = fieldText(value);
        if (name === 'gloss' && text !== '') {
          if (gloss) gloss[1] = sfmValue(text);
          else insertAfter(record, field, [GLOSS, sfmValue(text)]);
          return true;
        }
        if (text === '' || (name !== 'target' && name !== 'type') || (name === 'type' && text.includes('=')))
          return false;
        if (name === 'type') type = text;
        else target = text;
        field[1] = pairText([type, target]);
        return true;
      },
      remove: () => {
        for (const removed of own) removeSfmField(record, removed);
      },
    },
  ];
}
