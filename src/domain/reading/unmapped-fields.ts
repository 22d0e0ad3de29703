import { FORBIDDEN_KEYS, isJsonList, isJsonObject, MAX_JSON_DEPTH, memberPath } from '../../shared/json';
import type { Json, JsonObject } from '../../shared/json';
import type { WrittenMember } from './article-envelopes';
import { cleanText } from './values';

/** Maximum number of warnings. It bounds how much hostile content can make the server store. */
const MAX_WARNINGS = 100;

/** Depth of the members of `extra` in the canonical JSON. */
const FIRST_DEPTH = 3;

type MutableObject = Record<string, Json>;

/**
 * Collects the members for which the typed reading has no field.
 * Layout of `extra`: an unknown member of the content has its own name. An unknown or unfit member further inside has the path of the
 * typed reading; within lists, the index of the item among the written items: `{"date": …, "entry": {"tone": …, "variants": {"1":
 * {"note": …}}}, "translations": {"0": {"number": "1a"}}}`. A written member `extra` is the base of the result. If a name is taken, the
 * member gets the suffix `_2`, `_3` and so on.
 */
export class UnmappedFields {
  readonly extra: MutableObject = {};
  readonly #warnings = new Set<string>();

  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  warn(sentence: string): void {
    if (this.#warnings.size < MAX_WARNINGS) this.#warnings.add(cleanText(sentence));
  }

  /** Stores a value at a path in `extra`, of at least one name, without a warning. */
  keep(at: readonly string[], value: Json): void {
    const clean = this.#clean(value, at.join('.'), FIRST_DEPTH + at.length - 1);
    if (clean === undefined) return;
    let holder = this.extra;
    for (const step of at.slice(0, -1)) holder = branchOf(holder, step);
    this.#set(holder, at.at(-1) ?? '', clean);
  }

  /** Stores an invalid member and adds a warning. */
  keepUnfit(written: Pick<WrittenMember, 'path' | 'value'>, at: readonly string[], complaint: string): void {
    this.warn(`${written.path || 'The content'} ${complaint}.`);
    this.keep(at, written.value);
  }

  #set(holder: MutableObject, key: string, value: Json): void {
    if (FORBIDDEN_KEYS.has(key)) this.warn(`The name ${key} is not allowed; its member was left out.`);
    else holder[freeName(holder, cleanText(key))] = value;
  }

  /** Returns a copy with clean text, limited to the maximum depth of free JSON. */
  #clean(value: Json, path: string, depth: number): Json | undefined {
    if (typeof value === 'string') return cleanText(value);
    // Adding zero turns -0 into 0. JSON text does not distinguish them.
    if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
    if (typeof value === 'boolean' || value === null) return value;
    if (!isJsonList(value) && !isJsonObject(value)) return undefined;
    if (depth > MAX_JSON_DEPTH) {
      this.warn(`extra.${memberPath('', path)} is nested too deeply; the inner part was left out.`);
      return undefined;
    }
    return isJsonList(value)
      ? value.map((inner) => this.#clean(inner, path, depth + 1)).filter((inner) => inner !== undefined)
      : this.#cleanObject(value, path, depth);
  }

  #cleanObject(object: JsonObject, path: string, depth: number): JsonObject {
    const copy: MutableObject = {};
    for (const [key, value] of Object.entries(object)) {
      const clean = this.#clean(value, path, depth + 1);
      if (clean !== undefined) this.#set(copy, key, clean);
    }
    return copy;
  }
}

/** Returns the object with a name and creates it if missing. If the name has another value, it uses the next free name. */
function branchOf(holder: MutableObject, name: string): MutableObject {
  let free = name;
  for (let n = 2; Object.hasOwn(holder, free) && !isJsonObject(holder[free]); n += 1) free = `${name}_${n}`;
  // All objects here are copies, so that changing them does not change the source.
  const branch: MutableObject = Object.hasOwn(holder, free) ? (holder[free] as MutableObject) : {};
  holder[free] = branch;
  return branch;
}

function freeName(holder: MutableObject, name: string): string {
  let free = name;
  for (let n = 2; Object.hasOwn(holder, free); n += 1) free = `${name}_${n}`;
  return free;
}
