import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { EngineProcess } from './process/engine-process';
import { observeFeatures } from './profile/profile';
import { checkFile, readFile } from './store/file/check-file';
import { type Compacted, compactFolder } from './store/file/compact';

const { values: options } = parseArgs({
  options: {
    dataDir: { type: 'string' },
    check: { type: 'string' },
    compact: { type: 'string' },
    read: { type: 'string' },
    idleSeconds: { type: 'string', default: '5' },
    expirySeconds: { type: 'string', default: '60' },
    transactionSeconds: { type: 'string', default: '60' },
  },
});

/** Reports the outcome of the start to the process that started this one, as one line on standard output. */
function tell(outcome: { readonly started: boolean } | Compacted | { readonly error: string }): void {
  process.stdout.write(`${JSON.stringify(outcome)}\n`);
}

function log(line: string): void {
  process.stderr.write(`${new Date().toISOString()} ${process.pid} ${line}\n`);
}

/**
 * Kills this process. `process.exit` runs exit handlers of native modules, which have hung once and left a process
 * behind. By now the data are closed, or consistent as after a crash, and the log is written.
 */
function leave(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function main(): Promise<void> {
  if (options.check !== undefined) return checkFile(options.check);
  if (options.read !== undefined) return readFile(options.read);
  // The file contains password hashes, so only the user of this process may read what it creates.
  process.umask(0o077);
  if (options.compact !== undefined) {
    tell(await compactFolder(resolve(options.compact)));
    leave();
    return;
  }
  if (options.dataDir === undefined) throw new Error('usage: main.js --dataDir FOLDER');
  const profileLog = process.env['GRIOT_PROFILE_LOG'];
  if (profileLog !== undefined) {
    observeFeatures((feature) => {
      appendFileSync(profileLog, `${feature}\n`);
    });
  }
  const dataDir = resolve(options.dataDir);
  const engine = new EngineProcess(
    {
      dataDir,
      idleSeconds: Number(options.idleSeconds),
      expirySeconds: Number(options.expirySeconds),
      transactionSeconds: Number(options.transactionSeconds),
      log,
    },
    (code) => {
      log(`ended (${code})`);
      leave();
    },
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void engine.end());
  // The log is on the same disk as the data. The engine continues if the disk is full or the reader of its output has gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const started = await engine.start();
  log(started ? `serves ${dataDir}` : `another engine owns ${dataDir}; this one ends`);
  tell({ started });
  if (!started) leave();
}

main().catch((error: unknown) => {
  log(error instanceof Error ? String(error.stack) : String(error));
  tell({ error: error instanceof Error ? error.message : String(error) });
  leave();
});
