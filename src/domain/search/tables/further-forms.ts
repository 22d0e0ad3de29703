/**
 * Code that the tables of the further languages share. The table of French does not import it: a module of two tables would be one more file that
 * browsers load before either.
 */

/** Reads a table `word: form form; word: form`. A form may be one of several words. */
export function irregularForms(table: string): ReadonlyMap<string, readonly string[]> {
  const words = new Map<string, readonly string[]>();
  for (const line of table.split(';')) {
    const [word = '', forms = ''] = line.split(':').map((part) => part.trim());
    for (const form of forms.split(/\s+/)) words.set(form, [...(words.get(form) ?? []), word]);
  }
  return words;
}

/** An ending of a form, and the ending of the words to which it may belong. */
export type Ending = readonly [ending: RegExp, ...ends: string[]];

/** The words that a form becomes by each of the endings it has. */
export function withEndings(form: string, endings: readonly Ending[]): readonly string[] {
  return endings.flatMap(([ending, ...ends]) =>
    ending.test(form) ? ends.map((end) => form.replace(ending, end)) : [],
  );
}
