import { Failure } from '../../shared/failure';
import type { Json, JsonObject } from '../../shared/json';
import { isJsonObject } from '../../shared/json';
import { TRANSLATION } from './item-shapes';
import { levelsOf, WRAPPER, writtenUnder } from './levels-of';
import { NAMES, writtenPart } from './written-part';

/** The parts of an article that can be written alone. */
export const WRITABLE_PARTS = [
  'entry',
  'category',
  'class',
  'type',
  'form',
  'example',
  'translation',
] as const;

export type WritablePart = (typeof WRITABLE_PARTS)[number];

/**
 * The free JSON with one part changed and everything else as it was. The part is written where it stands; a new one
 * goes beside the others, under its documented name.
 *
 * @param value null takes the part away
 * @throws Failure INVALID_INPUT when the content is no object, which has no parts
 */
export function withPart(source: Json, part: WritablePart, value: Json | null): Json {
  if (!isJsonObject(source))
    throw new Failure('INVALID_INPUT', 'The content of the article is no object, and has no parts');
  const levels = levelsOf(source);
  const names = namesOf(part);
  const [written] = writtenUnder(levels, names);
  const depth =
    written === undefined
      ? levels.length - 1
      : levels.findIndex(
          ({ object }) => Object.hasOwn(object, written.name) && object[written.name] === written.value,
        );
  return changedAt(source, Math.max(depth, 0), (object) => {
    const name = written?.name ?? names[0] ?? part;
    if (value !== null) return { ...object, [name]: value };
    return Object.fromEntries(Object.entries(object).filter(([member]) => !names.includes(member)));
  });
}

/** The parts in which two contents differ; `other` where they differ elsewhere too, or only there. */
export function changedParts(before: Json, after: Json): readonly string[] {
  const parts = WRITABLE_PARTS.filter((part) => textOfPart(before, part) !== textOfPart(after, part));
  const isSame = JSON.stringify(before) === JSON.stringify(after);
  return parts.length > 0 || isSame ? parts : ['other'];
}

function textOfPart(source: Json, part: WritablePart): string {
  const value =
    part === 'translation'
      ? writtenUnder(levelsOf(source), namesOf(part))[0]?.value
      : writtenPart(source, part);
  return JSON.stringify(value ?? null);
}

function namesOf(part: WritablePart): readonly string[] {
  return part === 'translation' ? TRANSLATION.names : NAMES[part];
}

/** Changes the object at a depth of the nesting under `article`; what is no object becomes one. */
function changedAt(source: Json, depth: number, change: (object: JsonObject) => JsonObject): JsonObject {
  const object = isJsonObject(source) ? source : {};
  if (depth === 0) return change(object);
  return { ...object, [WRAPPER]: changedAt(object[WRAPPER] ?? {}, depth - 1, change) };
}
