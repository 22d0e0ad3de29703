// Builds what is older than its sources, the compiler settings or the installed packages: the server in dist and in one file in
// dist-program, the embedded database in its own dist, and what browsers load in dist-web. Several starts at once build once: the others wait, and
// nobody ever sees half a build.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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
const lock = at('.building');

/** In a finished folder: the files and folders that it was made of. */
const STAMP = '.built';

/** A build takes seconds; a lock of this age, in milliseconds, was left by one that was killed. */
const ABANDONED_MS = 120_000;

/** What is built: each folder by a function that fills it and returns what went into it. Builders load when needed. */
const TARGETS = [
  compilationOf('packages/embedded-database'),
  compilationOf('.'),
  { folder: 'dist-program', fill: programs },
  bundleOf(
    'dist-web/reader',
    {
      reader: 'src/web/browser/reader/reader.ts',
      'reader-style': 'src/web/browser/reader/reader.css',
      'docs-style': 'src/web/browser/docs/docs.css',
      icon: 'src/web/browser/reader/icon.svg',
      'griot-sans-licence': 'griot-sans.txt',
      'texts-en': 'src/web/texts/en.ts',
      'texts-fr': 'src/web/texts/fr.ts',
      desk: 'src/web/browser/desk/desk.ts',
      'desk-style': 'src/web/browser/desk/desk.css',
    },
    { hasMarkup: true },
  ),
  // Browsers run it as one plain script.
  bundleOf('dist-web/worker', { worker: 'src/web/browser/reader/worker.ts' }, { splitting: false }),
  bundleOf(
    'dist-web/element',
    { 'griot-search': 'src/web/browser/element/griot-search.ts' },
    { splitting: false, format: 'iife' },
  ),
  // The font of pictures that the server draws.
  bundleOf('dist-web/card', { 'card-font': 'griot-sans.ttf' }, { isSent: false }),
  bundleOf('dist-web/edition', { edition: 'src/web/browser/edition/edition.ts' }, { splitting: false }),
  bundleOf(
    'dist-web/playground',
    {
      playground: 'src/web/browser/playground/playground.tsx',
      'editor-worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
      'graphql-worker': 'monaco-graphql/esm/graphql.worker.js',
      'json-worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
    },
    // An editor of megabytes: a second step would take longer than what it saves.
    { isMinifiedAgain: false },
  ),
];

function compilationOf(project) {
  const fill = async (fresh) => {
    const { compile } = await import('./build/compile.mjs');
    compile(root, at(project, 'src'), fresh);
    return [join(project, 'src'), '.swcrc', 'package.json'];
  };
  return { folder: join(project, 'dist'), fill };
}

async function programs(fresh) {
  const { bundlePrograms } = await import('./build/programs.mjs');
  await bundlePrograms(root, fresh);
  // It is made of dist, and stale whenever that is.
  return ['src', '.swcrc', 'scripts/build', 'package.json', 'package-lock.json'];
}

function bundleOf(folder, entries, options = {}) {
  const fill = async (fresh) => {
    const { bundle } = await import('./build/bundle.mjs');
    return [...(await bundle(root, fresh, entries, options)), 'scripts/build', 'package.json'];
  };
  return { folder, fill };
}

function newest(path) {
  if (!existsSync(path)) return Infinity;
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** A deployment without sources runs what it has. */
function isStale({ folder }) {
  const stamp = at(folder, STAMP);
  if (!existsSync(at('src'))) return false;
  if (!existsSync(stamp)) return true;
  const written = readFileSync(stamp, 'utf8');
  // Older versions of this script wrote down when they built, not from what.
  if (!written.startsWith('[')) return true;
  return Math.max(...JSON.parse(written).map((name) => newest(at(name)))) > statSync(stamp).mtimeMs;
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

/** Builds into a new folder, which then takes the place of the old one. */
async function build({ folder, fill }) {
  console.error(`Building ${folder} ...`);
  const fresh = at(`.dist-${process.pid}`);
  const old = at(`.dist-old-${process.pid}`);
  const started = new Date();
  try {
    mkdirSync(fresh);
    writeFileSync(join(fresh, STAMP), JSON.stringify(await fill(fresh)));
    // What changes while the build runs is newer than this, and is built the next time.
    utimesSync(join(fresh, STAMP), started, started);
    mkdirSync(dirname(at(folder)), { recursive: true });
    if (existsSync(at(folder))) renameSync(at(folder), old);
    renameSync(fresh, at(folder));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Without the packages that build, such as after `npm ci --omit=dev`, whatever was built before has to do. */
function useOlder() {
  const missing = TARGETS.filter(({ folder }) => !existsSync(at(folder, STAMP))).map(({ folder }) => folder);
  if (missing.length === 0) {
    console.error(
      'The build is older than the sources, and the packages that build are not installed: it is used as it is.',
    );
    return true;
  }
  console.error(
    `Not built: ${missing.join(', ')}. The packages that build are not installed: run "npm ci" without --omit=dev, then "npm run build". ` +
      'Or copy these folders from where they were built.',
  );
  return false;
}

while (TARGETS.some(isStale)) {
  if (!takeLock()) {
    await sleep(200);
    continue;
  }
  try {
    for (const target of TARGETS.filter(isStale)) await build(target);
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    // The lock is given back before the process ends.
    process.exitCode = useOlder() ? 0 : 1;
    break;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
