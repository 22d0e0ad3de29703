import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ADMIN_NAME, ADMIN_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import { describeInBrowser, openBrowser } from '../support/browser';

const PROJECT = join(__dirname, '..', '..');

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  await accounts.server.load(join(PROJECT, 'samples', 'yor_eng_fra_griot'));
});

afterAll(() => accounts.server.close());

function start(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(command, args, {
    cwd: PROJECT,
    env: { ...process.env, GRIOT_URL: accounts.server.url, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

async function outputOf(...given: Parameters<typeof start>): Promise<string> {
  const child = start(...given);
  const [output, problems, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close') as Promise<[number]>,
  ]);
  expect([code, problems]).toEqual([0, '']);
  return output;
}

test('the script writes every translated word of a dictionary, once', async () => {
  const lines = (await outputOf('node', ['examples/word-list.mjs', 'yor_eng_fra_griot', 'fr']))
    .trimEnd()
    .split('\n');

  expect(lines[0]).toBe('"number","headword","fr"');
  expect(lines).toContain('"30","adìẹ","poulet"'.normalize('NFC'));
  expect(new Set(lines).size).toBe(65);
});

test('the curl commands read, log in, write and delete again', async () => {
  const output = await outputOf('sh', ['examples/rest.sh'], { ADMIN: `${ADMIN_NAME}:${ADMIN_PASSWORD}` });

  for (const said of ['"headword":"adìẹ"', '"trad_fr":"venir"', '"search":[', '\n206\n200\n', 'created 65'])
    expect(output).toContain(said.normalize('NFC'));
  expect(output).toMatch(/changed: 201\ndeleted: 200\n$/);
});

describeInBrowser('the page with Apollo Client', () => {
  test('searches as one types, and reads on', async () => {
    const serving = start('npm', ['run', '--silent', 'example:browser', '--', '--serve=127.0.0.1:0']);
    const [browser, url] = await Promise.all([openBrowser(), addressOf(serving)]);
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));

    await page.goto(`${url}?server=${accounts.server.url}`);
    await page.getByLabel('Word').fill('ile');
    await page.getByText('house', { exact: false }).first().waitFor();
    await page.getByLabel('Translation').selectOption('fr');
    await page.getByText('maison').first().waitFor();
    await page.getByLabel('Word').fill('o');
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('li').nth(10).waitFor();

    expect(errors).toEqual([]);
    await browser.close();
    serving.stdin?.end();
    await once(serving, 'close');
  });
});

function addressOf(serving: ChildProcess): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    serving.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/\S+/.exec(said)?.[0];
      if (address !== undefined) resolve(address);
    });
    serving.once('close', () => {
      reject(new Error(said));
    });
  });
}
