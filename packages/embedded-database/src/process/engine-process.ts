import { mkdirSync } from 'node:fs';
import type { Services } from '../commands/context';
import { Cursors } from '../commands/cursors';
import { Engine } from '../commands/engine';
import { removeExpired } from '../commands/expiry';
import { Snapshots } from '../commands/snapshots';
import { ownFolder } from './owner';
import { socketPaths } from './socket-paths';
import { checkOfPresence, dataFileIn } from '../store/file/data-file';
import { openEnvironment } from '../store/file/environment';
import { Store } from '../store/store';
import { Transactions } from '../store/transactions/transactions';
import { forgetBuilding } from '../store/index-build';
import { upgradeFile } from '../store/file/upgrade';
import type { Sender } from '../wire/client-connection';
import type { Request } from '../wire/message';
import type { Reply } from '../wire/reply';
import { createWireServer, type WireServer } from '../wire/server';

export interface EngineOptions {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  /** Time for which the engine runs after its last connection closes, in seconds. */
  readonly idleSeconds: number;
  /** Interval at which expired documents are removed, in seconds. */
  readonly expirySeconds: number;
  /** Maximum lifetime of a transaction, in seconds. */
  readonly transactionSeconds: number;
  readonly log: (line: string) => void;
}

/** Time limit of closing the data, in milliseconds. Every commit is on disk before, so ending then loses nothing. */
const CLOSE_LIMIT_MS = 20_000;

/** The engine with its socket, its timers and its shutdown. */
export class EngineProcess {
  private readonly wire: WireServer;
  private opened: Services | undefined;
  private engine: Promise<Engine> | undefined;
  private idle: NodeJS.Timeout | undefined;
  private expiry: NodeJS.Timeout | undefined;
  private isEnding = false;
  private connections = 0;

  constructor(
    private readonly options: EngineOptions,
    private readonly onEnd: (code: number) => void,
  ) {
    this.wire = createWireServer({
      log: options.log,
      replyTo: (request, from) => this.replyTo(request, from),
      onConnections: (open) => {
        this.connections = open;
        this.watchIdle();
      },
      onClosed: (connectionId) => this.opened?.transactions.abandon(connectionId),
    });
  }

  /**
   * Takes ownership of the data folder and opens it.
   *
   * @returns false when another engine owns the folder
   * @throws DataFolderError when the folder or its file cannot be used
   */
  async start(): Promise<boolean> {
    const paths = socketPaths(this.options.dataDir);
    mkdirSync(paths.folder, { recursive: true, mode: 0o700 });
    if (!(await ownFolder(paths, this.wire.server))) return false;
    // Clients may connect from now on; their commands wait for this promise.
    this.engine = this.open();
    await this.engine;
    this.watchIdle();
    return true;
  }

  private async open(): Promise<Engine> {
    const { dataDir, log, transactionSeconds, expirySeconds } = this.options;
    const environment = await openEnvironment(dataDir);
    const store = new Store(environment, checkOfPresence(dataFileIn(dataDir)), (failure) => {
      log(
        `a write failed: ${failure.message} ${failure.cause instanceof Error ? String(failure.cause.stack) : ''}`,
      );
      // A new process finds the last commit intact. This process may still send its replies.
      if (failure.isFatal) setImmediate(this.onEnd, 1);
    });
    if (await upgradeFile(store)) log('has brought the data to a newer format');
    if (await forgetBuilding(store)) log('has removed indexes that were not built to their end');
    const cursors = new Cursors();
    const transactions = new Transactions(store, transactionSeconds * 1000);
    const snapshots = new Snapshots(store);
    this.opened = { store, cursors, transactions, snapshots };
    this.expiry = setInterval(() => void this.expire(), expirySeconds * 1000);
    return new Engine(this.opened, log);
  }

  private async replyTo({ body, sequences, noReply }: Request, from: Sender): Promise<Reply> {
    if (!this.engine) throw new Error('the engine does not own its folder yet');
    const client = noReply ? undefined : from;
    return (await this.engine).run({ body, sequences, connectionId: from.id, client });
  }

  private async expire(): Promise<void> {
    if (!this.opened || this.isEnding) return;
    try {
      const now = Date.now();
      const { store, cursors, snapshots, transactions } = this.opened;
      cursors.closeIdle(now);
      snapshots.forgetOld(now);
      await removeExpired(store, now);
      await transactions.forgetOld(now);
    } catch (error) {
      this.options.log(`removing what has expired failed: ${String(error)}`);
    }
  }

  private watchIdle(): void {
    clearTimeout(this.idle);
    if (this.connections > 0 || this.isEnding) return;
    this.idle = setTimeout(() => void this.end(), this.options.idleSeconds * 1000);
  }

  /** Shuts down: closes the data before another process can own the folder. */
  async end(): Promise<void> {
    if (this.isEnding) return;
    this.isEnding = true;
    clearTimeout(this.idle);
    clearInterval(this.expiry);
    this.wire.disconnect();
    this.opened?.transactions.endAll();
    this.opened?.cursors.closeAll();
    this.opened?.snapshots.forgetAll();
    const late = setTimeout(() => {
      this.options.log(`closing took longer than ${CLOSE_LIMIT_MS} ms`);
      this.onEnd(1);
    }, CLOSE_LIMIT_MS);
    await this.opened?.store.close();
    clearTimeout(late);
    this.wire.server.close();
    this.onEnd(0);
  }
}
