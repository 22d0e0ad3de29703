import { type Json, type JsonObject, MAX_JSON_BYTES } from '../../shared/json';
import { grouped } from '../../shared/grouped';
import { type JsonMembers, objectsIn } from './json-rows';
import { EXTENSION_MEMBER } from './wiktextract-rows';

/**
 * Maximum length of a line, in characters. A word of a large Wiktionary has translations into thousands of languages: the longest of the
 * English one are a quarter of this.
 */
export const MAX_WORD_LENGTH = 4 * 1024 * 1024;

/** Length of a line up to which it and its reading certainly fit into an article, in characters. */
export const MAX_USUAL_LENGTH = 32 * 1024;

/** Members by which a line and its senses are recognised. */
const NEEDED: ReadonlySet<string> = new Set([
  ...['word', 'lang', 'lang_code', 'pos', 'etymology_number', 'senses', EXTENSION_MEMBER],
  ...['id', 'glosses', 'raw_glosses', 'tags'],
]);

interface LeftOut {
  readonly holder: JsonMembers;
  readonly name: string;
  readonly bytes: number;
}

/** A line without its longest members. */
export interface ShortLine {
  readonly line: JsonMembers;
  readonly leftOut: readonly LeftOut[];
}

/**
 * Leaves the longest members out of a line, so that the article fits into free JSON. What was read of them stays in the typed members.
 *
 * @param source the article with the whole line
 */
export function shortLine(line: JsonMembers, source: JsonObject): ShortLine {
  let left = Buffer.byteLength(JSON.stringify(source)) - MAX_JSON_BYTES;
  if (left <= 0) return { line, leftOut: [] };
  const candidates = [line, ...objectsIn(line['senses'])]
    .flatMap((holder) =>
      Object.entries(holder)
        .filter(([name]) => !NEEDED.has(name))
        .map(([name, value]) => ({ holder, name, bytes: Buffer.byteLength(JSON.stringify(value)) })),
    )
    .sort((a, b) => b.bytes - a.bytes);
  const leftOut: LeftOut[] = [];
  for (const candidate of candidates) {
    if (left <= 0) break;
    left -= candidate.bytes;
    leftOut.push(candidate);
  }
  const isLeftOut = leftOutOf({ leftOut });
  const without = (holder: JsonMembers): JsonMembers =>
    Object.fromEntries(Object.entries(holder).filter(([name]) => !isLeftOut(holder, name)));
  const senses: Json | undefined = line['senses'] && objectsIn(line['senses']).map(without);
  return { line: { ...without(line), ...(senses && { senses }) }, leftOut };
}

/** Returns a predicate for the members that a line was stored without. */
export function leftOutOf({
  leftOut,
}: Pick<ShortLine, 'leftOut'>): (object: JsonMembers, name: string) => boolean {
  const holders = grouped(leftOut, ({ holder }) => holder);
  return (object, name) => holders.get(object)?.some((holder) => holder.name === name) === true;
}
