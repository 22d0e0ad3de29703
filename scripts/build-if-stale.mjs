// Builds each folder that is older than its sources, the compiler settings or the installed packages: the server in dist and as one file
// in dist-program, the embedded database in its dist, and the files for browsers in dist-web. If several processes start at the same time,
// one builds and the others wait. No process sees an incomplete build.
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

/** Name of the file in a built folder that lists the sources of the build. */
const STAMP = '.built';

/** Age at which a lock counts as left behind by a killed build, in milliseconds. A build takes seconds. */
const ABANDONED_MS = 120_000;

/** The built folders. `fill` builds the content of a folder and returns its sources. Builders are loaded on demand. */
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
  // Service workers are a single script.
  bundleOf('dist-web/worker', { worker: 'src/web/browser/reader/worker.ts' }, { splitting: false }),
  bundleOf(
    'dist-web/element',
    { 'griot-search': 'src/web/browser/element/griot-search.ts' },
    { splitting: false, format: 'iife' },
  ),
  // The font of the pictures that the server draws. Browsers do not load it.
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
    // The editor has several megabytes, so that minifying it twice would take longer than it saves.
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
  // Its source is dist, so that it is stale whenever dist is.
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

/** Whether a folder is older than its sources. Without sources, as in a deployment, no folder is stale. */
function isStale({ folder }) {
  const stamp = at(folder, STAMP);
  if (!existsSync(at('src'))) return false;
  if (!existsSync(stamp)) return true;
  const written = readFileSync(stamp, 'utf8');
  // Earlier versions of this script stored the time of the build instead of its sources.
  if (!written.startsWith('[')) return true;
  return Math.max(...JSON.parse(written).map((name) => newest(at(name)))) > statSync(stamp).mtimeMs;
}

/** Takes the lock; `false` if another process builds. A lock that was left behind is taken over. */
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

/** Builds into a new folder, which then replaces the old one. */
async function build({ folder, fill }) {
  console.error(`Building ${folder} ...`);
  const fresh = at(`.dist-${process.pid}`);
  const old = at(`.dist-old-${process.pid}`);
  const started = new Date();
  try {
    mkdirSync(fresh);
    writeFileSync(join(fresh, STAMP), JSON.stringify(await fill(fresh)));
    // Sources that change during the build are newer than this time, so that the next start builds again.
    utimesSync(join(fresh, STAMP), started, started);
    mkdirSync(dirname(at(folder)), { recursive: true });
    if (existsSync(at(folder))) renameSync(at(folder), old);
    renameSync(fresh, at(folder));
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** Uses an earlier build if the packages that build are not installed, as after `npm ci --omit=dev`. */
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
    // The lock is released before the process ends.
    process.exitCode = useOlder() ? 0 : 1;
    break;
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
