import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, resultOf, runCommand, startCommand } from '../support/command';

/** Nothing is opened before the command line is found right. */
const NOWHERE = { DATA_DIR: '/no/such/place' };

const run = (name: string, ...args: string[]): Promise<CommandResult> => runCommand(name, args, NOWHERE);

/** Every command, and how its help begins. */
const COMMANDS: readonly (readonly [name: string, usage: string])[] = [
  ['import', 'Usage: griot import [options] <PATH...>'],
  ['export', 'Usage: griot export [options] [NAME]'],
  ['dump', 'Usage: griot dump [options] <FILE>'],
  ['load', 'Usage: griot load [options] <FILE>'],
  ['check', 'Usage: griot check|doctor [options]'],
  ['repair', 'Usage: griot repair [options]'],
  ['compact', 'Usage: griot compact [options]'],
  ['admin', 'Usage: griot admin [options] <ACTION> [NAME]'],
  ['reindex', 'Usage: griot reindex [options]'],
  ['migrate', 'Usage: griot migrate [options]'],
  ['schema', 'Usage: griot schema [options]'],
];

test('griot names its commands', async () => {
  const [help, nothing] = await Promise.all(
    ['--help', 'nothing'].map((name) => resultOf(startCommand(name, [], NOWHERE))),
  );

  expect(help?.code).toBe(0);
  for (const [name] of COMMANDS) expect(help?.stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
  expect([nothing?.code, nothing?.stderr]).toEqual([2, "error: unknown command 'nothing'\n"]);
});

test.each(COMMANDS)('%s prints its help, and refuses an unknown option', async (name, usage) => {
  const [help, wrong] = await Promise.all([run(name, '--help'), run(name, '--nonsense')]);

  expect([help.code, help.stdout.split('\n')[0]]).toEqual([0, usage]);
  expect([wrong.code, wrong.stderr]).toEqual([2, "error: unknown option '--nonsense'\n"]);
});

test.each([
  ['import', [], "missing required argument 'PATH'"],
  [
    'import',
    ['--bad-lines=x', 'a'],
    "option '--bad-lines <MODE>' argument 'x' is invalid. Allowed choices are stop, skip.",
  ],
  ['export', [], "missing required argument 'NAME'"],
  ['dump', ['a', 'b'], "too many arguments for 'dump'. Expected 1 argument but got 2."],
  ['load', [], "missing required argument 'FILE'"],
  ['migrate', ['a'], "too many arguments for 'migrate'. Expected 0 arguments but got 1."],
  ['admin', [], "missing required argument 'ACTION'"],
  ['admin', ['reset'], 'reset needs a NAME'],
  ['admin', ['list', 'x'], 'list takes no NAME'],
] as const)('%s %j reports in one line what is wrong', async (name, args, reason) => {
  const { code, stdout, stderr } = await run(name, ...args);

  expect([code, stdout, stderr]).toEqual([2, '', `error: ${reason}\n`]);
});

test.each([
  ['export', ['platform']],
  ['imports', ['list', 'words']],
  ['admin', ['reset', 'root']],
  ['admin', ['list']],
  ['reindex', []],
  ['compact', []],
] as const)('%s %j says that the folder has no database, and creates none', async (name, args) => {
  const DATA_DIR = join(tmpdir(), `griot-absent-${process.pid}`);

  const { code, stdout, stderr } = await runCommand(name, args, { DATA_DIR });

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^DATA_DIR, \/.*, contains no database\. `npm start` creates one;/);
  expect(existsSync(DATA_DIR)).toBe(false);
});
