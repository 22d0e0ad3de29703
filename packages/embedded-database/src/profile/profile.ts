/** Called for used features; unset in normal operation. */
let observer: ((feature: string) => void) | undefined;
const tables: Table<unknown>[] = [];

/**
 * A table of features of the engine, by the names by which clients request them. All requested names are looked up in
 * such tables, so the tables together list everything that the engine supports.
 */
export class Table<T> {
  private readonly entries: ReadonlyMap<string, T>;
  private readonly told = new Set<string>();

  constructor(
    private readonly kind: string,
    entries: Readonly<Record<string, T>>,
  ) {
    this.entries = new Map(Object.entries(entries));
    tables.push(this);
  }

  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  get features(): readonly string[] {
    return this.names.map((name) => `${this.kind} ${name}`);
  }

  /** The entry of a name; undefined if the engine does not support it. */
  get(name: string): T | undefined {
    const entry = this.entries.get(name);
    if (observer && !this.told.has(name)) {
      this.told.add(name);
      observer(`${entry === undefined ? 'refused ' : ''}${this.kind} ${name}`);
    }
    return entry;
  }
}

/** A table of names without values, such as those of options. */
export function tableOfNames(kind: string, names: readonly string[]): Table<true> {
  return new Table(kind, Object.fromEntries(names.map((name) => [name, true] as const)));
}

/** Everything that the engine supports, as "kind name". */
export function features(): readonly string[] {
  return tables.flatMap((table) => table.features);
}

/** Reports each feature once, on first use; with the prefix "refused" if it is unknown. Without a function, stops reporting. */
export function observeFeatures(tell: ((feature: string) => void) | undefined): void {
  observer = tell;
}
