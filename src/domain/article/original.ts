import { isJsonObject, type Json } from '../../shared/json';

/** The member of an imported article that holds its complete entry from the imported file. */
export const ORIGINAL = 'original';

/** A complete entry of an imported file. An export in the same format writes it back. */
export interface Original {
  /** Name of the format, for example `lift`. */
  readonly format: string;
  readonly version?: string;
  /** Text in the file before the entry that belongs to no entry, such as a heading or a comment. */
  readonly before?: string;
  /** Name of the sheet of a workbook that was read from several sheets. */
  readonly sheet?: string;
  /** The entry as a tree; its shape depends on the format: see docs/import.md. */
  readonly entry: Json;
  /** Space-separated digests of the typed items that were read from the entry at import; absent in older records. */
  readonly readAs?: string;
}

/** Whether a member named `original` is an imported entry. A writer may use the same name for other JSON. */
export function isOriginal(value: Json | undefined): value is Json & Original {
  return isJsonObject(value) && typeof value['format'] === 'string' && value['entry'] !== undefined;
}

/** Members that importers write as text. A writer can store any JSON under these names. */
const TEXT_MEMBERS = ['version', 'before', 'sheet', 'readAs'] as const;

/** Returns the imported entry of an article; `undefined` if the article was not imported from a file of another format. */
export function originalOf(source: Json): Original | undefined {
  const original = isJsonObject(source) ? source[ORIGINAL] : undefined;
  if (!isOriginal(original)) return undefined;
  const areTexts = TEXT_MEMBERS.every((name) => ['undefined', 'string'].includes(typeof original[name]));
  return areTexts ? original : undefined;
}

/** Returns the free JSON without its imported entry, which readers do not see. */
export function withoutOriginal(source: Json): Json {
  if (!isJsonObject(source) || !isOriginal(source[ORIGINAL])) return source;
  return Object.fromEntries(Object.entries(source).filter(([name]) => name !== ORIGINAL));
}
