import { join } from 'node:path';
import { MongoClient, type Db } from 'mongodb';
import { openEmbeddedDatabase } from '../../src/client/launch';
import { CrashTransfers } from './crash-transfers';
import { CrashWriter, prepareWords, type Stored } from './crash-writers';
import { checkStoredFile } from '../store/stored-file';
import { failClosedWrites } from '../support/driver';
import { engineIds, eventually } from '../support/engines';

const WRITERS = 12;
const TRANSFERRERS = 2;
/** Minimum and maximum time of the writers before a kill, in milliseconds. It varies, so that kills hit different moments. */
const MIN_ROUND_MS = 200;
const MAX_ROUND_MS = 900;
/** Minimum number of acknowledged writes in each round before the kill. */
export const WRITES_OF_ROUND = 30;

export interface CrashReport {
  readonly kills: number;
  readonly acknowledgedWrites: number;
  readonly acknowledgedTransactions: number;
  /** The counts of the last check of the file. */
  readonly documents: number;
  readonly indexEntries: number;
  /** The longest time from a kill to the next acknowledged write, in milliseconds. */
  readonly longestOutage: number;
  readonly faults: readonly string[];
}

/**
 * Repeatedly kills (SIGKILL) the engine of a data folder during concurrent writes and transactions. After each restart, when the writers
 * have continued, it compares the stored data with the acknowledged writes.
 */
export async function crashRepeatedly(dataDir: string, rounds: number): Promise<CrashReport> {
  failClosedWrites();
  const engine = await openEmbeddedDatabase({ dataDir, idleSeconds: 1 });
  const client = await new MongoClient(engine.uri, { maxPoolSize: WRITERS + 4 }).connect();
  const run = new CrashRun(dataDir, client);
  await run.prepare();
  for (let round = 1; round <= rounds; round++) await run.round();
  await client.close();
  await engine.close();
  return run.report(rounds);
}

class CrashRun {
  private readonly db: Db;
  private readonly transfers: CrashTransfers;
  private writers: readonly CrashWriter[] = [];
  private longestOutage = 0;
  private documents = 0;
  private indexEntries = 0;
  private readonly faults: string[] = [];

  constructor(
    private readonly dataDir: string,
    client: MongoClient,
  ) {
    this.db = client.db('crash');
    this.transfers = new CrashTransfers(client);
  }

  async prepare(): Promise<void> {
    const words = await prepareWords(this.db);
    this.writers = Array.from({ length: WRITERS }, (_, number) => new CrashWriter(words, number));
    await this.transfers.prepare();
  }

  async round(): Promise<void> {
    let isOver = false;
    const work = [
      ...this.writers.map((writer) => writer.write(() => isOver)),
      ...Array.from({ length: TRANSFERRERS }, () => this.transfers.write(() => isOver)),
    ];
    const writesBefore = this.writes();
    await sleep(MIN_ROUND_MS + Math.random() * (MAX_ROUND_MS - MIN_ROUND_MS));
    await eventually(() => this.writes() > writesBefore + WRITES_OF_ROUND);
    process.kill((await engineIds(this.dataDir)).at(-1) ?? 0, 'SIGKILL');
    await this.waitForAll();
    isOver = true;
    await Promise.all(work);
    await this.check();
  }

  /** Waits until every kind of work has continued. */
  private async waitForAll(): Promise<void> {
    const killed = performance.now();
    const [writes, transactions] = [this.writes(), this.transfers.acknowledged];
    await eventually(() => this.writes() > writes);
    this.longestOutage = Math.max(this.longestOutage, performance.now() - killed);
    await eventually(() => this.transfers.acknowledged > transactions);
  }

  private async check(): Promise<void> {
    const words = await this.db.collection<Stored>('words').find().toArray();
    const stored = new Map(words.map((word) => [word._id, word]));
    const file = await checkStoredFile(join(this.dataDir, 'griot.mdb'));
    this.documents = file.documents;
    this.indexEntries = file.entries;
    this.faults.push(
      ...this.writers.flatMap((writer) => writer.faultsIn(stored)),
      ...(await this.transfers.faults()),
      ...file.disagreements,
    );
  }

  private writes(): number {
    return this.writers.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  report(kills: number): CrashReport {
    return {
      kills,
      acknowledgedWrites: this.writes(),
      acknowledgedTransactions: this.transfers.acknowledged,
      documents: this.documents,
      indexEntries: this.indexEntries,
      longestOutage: Math.round(this.longestOutage),
      faults: this.faults,
    };
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
