import { bareLine } from '../../support/articles';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { runCommand } from '../../support/command';
import { dictionaryFolder } from '../../support/dictionary-files';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

/** Why a headword of a dictionary is found by what is typed; undefined when it is not found. */
async function tierOf(typed: string, dictionaryId?: string): Promise<unknown> {
  const query =
    'query ($text: String!, $filter: SearchFilterInput) { search(text: $text, filter: $filter) { nodes { match { level } } } }';
  const { data, errors } = await server.graphql(query, { text: typed, filter: { dictionary: dictionaryId } });
  expect(errors).toEqual([]);
  const { nodes } = data['search'] as { nodes: readonly { match: { level: string } }[] };
  return nodes[0]?.match.level;
}

const CREATE = `mutation ($input: NewDictionaryInput!) {
  createDictionary(input: $input) { dictionary { searchProfile { distinct letters { letter spellings } affixMarks } } userErrors { code message } }
}`;
const UPDATE = `mutation ($id: ID!, $input: DictionaryEditInput!) {
  updateDictionary(dictionary: $id, input: $input) { dictionary { revision searchProfile { distinct } } userErrors { code message } }
}`;
const ADD = `mutation ($id: ID!, $article: JSON!) { createArticle(dictionary: $id, input: { source: $article }) { article { number } userErrors { code message } } }`;

const add = async (id: string, headword: string) => {
  const { errors } = await server.graphql(ADD, { id, article: { entry: { headword } } }, server.admin);
  expect(errors).toEqual([]);
};

test('a dictionary defines distinct letters, their spellings and affix marks', async () => {
  const searchProfile = {
    distinct: 'Ɖ',
    letters: [{ letter: 'X', spellings: ['kh', 'H'] }],
    affixMarks: '_',
  };
  const input = { dictionaryId: 'qcc_own', searchProfile };

  const { data } = await server.graphql(CREATE, { input }, server.admin);
  await add('qcc_own', 'xoɖi');
  await add('qcc_own', '_ka');

  const letters = [{ letter: 'x', spellings: ['kh', 'h'] }];
  expect(data['createDictionary']).toEqual({ searchProfile: { distinct: 'ɖ', letters, affixMarks: '_' } });
  expect(await tierOf('khodi', 'qcc_own')).toBe('FOLDED');
  expect(await tierOf('hodi', 'qcc_own')).toBe('FOLDED');
  // The common spelling stays, also where no dictionary is named.
  expect(await tierOf('xodi', 'qcc_own')).toBe('FOLDED');
  expect(await tierOf('khodi')).toBe('FOLDED');
  expect(await tierOf('ka', 'qcc_own')).toBe('LIGHT');
});

test('after a change of the profile, articles are found by it once their keys are rebuilt', async () => {
  await server.graphql(CREATE, { input: { dictionaryId: 'qdd_own' } }, server.admin);
  await add('qdd_own', 'xumi');
  const typed = () => tierOf('ghumi', 'qdd_own');
  expect(await typed()).not.toBe('FOLDED');

  const searchProfile = { letters: [{ letter: 'x', spellings: ['gh'] }] };
  const { errors } = await server.graphql(UPDATE, { id: 'qdd_own', input: { searchProfile } }, server.admin);
  expect(errors).toEqual([]);
  const { code, stdout } = await runCommand('reindex', [], server.server.env);

  expect([code, stdout]).toEqual([0, expect.stringContaining('made the keys of 1 anew')]);
  expect(await typed()).toBe('FOLDED');
  // What is written from now on has the profile at once.
  await add('qdd_own', 'xali');
  expect(await tierOf('ghali', 'qdd_own')).toBe('FOLDED');
});

test('a profile comes with the metadata of an import', async () => {
  const profile = { search_profile: { letters: { ɓ: ['bh'] } } };
  const folder = dictionaryFolder('qee_own', [bareLine('qee_own', 1, 'ɓara')], profile as never);

  await server.server.load(folder);

  expect(await tierOf('bhara', 'qee_own')).toBe('FOLDED');
});

test.each([
  ['distinct', { distinct: 'ɖ1' }],
  ['letters', { letters: [{ letter: 'ng', spellings: ['n'] }] }],
  ['letters', { letters: [{ letter: 'ŋ', spellings: [] }] }],
  ['letters', { letters: [{ letter: 'ŋ', spellings: ['ŋ'] }] }],
  ['affixMarks', { affixMarks: 'a' }],
])('a wrong %s is refused by name: %j', async (member, searchProfile) => {
  const { errors } = await server.graphql(
    CREATE,
    { input: { dictionaryId: 'qff_own', searchProfile } },
    server.admin,
  );

  expect(errors[0]?.extensions['code']).toBe('INVALID_INPUT');
  expect(errors[0]?.message).toContain(member);
});
