import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../support/command';

let folder: string;
/** What a first start has kept: each test begins with it. */
let file: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'griot-compiled-'));
  expect(await help()).toMatchObject(HELP);
  [file = ''] = compiledFiles();
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const help = (env: Readonly<Record<string, string>> = {}) =>
  runProgram('bin/griot', ['import', '--help'], { NODE_COMPILE_CACHE: folder, ...env });

/** The files of compiled code that are there; Node may keep some of its own beside them. */
const compiledFiles = (): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.includes('.compiled'))
    .map((name) => join(folder, name));

const HELP = { code: 0, stdout: expect.stringContaining('Usage: griot import') as string, stderr: '' };

test('the compiled code of a program is stored once, for the next start', async () => {
  const { ino } = statSync(file);
  expect(compiledFiles()).toEqual([file]);

  expect(await help()).toMatchObject(HELP);
  expect(compiledFiles()).toEqual([file]);
  expect(statSync(file).ino).toBe(ino);
});

test.each([
  ['a changed byte', (bytes: Buffer) => bytes.fill(bytes.readUInt8(5000) ^ 1, 5000, 5001)],
  ['a missing end', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
  ['nothing in it', () => Buffer.alloc(0)],
])('compiled code with %s is not run, and is replaced', async (_, damage) => {
  const original = readFileSync(file);
  writeFileSync(file, damage(Buffer.from(original)));
  const { ino } = statSync(file);

  expect(await help()).toMatchObject(HELP);
  expect(compiledFiles()).toEqual([file]);
  expect(statSync(file).ino).not.toBe(ino);
  // What is compiled differs a little from one start to the next.
  expect(readFileSync(file).length).toBeGreaterThan(0.9 * original.length);
});

test('programs start even if compiled code cannot or must not be stored', async () => {
  const [missing, empty] = ['missing', 'empty'].map((name) => join(folder, name)) as [string, string];
  mkdirSync(empty);
  const nowhere = { NODE_COMPILE_CACHE: missing, NODE_DISABLE_COMPILE_CACHE: '' };

  expect(await help({ NODE_COMPILE_CACHE: empty, NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject(HELP);
  expect(await help(nowhere)).toMatchObject(HELP);
  expect(existsSync(missing)).toBe(false);
  expect(readdirSync(empty)).toEqual([]);
});

test('the bundle of all programs is ASCII and is read as such', () => {
  const programs = readFileSync(join(__dirname, '..', '..', 'dist-program', 'programs.js'));

  expect(programs.every((byte) => byte < 0x80)).toBe(true);
});
