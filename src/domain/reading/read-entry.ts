import { isJsonObject } from '../../shared/json';
import type { Entry } from '../article/entry';
import { text, VARIANT } from './change/item-shapes';
import type { Leftovers } from './leftovers';
import { writtenUnder } from './levels-of';
import type { Level, Written } from './levels-of';
import { keepRest, readFirst } from './read-members';
import { readItems } from './read-items';
import { textOf } from './values';

const HEADWORD = text('headword');
const KNOWN: ReadonlySet<string> = new Set([...HEADWORD.names, ...VARIANT.names]);

/** Reads the first entry that fits: an object, or a bare text, which is its headword. */
export function readEntry(written: readonly Written[], leftovers: Leftovers): Entry {
  let entry: Entry | undefined;
  for (const candidate of written) {
    if (entry !== undefined) leftovers.keepUnfit(candidate, ['entry'], 'is given a second time');
    else if (isJsonObject(candidate.value)) {
      entry = readObject({ object: candidate.value, path: candidate.path }, leftovers);
    } else entry = readBare(candidate, leftovers);
  }
  return entry ?? { variants: [] };
}

function readObject(level: Level, leftovers: Leftovers): Entry {
  const { value: headword, unfit } = readFirst(writtenUnder([level], HEADWORD.names), HEADWORD);
  const unknown = Object.entries(level.object).filter(([name]) => !KNOWN.has(name));
  keepRest({ unfit, unknown }, ['entry'], leftovers);
  const variants = readItems([level], VARIANT, leftovers);
  return headword === undefined ? { variants } : { headword, variants };
}

function readBare(written: Written, leftovers: Leftovers): Entry | undefined {
  const headword = textOf(written.value);
  if (headword !== undefined) return { headword, variants: [] };
  leftovers.keepUnfit(written, ['entry'], 'is neither a text nor an object');
  return undefined;
}
