// Compiles src to dist when a source, the compiler settings or the installed packages are newer than the last build.
// Several starts at once build once: the others wait, and nobody ever sees half a build.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...names) => join(root, ...names);
const stamp = at('dist', '.built');
const lock = at('.building');

/** A build takes seconds; a lock of this age, in milliseconds, was left by one that was killed. */
const ABANDONED_MS = 120_000;

function newest(path) {
  if (!existsSync(path)) return 0;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isStale() {
  const inputs = ['src', 'tsconfig.json', 'tsconfig.build.json', 'package.json'].map((name) =>
    newest(at(name)),
  );
  return existsSync(at('src')) && (!existsSync(stamp) || Math.max(...inputs) > statSync(stamp).mtimeMs);
}

/** Whether this process may build; a lock that was left behind is taken over. */
function takeLock() {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > ABANDONED_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

/** Compiles into a new folder and puts it in the place of the old one; `false` when the sources do not compile. */
function build() {
  console.error('Compiling ...');
  const fresh = at(`.dist-${process.pid}`);
  const old = at(`.dist-old-${process.pid}`);
  const started = new Date();
  try {
    const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
    const args = [tsc, '-p', at('tsconfig.build.json'), '--outDir', fresh];
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
    if (status !== 0) return false;
    writeFileSync(join(fresh, '.built'), `${started.toISOString()}\n`);
    // What changes while the compiler runs is newer than this, and is compiled the next time.
    utimesSync(join(fresh, '.built'), started, started);
    if (existsSync(at('dist'))) renameSync(at('dist'), old);
    renameSync(fresh, at('dist'));
    return true;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

while (process.exitCode !== 1 && isStale()) {
  if (!takeLock()) {
    await sleep(200);
    continue;
  }
  try {
    // The compiler has said what is wrong.
    if (isStale() && !build()) process.exitCode = 1;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
