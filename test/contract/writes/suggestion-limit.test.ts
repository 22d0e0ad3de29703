import { startWithAccounts, type AccountServer } from '../../support/accounts';
import { PlainBrowser } from '../../web/desk-browser';

let accounts: AccountServer;

beforeAll(async () => {
  accounts = await startWithAccounts({ RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' });
  const { rest, admin: token, graphql } = accounts;
  await rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico: 'bam' } } });
  await rest('POST', '/lexicon/articles/bam', { token, body: { article: { entry: { headword: 'so' } } } });
  await graphql(
    'mutation { updateDictionary(dictionary: "bam", input: { acceptsSuggestions: true }) { userErrors { code } } }',
    {},
    token,
  );
});
afterAll(() => accounts.server.close());

const from = (address: string) => ({ 'x-forwarded-for': address });

async function suggest(address: string): Promise<string> {
  const query =
    'mutation { proposeArticle(dictionary: "bam", number: "1", input: { source: { entry: { headword: "sow" } } }) { userErrors { code } } }';
  const { body } = await accounts.rest('POST', '/graphql', { headers: from(address), body: { query } });
  return /[A-Z]+_[A-Z]+/.exec(JSON.stringify(body))?.[0] ?? 'done';
}

test('one network can suggest ten times an hour without an account, and keeps the typed text after that', async () => {
  const codes: string[] = [];
  for (let n = 0; n < 11; n++) codes.push(await suggest('198.51.100.3'));
  const anonymous = new PlainBrowser(accounts.server.url);
  const form = { do: 'save', revision: '1', headword: 'typed in vain' };
  const page = await anonymous.post('/desk/suggest/bam/1', form, from('198.51.100.3'));

  expect(codes).toEqual([...Array<string>(10).fill('done'), 'RATE_LIMITED']);
  expect(await suggest('203.0.113.3')).toBe('done');
  expect(page.text).toContain('Too many articles have been suggested');
  expect(page.text).toContain('typed in vain');
});
