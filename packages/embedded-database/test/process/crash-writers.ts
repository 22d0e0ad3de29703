import type { Collection, Db } from 'mongodb';

/** The last write of a writer to one of its documents: `sure` is the last acknowledged state, `maybe` that of a write without acknowledgement. */
interface Expectation {
  sure: Stored | undefined;
  maybe?: { readonly state: Stored | undefined };
}

export interface Stored {
  readonly _id: string;
  readonly writer: number;
  readonly slot: number;
  readonly tags: readonly string[];
  readonly version: number;
}

export async function prepareWords(db: Db): Promise<Collection<Stored>> {
  const words = db.collection<Stored>('words');
  await words.createIndex({ writer: 1, slot: 1 }, { unique: true }, {});
  await words.createIndex({ tags: 1, version: 1 }, {}, {});
  await words.createIndex({ version: 1 }, {}, {});
  return words;
}

/**
 * Inserts, changes and removes documents that no other writer changes, so that it knows what must be stored after the engine was
 * killed. A failed write may have been stored or not; its document is not written again.
 */
export class CrashWriter {
  private readonly expected = new Map<string, Expectation>();
  private slot = 0;
  acknowledged = 0;

  constructor(
    private readonly words: Collection<Stored>,
    private readonly writer: number,
  ) {}

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.step(this.slot++);
  }

  /** Inserts and changes a document, and removes every third one. */
  private async step(slot: number): Promise<void> {
    const born: Stored = {
      _id: `${this.writer}/${slot}`,
      writer: this.writer,
      slot,
      tags: [`w${slot % 7}`, 'all'],
      version: 1,
    };
    const changed = { ...born, tags: [`w${slot % 5}`], version: 2 };
    const { _id } = born;
    if (!(await this.attempt(_id, born, () => this.words.insertOne(born)))) return;
    const { tags, version } = changed;
    const change = () => this.words.updateOne({ _id }, { $set: { tags, version } });
    if (!(await this.attempt(_id, changed, change)) || slot % 3 > 0) return;
    await this.attempt(_id, undefined, () => this.words.deleteOne({ _id }));
  }

  private async attempt(
    id: string,
    state: Stored | undefined,
    write: () => Promise<unknown>,
  ): Promise<boolean> {
    const before = this.expected.get(id)?.sure;
    this.expected.set(id, { sure: before, maybe: { state } });
    try {
      await write();
    } catch {
      return false;
    }
    this.acknowledged++;
    this.expected.set(id, { sure: state });
    return true;
  }

  /** Sentences that describe wrongly stored documents. */
  faultsIn(stored: ReadonlyMap<string, Stored>): string[] {
    const faults = [...this.expected].flatMap(([id, { sure, maybe }]) => {
      const found = JSON.stringify(stored.get(id));
      const possible = [sure, ...(maybe ? [maybe.state] : [])].map((state) => JSON.stringify(state));
      return possible.includes(found) ? [] : [`${id} is ${found}, not ${possible.join(' or ')}`];
    });
    const unknown = [...stored.values()].filter(
      ({ _id, writer }) => writer === this.writer && !this.expected.has(_id),
    );
    return [...faults, ...unknown.map(({ _id }) => `${_id} was never written`)];
  }
}
