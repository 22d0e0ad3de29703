import { bareLine } from '../../support/articles';
import { type AccountServer, startWithAccounts } from '../../support/accounts';
import { dictionaryFolder } from '../../support/dictionary-files';
import { eventually } from '../../support/eventually';

let server: AccountServer;

beforeAll(async () => {
  server = await startWithAccounts();
});
afterAll(() => server.server.close());

/** Why a headword of a dictionary is found by what is typed; undefined when it is not found. */
async function tierOf(typed: string, dictionaryId?: string): Promise<unknown> {
  const query =
    'query ($text: String!, $filter: SearchFilter) { search(text: $text, filter: $filter) { nodes { match { level: tier } } } }';
  const { data, errors } = await server.graphql(query, { text: typed, filter: { dictionary: dictionaryId } });
  expect(errors).toEqual([]);
  const { nodes } = data['search'] as { nodes: readonly { match: { level: string } }[] };
  return nodes[0]?.match.level;
}

const CREATE = `mutation ($input: CreateDictionaryInput!) {
  createDictionary(input: $input) { dictionary { searchProfile { distinct letters { letter spellings } affixMarks } } userErrors { code message } }
}`;
const UPDATE = `mutation ($id: ID!, $input: UpdateDictionaryInput!) {
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
  const input = { publicId: 'qcc_own', searchProfile };

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

test('after a change of the profile, articles are found by it once their keys have been rebuilt', async () => {
  await server.graphql(CREATE, { input: { publicId: 'qdd_own' } }, server.admin);
  await add('qdd_own', 'xumi');
  const typed = () => tierOf('ghumi', 'qdd_own');
  expect(await typed()).not.toBe('FOLDED');

  const searchProfile = { letters: [{ letter: 'x', spellings: ['gh'] }] };
  const { errors } = await server.graphql(UPDATE, { id: 'qdd_own', input: { searchProfile } }, server.admin);
  expect(errors).toEqual([]);

  // A gateway does so in the background.
  await eventually(async () => (await typed()) === 'FOLDED');
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

const MORPHOLOGY = {
  nounClasses: [{ pair: 'A/B', singular: 'Qo-', plural: 'zu-' }],
  prefixes: [['me-'], ['ti-']],
  affixes: [{ form: '-ix', base: '-a' }],
  citationPrefixes: ['wu-'],
  particles: ['xe'],
};

test('a dictionary declares how its words are inflected, which search and nouns use immediately', async () => {
  const query = `mutation ($input: CreateDictionaryInput!) { createDictionary(input: $input) { dictionary { searchProfile { morphology {
    nounClasses { pair singular plural } prefixes affixes { form base } citationPrefixes particles } } } userErrors { code } } }`;
  const input = { publicId: 'qgg_own', searchProfile: { morphology: MORPHOLOGY } };
  const { data } = await server.graphql(query, { input }, server.admin);
  for (const word of ['qolami', 'wubeka']) await add('qgg_own', word);

  const nounClasses = [{ pair: 'A/B', singular: 'qo-', plural: 'zu-' }];
  const morphology = { ...MORPHOLOGY, nounClasses };
  expect(data['createDictionary']).toEqual({ searchProfile: { morphology } });
  const matches = `query ($text: String!) { search(text: $text, filter: { dictionary: "qgg_own" }) {
    nodes { match { level: tier rule text } } } }`;
  const matchOf = async (text: string) =>
    ((await server.graphql(matches, { text })).data['search'] as { nodes: object[] }).nodes[0];
  const inflected = (text: string, rule: string) => ({
    match: { level: 'INFLECTED', text, rule },
  });
  expect(await matchOf('zulami')).toEqual(inflected('qolami', 'plural of class A/B: qo- → zu-'));
  expect(await matchOf('metibekix')).toEqual(inflected('wubeka', 'me-ti- -a → -ix'));
  const nouns = '{ nouns(form: "zulami", dictionary: "qgg_own") { singular plurals regularPlurals pair } }';
  const noun = { singular: 'qolami', plurals: [], regularPlurals: ['zulami'], pair: 'A/B' };
  expect((await server.graphql(nouns)).data).toEqual({ nouns: [noun] });

  const changed = { nounClasses: [{ pair: 'A/B', singular: 'qo-', plural: 'ni-' }] };
  const update = { id: 'qgg_own', input: { searchProfile: { morphology: changed } } };
  expect((await server.graphql(UPDATE, update, server.admin)).errors).toEqual([]);
  expect(await matchOf('nilami')).toEqual(inflected('qolami', 'plural of class A/B: qo- → ni-'));
  expect(await matchOf('metibekix')).not.toEqual(inflected('wubeka', 'me-ti- -a → -ix'));
  expect((await server.graphql(nouns)).data).toEqual({ nouns: [] });
});

test('a plural with an article of its own leads to its singular, and the singular to it', async () => {
  const input = { publicId: 'qhh_own' };
  await server.graphql(CREATE, { input }, server.admin);
  await add('qhh_own', 'mofi');
  const article = { entry: { headword: 'tumofi' }, extra: { plural_of: 'mofi' } };
  await server.graphql(ADD, { id: 'qhh_own', article }, server.admin);

  const nounsOf = async (form: string) =>
    (await server.graphql(`{ nouns(form: "${form}", dictionary: "qhh_own") { singular plurals } }`)).data;
  const noun = { singular: 'mofi', plurals: ['tumofi'] };
  expect(await nounsOf('tumofi')).toEqual({ nouns: [noun] });
  expect(await nounsOf('mofi')).toEqual({ nouns: [noun] });
  const query =
    '{ search(text: "mofi", filter: { dictionary: "qhh_own" }) { nodes { match { level: tier } article { headword } } } }';
  expect((await server.graphql(query)).data['search']).toEqual({
    nodes: [
      { match: { level: 'EXACT' }, article: { headword: 'mofi' } },
      { match: { level: 'RADICAL' }, article: { headword: 'tumofi' } },
    ],
  });
});

test('a morphology comes with the metadata of an import', async () => {
  const morphology = { noun_classes: [{ pair: '1/2', singular: 'qo-', plural: 'zu-' }], prefixes: [['me-']] };
  const profile = { search_profile: { morphology } };
  await server.server.load(dictionaryFolder('qii_own', [bareLine('qii_own', 1, 'qokami')], profile as never));

  expect(await tierOf('zukami', 'qii_own')).toBe('INFLECTED');
});

test.each([
  ['nounClasses', { morphology: { nounClasses: [{ pair: '1/2', singular: 'm', plural: 'wa-' }] } }],
  ['prefixes', { morphology: { prefixes: [['a']] } }],
  ['distinct', { distinct: 'ɖ1' }],
  ['letters', { letters: [{ letter: 'ng', spellings: ['n'] }] }],
  ['letters', { letters: [{ letter: 'ŋ', spellings: [] }] }],
  ['letters', { letters: [{ letter: 'ŋ', spellings: ['ŋ'] }] }],
  ['affixMarks', { affixMarks: 'a' }],
])('an invalid %s is refused by name: %j', async (member, searchProfile) => {
  const { errors } = await server.graphql(
    CREATE,
    { input: { publicId: 'qff_own', searchProfile } },
    server.admin,
  );

  expect(errors[0]?.extensions['code']).toBe('INVALID_INPUT');
  expect(errors[0]?.message).toContain(member);
});

describe('the languages of a dictionary', () => {
  const LANGUAGES =
    'dictionary { language scripts targetLanguages license logo } userErrors { field code message }';
  const create = (input: object) =>
    server.graphql(
      `mutation ($input: CreateDictionaryInput!) { createDictionary(input: $input) { ${LANGUAGES} } }`,
      { input },
      server.admin,
    );

  test('are stated, and stored in their canonical form', async () => {
    const metadata = {
      language: 'yor-latn',
      scripts: ['latn', 'LATN', 'Arab'],
      targetLanguages: ['eng', 'fr-ca'],
      license: ' CC-BY-4.0 ',
      logo: 'https://example.org/a b.png',
    };
    const { data } = await create({ publicId: 'words_1', ...metadata });

    expect(data['createDictionary']).toEqual({
      language: 'yo-Latn',
      scripts: ['Latn', 'Arab'],
      targetLanguages: ['en', 'fr-CA'],
      license: 'CC-BY-4.0',
      logo: 'https://example.org/a%20b.png',
    });
  });

  test('determine how its words are searched, and its identifier does not', async () => {
    await create({ publicId: 'yor_words' });
    await create({ publicId: 'my_words', language: 'yo' });
    await add('yor_words', 'ewà');
    await add('my_words', 'ewà');

    expect(await tierOf('ẹwa', 'yor_words')).toBe('FOLDED');
    expect(await tierOf('ẹwa', 'my_words')).not.toBe('FOLDED');
  });

  test.each([
    ['ha-en-fr', 'ha', ['en', 'fr']],
    ['wol-fra', 'wo', ['fr']],
    ['my words', null, []],
    ['my-words', null, []],
  ])('are those that the abbreviated name %s states', async (abbreviatedName, language, targetLanguages) => {
    const dictionaryId = `yor_eng_${abbreviatedName.replace(' ', '_')}`;
    const { data } = await create({ publicId: dictionaryId, abbreviatedName });

    expect(data['createDictionary']).toMatchObject({ language, targetLanguages });
  });

  test('are refused all together if they are invalid', async () => {
    const { data, errors } = await create({
      publicId: 'wrong',
      language: 'Yoruba language',
      scripts: ['Latin'],
      targetLanguages: ['en', '?'],
      logo: 'javascript:alert(1)',
      license: 'x'.repeat(501),
    });

    expect(data['createDictionary']).toBeNull();
    expect(errors.map(({ message }) => message)).toEqual([
      'a language must be a tag of BCP 47, such as yo or sw-TZ',
      'a script must be a code of ISO 15924, such as Latn or Arab',
      'a language must be a tag of BCP 47, such as yo or sw-TZ',
      'license must have at most 500 characters',
      'logo must be an http or https URL of at most 500 characters',
    ]);
  });

  test('come with the metadata of REST and of an import, whose bodies stay as documented', async () => {
    const metadata = { id_dico: 'rest_1', language: 'hau', scripts: ['Latn'], target_languages: ['en'] };
    const response = await server.rest('POST', '/lexicon/metadata', {
      token: server.admin,
      body: { metadata },
    });
    const folder = dictionaryFolder('file_1', [bareLine('file_1', 1, 'nza')], {
      language: 'nqo',
      scripts: ['Nkoo'],
      target_languages: ['fr'],
    } as never);
    await server.server.load(folder);

    expect(response.status).toBe(201);
    expect(JSON.stringify(response.body)).not.toContain('language');
    const { data } = await server.graphql(
      '{ a: dictionary(dictionary: "rest_1") { language scripts targetLanguages } b: dictionary(dictionary: "file_1") { language scripts targetLanguages } }',
    );
    expect(data).toEqual({
      a: { language: 'ha', scripts: ['Latn'], targetLanguages: ['en'] },
      b: { language: 'nqo', scripts: ['Nkoo'], targetLanguages: ['fr'] },
    });
    const { text } = await server.rest('GET', '/dictionaries/file_1');
    expect(text).toContain('lang="nqo" dir="rtl"');
  });

  test('change later, and with them the search keys', async () => {
    await create({ publicId: 'qzz_own' });
    await add('qzz_own', 'cìka');
    const update = `mutation { updateDictionary(dictionary: "qzz_own", input: { language: "ha" }) { ${LANGUAGES} } }`;
    const { data } = await server.graphql(update, {}, server.admin);

    expect(data['updateDictionary']).toMatchObject({ language: 'ha', scripts: [] });
    await eventually(async () => (await tierOf('chika', 'qzz_own')) === 'FOLDED');
  });
});
