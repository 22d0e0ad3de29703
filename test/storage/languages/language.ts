/** Words of a language, and what people type for them who have a plain keyboard, or little patience. */
export interface Language {
  readonly name: string;
  /** A dictionary of it. */
  readonly dictionaryId: string;
  /** For each headword what is typed, separated by semicolons; the headword must come first. */
  readonly words: Readonly<Record<string, string>>;
  /** The same with typing errors; the headword must be among the first three. */
  readonly errors?: Readonly<Record<string, string>>;
}
