import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resultOf, runCommand, startCommand } from '../support/command';
import { testDatabase, type TestDatabase } from '../support/database';

const APPLICATION = { name: 'Bus Bot', email: 'bus@example.org', password: 'a long password' };

let database: TestDatabase;
beforeAll(async () => {
  database = testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'griot-chatbot-'));
  writeFileSync(join(folder, 'applications.json'), JSON.stringify([APPLICATION]));
  const { code } = await runCommand('import', [folder], database.env);
  expect(code).toBe(0);
});
afterAll(() => database.drop());

/** Runs a command whose standard output is closed, as by `| head` when it has read enough. */
async function unread(name: string, ...args: string[]) {
  const child = startCommand(name, args, database.env);
  child.stdout?.destroy();
  const { code, stderr } = await resultOf(child);
  return { code, stderr };
}

test('a command with a closed standard output completes with its usual exit code', async () => {
  expect(await unread('doctor')).toEqual({ code: 0, stderr: '' });
});

test('an export whose reader has disconnected ends with 1 and without a message', async () => {
  expect(await unread('export', APPLICATION.name)).toEqual({ code: 1, stderr: '' });
});

test('an export that cannot write its file names that file, and no other', async () => {
  const { code, stderr } = await runCommand(
    'export',
    [APPLICATION.name, '--out=/no/such/bot.json'],
    database.env,
  );

  expect([code, stderr]).toEqual([
    1,
    '/no/such/bot.json cannot be written: ENOENT: no such file or directory.\n',
  ]);
});
