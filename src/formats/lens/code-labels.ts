import { isJsonObject, type Json } from '../../shared/json';

/** The texts that a file gives for its codes, by the list of values to which a code belongs. */
export type CodeLabels = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Codes of one file that have a text: they are kept in memory, and with the dictionary for exports. */
const MAX_CODES = 100_000;

/** Collects texts of codes. A code has the first text that it gets. */
export class CodeLabelsBuilder {
  private readonly lists = new Map<string, Map<string, string>>();
  private count = 0;

  add(list: string, code: string, text: string): void {
    if (code === '' || text === '' || text === code || this.count >= MAX_CODES) return;
    const texts = this.lists.get(list) ?? new Map<string, string>();
    this.lists.set(list, texts);
    if (texts.has(code)) return;
    texts.set(code, text);
    this.count += 1;
  }

  /** Returns the texts; undefined if there are none. */
  labels(): CodeLabels | undefined {
    if (this.count === 0) return undefined;
    return Object.fromEntries([...this.lists].map(([list, texts]) => [list, Object.fromEntries(texts)]));
  }
}

/** Returns the text for a code; the code itself if it has none. */
export function labelOfCode(labels: CodeLabels | undefined, list: string, code: string): string {
  const texts = ownMember(labels ?? {}, list);
  return (texts && ownMember(texts, code)) ?? code;
}

const codesOf = new WeakMap<object, ReadonlyMap<string, string>>();

/** Returns the code of a text. A text that belongs to no code is the code of a value that somebody added here. */
export function codeOf(labels: CodeLabels | undefined, list: string, text: string): string {
  const texts = ownMember(labels ?? {}, list);
  if (!texts) return text;
  // The first of several codes with one text.
  const codes =
    codesOf.get(texts) ??
    new Map(
      Object.entries(texts)
        .map(([code, label]) => [label, code] as const)
        .reverse(),
    );
  codesOf.set(texts, codes);
  return codes.get(text) ?? text;
}

/** Reads only own members, because codes in files may be `constructor` and the like. */
function ownMember<T>(members: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the texts that an export of the dictionary needs, as they were kept with it. */
export function storedLabels(stored: Json | undefined): CodeLabels | undefined {
  return isJsonObject(stored) ? (stored as unknown as CodeLabels) : undefined;
}
