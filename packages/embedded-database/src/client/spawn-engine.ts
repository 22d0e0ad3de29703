import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Compacted } from '../store/file/compact';

/** Options with which the engine is started; seconds have a default. */
export interface EngineSettings {
  readonly dataDir: string;
  readonly idleSeconds?: number;
  readonly expirySeconds?: number;
  readonly transactionSeconds?: number;
}

/**
 * Starts an engine process that outlives this one. Waits until it accepts connections, or finds that another engine
 * owns the folder.
 *
 * @throws Error with the message of the engine if it cannot use the folder
 */
export async function spawnEngine(settings: EngineSettings): Promise<void> {
  const flags = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  await runMain(settings.dataDir, flags);
}

/**
 * Rewrites the data file of a folder without free and half-full pages. No engine may use it.
 *
 * @throws Error with the message of the engine if the folder has no data or is in use, or the disk is full
 */
export async function compactData(dataDir: string): Promise<Compacted> {
  return (await runMain(dataDir, [`--compact=${dataDir}`])) as Compacted;
}

/** Starts a process of the engine. Returns the outcome that it reports. */
async function runMain(dataDir: string, flags: readonly string[]): Promise<unknown> {
  const logFile = join(dataDir, 'engine.log');
  const log = openSync(logFile, 'a', 0o600);
  const child = spawn(process.execPath, [compiledMain(), ...flags], {
    detached: true,
    stdio: ['ignore', 'pipe', log],
    cwd: '/',
    // The engine does not inherit options of this process, such as the port of a debugger.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  closeSync(log);
  const outcome = await firstLine(child);
  child.stdout?.destroy();
  child.unref();
  if (outcome === undefined) {
    throw new Error(`The embedded database ended during its start; see ${logFile}`);
  }
  const notice = JSON.parse(outcome) as { readonly error?: string };
  if (notice.error !== undefined) throw new Error(notice.error);
  return notice;
}

async function firstLine(child: ChildProcess): Promise<string | undefined> {
  if (!child.stdout) return undefined;
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const first = await Promise.race([lines.next(), failed]);
  return first.done === true ? undefined : first.value;
}

/** The compiled main file: of this build, or of the package's build if this code runs from its TypeScript source. */
function compiledMain(): string {
  const beside = join(__dirname, '../main.js');
  if (existsSync(beside)) return beside;
  let root = __dirname;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  const built = join(root, 'dist', 'main.js');
  if (existsSync(built)) return built;
  throw new Error(`The embedded database is not compiled: ${built} is missing. Run: npm run build`);
}
