import { serialize } from 'bson';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { socketPaths } from '../process/socket-paths';
import { DataFolderError, folderError, probeFolder } from '../store/file/data-file';
import { type EngineSettings, spawnEngine } from './spawn-engine';

const OP_MSG = 2013;
/** Error codes of a socket that does not exist, has no listener, or whose engine is about to end. */
const NO_ENGINE_CODES: ReadonlySet<string> = new Set([
  'ENOENT',
  'ENOTDIR',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
]);

/** Time in which an engine must open its data and reply, in milliseconds. */
const ANSWER_MS = 30_000;

/**
 * Connects to a running engine and waits for its reply. The connection keeps the engine alive.
 *
 * @returns undefined when no engine runs there, or it is about to end
 */
async function takeLease(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    socket.write(hello());
    const answered = once(socket, 'data', { signal: AbortSignal.timeout(ANSWER_MS) });
    const closed = once(socket, 'close').then(() => undefined);
    if (await Promise.race([answered, closed])) return socket;
  } catch (error) {
    socket.destroy();
    if (!NO_ENGINE_CODES.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  socket.destroy();
  return undefined;
}

function hello(): Buffer {
  const body = serialize({ hello: 1, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(OP_MSG, 12);
  return Buffer.concat([head, body]);
}

/** Options of an engine. Its folder is created if it does not exist. */
export interface EmbeddedOptions extends EngineSettings {
  /** Called after the engine has failed: without an error when it runs again, and with one for each failed attempt. */
  readonly onRestart?: (error?: Error) => void;
}

export interface EmbeddedDatabase {
  /** Connection string for the official driver. It stays the same when the engine is restarted. */
  readonly uri: string;
  /** Releases the lease of this client. */
  readonly close: () => Promise<void>;
}

const MAX_LAUNCHES = 5;
const MAX_PAUSE_MILLISECONDS = 2000;

/**
 * Connects to the engine of a data folder, and starts it if none runs. If the engine fails, it is restarted at once, so
 * that the driver finds it at its next attempt.
 *
 * @throws Error that names the path and the fault: the folder is not writable, the disk is full, the file has another
 *   format, is incomplete or of a newer version, or the path is too long for a socket
 */
export async function openEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const dataDir = resolve(options.dataDir);
  const { folder, current } = socketPaths(dataDir);
  const { onRestart, ...settings } = options;
  const keeper = new LeaseKeeper({ ...settings, dataDir }, { path: current, onRestart });
  // A running engine is joined even if its disk has failed.
  if (!(await keeper.join())) {
    try {
      makeFolder(dataDir);
      probeFolder(dataDir);
      makeFolder(folder);
    } catch (error) {
      throw error instanceof DataFolderError ? error : folderError(dataDir, error);
    }
    await keeper.obtain();
  }
  const uri = `mongodb://${encodeURIComponent(current)}/griot?directConnection=true`;
  return { uri, close: () => keeper.close() };
}

/**
 * Creates a folder level by level. Node's recursive option reports a read-only disk as a missing folder, and never
 * returns below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime. If something else has this name, the probe finds it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Holds a lease on a running engine, and renews it if the engine is restarted. */
class LeaseKeeper {
  private lease: Socket | undefined;
  private isClosed = false;

  constructor(
    private readonly settings: EngineSettings,
    private readonly socket: { readonly path: string; readonly onRestart: EmbeddedOptions['onRestart'] },
  ) {}

  /** @returns whether an engine runs */
  async join(): Promise<boolean> {
    const lease = await takeLease(this.socket.path);
    if (lease) this.keep(lease);
    return lease !== undefined;
  }

  async obtain(): Promise<void> {
    for (let attempt = 1; attempt <= MAX_LAUNCHES; attempt++) {
      if (await this.join()) return;
      await spawnEngine(this.settings);
    }
    throw new Error(`The embedded database of ${this.settings.dataDir} ends after every start`);
  }

  private keep(lease: Socket): void {
    this.lease = lease;
    // The lease must not keep an otherwise idle process alive.
    lease.unref();
    lease.on('error', () => lease.destroy());
    lease.resume();
    lease.once('close', () => {
      if (!this.isClosed) void this.restart();
    });
    if (this.isClosed) lease.destroy();
  }

  private async restart(): Promise<void> {
    for (let pause = 50; !this.isClosed; pause = Math.min(2 * pause, MAX_PAUSE_MILLISECONDS)) {
      try {
        await this.obtain();
        this.socket.onRestart?.();
        return;
      } catch (error) {
        this.socket.onRestart?.(error instanceof Error ? error : new Error(String(error)));
        await sleep(pause, undefined, { ref: false });
      }
    }
  }

  close(): Promise<void> {
    this.isClosed = true;
    this.lease?.destroy();
    return Promise.resolve();
  }
}
