import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { tusClient } from '../../support/tus';
import { sheetRow, textCell, workbookOf } from '../../support/workbooks';

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
});
afterAll(() => accounts.server.close());

interface Job {
  readonly importId: string;
  readonly state: string;
  readonly preview: readonly string[];
  readonly problem: string | null;
}

async function execute(text: string): Promise<Readonly<Record<string, Job>>> {
  const { data, errors } = await accounts.graphql(text, {}, accounts.admin);
  expect(errors).toEqual([]);
  return data as never;
}

async function settled(importId: string): Promise<Job> {
  for (;;) {
    const { dictionaryImport: job } = await execute(
      `{ dictionaryImport(import: "${importId}") { importId: publicId state preview problem } }`,
    );
    if (job && !['CHECKING', 'STORING'].includes(job.state)) return job;
    await sleep(20);
  }
}

const sheet = (name: string, heading: string, word: string) => ({
  name,
  rows: sheetRow(1, textCell('A1', 'Mot'), textCell('B1', heading)) + sheetRow(2, textCell('A2', word)),
});

test('an import over the network chooses a sheet, and another one when it is accepted', async () => {
  const book = readFileSync(
    await workbookOf([sheet('Noms', 'Classe', 'debbo'), sheet('Verbes', 'Français', 'yahde')]),
  );
  const uploadId = await tusClient(accounts).upload(book, 'words.xlsx');
  const created = await execute(
    `mutation { createImport(upload: "${uploadId}", dictionary: "sheets", options: {sheet: "Verbes"}) { dictionaryImport { importId: publicId } userErrors { message } } }`,
  );
  const { importId } = created['createImport']!;
  expect((await settled(importId)).preview.at(-1)).toBe('  yahde');

  await execute(
    `mutation { acceptImport(import: "${importId}", options: {sheet: "Noms"}) { dictionaryImport { state } userErrors { message } } }`,
  );

  expect(await settled(importId)).toMatchObject({
    state: 'WAITING',
    preview: expect.arrayContaining(['  debbo']) as unknown,
  });
});

test('the next import over the network reads the sheet and the columns of the previous one', async () => {
  const book = readFileSync(
    await workbookOf([sheet('Noms', 'Classe', 'debbo'), sheet('Verbes', 'Français', 'yahde')]),
  );
  const createdWith = async (options: string) => {
    const uploadId = await tusClient(accounts).upload(book, 'words.xlsx');
    const created = await execute(
      `mutation { createImport(upload: "${uploadId}", dictionary: "again" ${options}) { dictionaryImport { importId: publicId } userErrors { message } } }`,
    );
    return created['createImport']!.importId;
  };
  const map = JSON.stringify('{"columns": {"Mot": {"to": "headword"}, "Français": {"to": "notes"}}}');
  const first = await createdWith(`options: {sheet: "Verbes", map: ${map}}`);
  await settled(first);
  await execute(`mutation { acceptImport(import: "${first}") { dictionaryImport { state } } }`);
  expect(await settled(first)).toMatchObject({ state: 'DONE' });

  const { preview } = await settled(await createdWith(''));

  expect(preview).toEqual(expect.arrayContaining(['  Français -> notes', '  yahde']));
});
