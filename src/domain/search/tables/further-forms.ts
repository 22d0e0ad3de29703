/**
 * Code that the tables of the further languages share. The table of French does not import it, since browsers would have to load a shared
 * module before either table.
 */

/** Parses a table `word: form form; word: form`. A form may belong to several words. */
export function irregularForms(table: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const line of table.split(';')) {
    const [word = '', forms = ''] = line.split(':').map((part) => part.trim());
    for (const form of forms.split(/\s+/)) words.set(form, [...(words.get(form) ?? []), word]);
  }
  return words;
}

/** An ending of a form, and the possible endings of its base word. */
export type Ending = readonly [ending: RegExp, ...ends: string[]];

/** Returns the words that replacing each matching ending of a form results in. */
export function withEndings(form: string, endings: readonly Ending[]): readonly string[] {
  return endings.flatMap(([ending, ...ends]) =>
    ending.test(form) ? ends.map((end) => form.replace(ending, end)) : [],
  );
}
