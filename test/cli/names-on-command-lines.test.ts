import { type AccountServer, startWithAccounts } from '../support/accounts';
import { runCommand } from '../support/command';

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts();
  const body = { metadata: { id_dico: 'ewe_fr' } };
  await accounts.rest('POST', '/lexicon/metadata', { token: accounts.admin, body });
});

afterAll(() => accounts.server.close());

test.each([
  [['imports', 'list', 'ewe_fr'], 0, 'There are no imports of ewe_fr.'],
  [['imports', 'list', 'nobody'], 1, 'There is no dictionary nobody'],
  [['export', 'nobody'], 1, 'There is no application nobody.'],
  [
    ['export', 'ewe_fr'],
    1,
    'There is no application ewe_fr. To export the dictionary ewe_fr, name a format with --format.',
  ],
] as const)('griot %j ends with %i and says what is missing', async ([command, ...args], code, message) => {
  const result = await runCommand(command, args, accounts.server.env);

  expect(result.code).toBe(code);
  expect(code === 0 ? result.stdout : result.stderr).toContain(message);
});
