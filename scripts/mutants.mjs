// Makes small errors in the code, one at a time, and lists those that no test detects (mutation testing with Stryker).
// Usage: npm run mutants -- [--minutes 60] [--seed 1] [--files 60] [--lines 12] [--tests test/unit,test/storage] [FILE...]
// Without FILE, it selects by the seed some files of src/domain, src/services, src/rest and src/storage, and a range of lines in each, because
// all mutants of one file can take most of an hour.
import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const FOLDERS = ['src/domain', 'src/services', 'src/rest', 'src/storage'];

/** Files that only commands run. Their tests run the built program, which has no mutants. */
const OF_COMMANDS = /^src\/storage\/(dump|integrity|migrations)\//;

const WORK = '.stryker';
const EVENTS = join(WORK, 'events');

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    files: { type: 'string', default: '60' },
    lines: { type: 'string', default: '12' },
    tests: { type: 'string' },
  },
  allowPositionals: true,
});

/** Files in an order that the seed determines. Adding a file does not change the order of the others. */
function sample() {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name))
      .filter((file) => !OF_COMMANDS.test(file)),
  );
  const hashOf = (file) => createHash('sha256').update(`${values.seed} ${file}`).digest('hex');
  const hashed = all.map((file) => [hashOf(file), file]).sort(([a], [b]) => (a < b ? -1 : 1));
  return hashed
    .slice(0, Number(values.files))
    .map(([hash, file]) => stretchOf(file, parseInt(hash.slice(0, 8), 16)));
}

/** A range of lines after the imports of a file, in the notation of Stryker. */
function stretchOf(file, number) {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const length = Number(values.lines);
  const begin = lines.findLastIndex((line) => /^(import\b|\} from )/.test(line)) + 2;
  const last = Math.max(begin, lines.length - length + 1);
  const first = begin + (number % (last - begin + 1));
  return `${file}:${first}-${Math.min(first + length - 1, lines.length)}`;
}

/** Ends the run after the given minutes. They begin after the first run of all tests, whose duration depends on the machine. */
async function endInTime(end, signal) {
  while (!eventNames().some((name) => name.endsWith('onDryRunCompleted.json')))
    await sleep(1_000, undefined, { signal });
  await sleep(Number(values.minutes) * 60_000, undefined, { signal });
  end();
}

/** Tests the mutants of files until all are tested or the time is over. */
async function run(files) {
  rmSync(WORK, { recursive: true, force: true });
  // The short-lived databases of tests are in memory, as in other runs of tests.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'griot-tests-'));
  const child = spawn('npx', ['--no-install', 'stryker', 'run', '--mutate', files.join(',')], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A separate process group, so that its workers end with it.
    detached: true,
    env: { ...process.env, TMPDIR: folder, ...(values.tests && { MUTANTS_TESTS: values.tests }) },
  });
  const end = () => process.kill(-child.pid, 'SIGTERM');
  const isOver = new AbortController();
  const { signal } = isOver;
  process.once('SIGINT', end);
  endInTime(end, signal).catch((error) => {
    if (!signal.aborted) throw error;
  });
  await new Promise((resolve) => child.on('exit', resolve));
  isOver.abort();
  for (const left of [join(WORK, 'tmp'), folder])
    rmSync(left, { recursive: true, force: true, maxRetries: 5 });
}

function eventNames() {
  return existsSync(EVENTS) ? readdirSync(EVENTS) : [];
}

function tested() {
  return eventNames()
    .filter((name) => name.endsWith('onMutantTested.json'))
    .map((name) => JSON.parse(readFileSync(join(EVENTS, name), 'utf8')))
    .filter(({ status }) => status !== 'Ignored');
}

function textAt(file, { start, end }) {
  const line = readFileSync(file, 'utf8').split('\n')[start.line - 1];
  return start.line === end.line
    ? line.slice(start.column - 1, end.column - 1)
    : `${line.slice(start.column - 1)} ...`;
}

const files = positionals.length > 0 ? positionals : sample();
console.log(`seed ${values.seed}: ${files.join(' ')}`);
await run(files);
const mutants = tested();
/** Whether no test detected a mutant. One that no test runs is not detected either. */
const survivors = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
for (const { fileName, location, status, mutatorName, replacement } of survivors) {
  const file = relative(process.cwd(), fileName);
  const text = textAt(file, location).trim();
  console.log(`${file}:${location.start.line} ${status} ${mutatorName}: ${text} -> ${replacement}`);
}
console.log(`${mutants.length - survivors.length} of ${mutants.length} mutants noticed.`);
if (mutants.length === 0) process.exitCode = 1;
