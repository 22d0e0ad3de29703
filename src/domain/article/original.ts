import { isJsonObject, type Json } from '../../shared/json';

/** The member of an imported article that holds its entry as it is in the imported file. */
export const ORIGINAL = 'original';

/** An entry of an imported file, complete, from which the same entry is written again. */
export interface Original {
  /** Name of the format, such as `lift`. */
  readonly format: string;
  readonly version?: string;
  /** The text before the entry in its file that belongs to no entry, such as a heading or a comment. */
  readonly before?: string;
  /** The entry as a tree; its shape depends on the format: see docs/import.md. */
  readonly entry: Json;
  /** Digests of the typed items that the entry gave when it was imported, with spaces between them; absent in older ones. */
  readonly readAs?: string;
}

/** Whether a member named `original` is an imported entry, and not a writer's own. */
export function isOriginal(value: Json | undefined): value is Json & Original {
  return isJsonObject(value) && typeof value['format'] === 'string' && value['entry'] !== undefined;
}

/** Members that readers of files write as texts. A writer can store any JSON under these names. */
const TEXTS = ['version', 'before', 'readAs'] as const;

/** The imported entry of an article; `undefined` for an article that was not imported from a file of another format. */
export function originalOf(source: Json): Original | undefined {
  const original = isJsonObject(source) ? source[ORIGINAL] : undefined;
  if (!isOriginal(original)) return undefined;
  const areTexts = TEXTS.every((name) => ['undefined', 'string'].includes(typeof original[name]));
  return areTexts ? original : undefined;
}

/** The free JSON without its imported entry, which no reader sees. */
export function withoutOriginal(source: Json): Json {
  if (!isJsonObject(source) || !isOriginal(source[ORIGINAL])) return source;
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== ORIGINAL));
}
