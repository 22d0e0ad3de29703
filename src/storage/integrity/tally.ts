/** How many of many are named one by one. */
const NAMED = 5;

interface Entry {
  count: number;
  readonly names: (string | number)[];
}

/** Gathers what is wrong in one and the same way: a million of them make one sentence and take no memory. */
export class Tally {
  private readonly entries = new Map<string, Entry>();

  /** @param what says what is wrong; the names of those for which it is come behind it */
  add(what: string, name: string | number): void {
    const entry = this.entries.get(what) ?? { count: 0, names: [] };
    this.entries.set(what, entry);
    entry.count++;
    if (entry.names.length < NAMED) entry.names.push(name);
  }

  /** A sentence for each way, such as "the sort key is wrong, in 2 articles (3, 7)". */
  sentences(noun: { readonly one: string; readonly other: string }): readonly string[] {
    return [...this.entries].map(([what, { count, names }]) => {
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      return `${what}, in ${count} ${count === 1 ? noun.one : noun.other} (${names.join(', ')}${more})`;
    });
  }
}
