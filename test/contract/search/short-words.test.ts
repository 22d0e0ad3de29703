import { bareLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

/** Words that are near one another, and one that is near none. */
const WORDS = ['kasi', 'kazo', 'kavi', 'kabi', 'motu', 'sèlo', 'sèla', 'lkai'];

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(
    dictionaryFolder(
      'urh_eng_1',
      WORDS.map((word, i) => bareLine('urh_eng_1', i + 1, word)),
      { language: 'urh' },
    ),
  );
});

afterAll(() => server.close());

async function search(text: string) {
  const { data, errors } = await graphql(
    server.url,
    'query ($text: String!) { search(text: $text, filter: { dictionary: "urh_eng_1" }) { totalCount didYouMean nodes { article { headword } match { tier } } } }',
    { text },
  );
  expect(errors).toEqual([]);
  const { nodes, totalCount, didYouMean } = (
    data as {
      search: {
        totalCount: number;
        didYouMean: string[];
        nodes: { article: { headword: string }; match: { tier: string } }[];
      };
    }
  ).search;
  expect(totalCount).toBe(nodes.length);
  return { found: nodes.map(({ article, match }) => [article.headword, match.tier]), didYouMean };
}

test('of several words near a short text, those with an error that people make are found', async () => {
  const { found } = await search('kapi');

  expect(found).toEqual([
    ['kabi', 'FUZZY'],
    ['kavi', 'FUZZY'],
  ]);
});

test('short words that only an unlikely error makes of a text are suggested', async () => {
  const { found, didYouMean } = await search('kali');

  expect(found).toEqual([]);
  expect(didYouMean.toSorted()).toEqual(['kabi', 'kasi', 'kavi']);
});

test('a short word near which there is no other is found with any error', async () => {
  expect((await search('moxu')).found).toEqual([['motu', 'FUZZY']]);
});

test('marks that were typed are in the word that is found', async () => {
  expect((await search('sèlu')).found).toEqual([
    ['sèla', 'FUZZY'],
    ['sèlo', 'FUZZY'],
  ]);
  expect((await search('sẽlu')).found.map(([, tier]) => tier)).not.toContain('FUZZY');
});

test('a word of which a letter is missing is suggested', async () => {
  expect((await search('mtu')).didYouMean).toEqual(['motu']);
});
