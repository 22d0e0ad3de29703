/**
 * Maximum number of changed keys that are remembered. A transaction that is older than the forgotten ones may claim no
 * further key.
 */
const MAX_REMEMBERED_KEYS = 200_000;

/**
 * Which claimed keys were changed by which commit, for as long as a transaction is open that may have to know. A version
 * is the number of commits before it. Values do not tell: one may have been changed and changed back.
 */
export class History {
  private readonly versions = new Map<string, number>();
  private readonly changing = new Set<string>();
  private version = 0;
  /** The oldest version since which all changes are known. */
  private oldest = 0;
  private open = 0;

  /** @returns the version that a transaction reads which begins now; `end` must follow */
  begin(): number {
    this.open++;
    return this.version;
  }

  end(): void {
    if (--this.open === 0) this.versions.clear();
  }

  /** Records that the running commit changes a key. */
  note(name: string): void {
    this.changing.add(name);
  }

  /** Records that the running commit is on disk, and new snapshots show it. */
  advance(): void {
    this.version++;
    if (this.open > 0) for (const name of this.changing) this.versions.set(name, this.version);
    this.changing.clear();
    if (this.versions.size <= MAX_REMEMBERED_KEYS) return;
    this.versions.clear();
    this.oldest = this.version;
  }

  /** Removes the notes of a failed commit. */
  undo(): void {
    this.changing.clear();
  }

  /** Whether a commit after a version has changed a key. */
  hasChangedSince(version: number, name: string): boolean {
    return version < this.oldest || (this.versions.get(name) ?? 0) > version;
  }
}
