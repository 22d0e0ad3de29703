// Compiles src to dist when a source, the compiler settings or the installed packages are newer than the last build.
// Several starts at once build once: the others wait, and nobody ever sees half a build.
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
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { transformFileSync } from '@swc/core';

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
  const inputs = ['src', '.swcrc', 'package.json'].map((name) => newest(at(name)));
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

/** Compiles into a new folder, which then takes the place of the old one. Types are not checked here. */
function build() {
  console.error('Compiling ...');
  const fresh = at(`.dist-${process.pid}`);
  const old = at(`.dist-old-${process.pid}`);
  const started = new Date();
  try {
    for (const name of readdirSync(at('src'), { recursive: true }).filter((file) => file.endsWith('.ts'))) {
      const target = join(fresh, name.replace(/\.ts$/, '.js'));
      const { code, map } = transformFileSync(at('src', name), {
        cwd: root,
        sourceFileName: at('src', name),
      });
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
      writeFileSync(`${target}.map`, map);
    }
    writeFileSync(join(fresh, '.built'), `${started.toISOString()}\n`);
    // What changes while the compiler runs is newer than this, and is compiled the next time.
    utimesSync(join(fresh, '.built'), started, started);
    if (existsSync(at('dist'))) renameSync(at('dist'), old);
    renameSync(fresh, at('dist'));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

while (isStale()) {
  if (!takeLock()) {
    await sleep(200);
    continue;
  }
  try {
    if (isStale()) build();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
