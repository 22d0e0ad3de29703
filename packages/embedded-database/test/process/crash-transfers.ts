import type { Collection, MongoClient } from 'mongodb';

interface Account {
  readonly _id: number;
  readonly balance: number;
}

interface Transfer {
  readonly _id: string;
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

const ACCOUNTS = 8;

/**
 * Moves amounts between accounts in transactions of three documents in two collections. The stored transfers must add up to the stored
 * balances. The driver repeats transactions that a crash interrupted.
 */
export class CrashTransfers {
  private readonly accounts: Collection<Account>;
  private readonly transfers: Collection<Transfer>;
  private readonly done: string[] = [];
  private next = 0;

  constructor(private readonly client: MongoClient) {
    const db = client.db('crash');
    this.accounts = db.collection<Account>('accounts');
    this.transfers = db.collection<Transfer>('transfers');
  }

  async prepare(): Promise<void> {
    await this.transfers.createIndex({ from: 1, to: 1 }, {}, {});
    await this.accounts.insertMany(Array.from({ length: ACCOUNTS }, (_, _id) => ({ _id, balance: 0 })));
  }

  get acknowledged(): number {
    return this.done.length;
  }

  async write(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const number = this.next++;
      const from = number % ACCOUNTS;
      const to = (from + 1 + (number % (ACCOUNTS - 1))) % ACCOUNTS;
      const transfer = { _id: `transfer ${number}`, from, to, amount: 1 + (number % 10) };
      try {
        await this.client.withSession((session) =>
          session.withTransaction(async () => {
            const { _id, amount } = transfer;
            await this.accounts.updateOne({ _id: from }, { $inc: { balance: -amount } }, { session });
            await this.transfers.insertOne(transfer, { session });
            await this.accounts.updateOne({ _id: to }, { $inc: { balance: amount } }, { session });
            return _id;
          }),
        );
        this.done.push(transfer._id);
      } catch {
        // The client got an error, so the transfer is stored as a whole or not at all, which `faults` checks.
      }
    }
  }

  /** Sentences that describe lost or partly stored transfers. */
  async faults(): Promise<string[]> {
    const stored = await this.transfers.find().toArray();
    const storedIds = new Set(stored.map(({ _id }) => _id));
    const balances = new Map(Array.from({ length: ACCOUNTS }, (_, id) => [id, 0]));
    for (const { from, to, amount } of stored) {
      balances.set(from, (balances.get(from) ?? 0) - amount);
      balances.set(to, (balances.get(to) ?? 0) + amount);
    }
    const accounts = await this.accounts.find().toArray();
    return [
      ...this.done.filter((id) => !storedIds.has(id)).map((id) => `${id} was acknowledged and is lost`),
      ...accounts
        .filter(({ _id, balance }) => balances.get(_id) !== balance)
        .map(
          ({ _id, balance }) => `account ${_id} has ${balance}, its transfers give ${balances.get(_id) ?? 0}`,
        ),
      ...(accounts.length === ACCOUNTS ? [] : ['an account is lost']),
    ];
  }
}
