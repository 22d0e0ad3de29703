// Writes the words of a dictionary with their translations as CSV:
//   node examples/word-list.mjs DICTIONARY LANGUAGE > words.csv
import { gql, GraphQLClient } from 'graphql-request';

const [dictionaryId, language] = process.argv.slice(2);
if (language === undefined) {
  console.error('Usage: node examples/word-list.mjs DICTIONARY LANGUAGE');
  process.exit(2);
}

const client = new GraphQLClient(`${process.env.GRIOT_URL ?? 'http://localhost:4000'}/graphql`);

const WORDS = gql`
  query Words($dictionaryId: ID!, $language: String!, $after: String) {
    articles(filter: { dictionary: $dictionaryId, language: $language }, first: 100, after: $after) {
      nodes {
        number
        headword
        translation(language: $language)
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

const cell = (value) => `"${String(value ?? '').replaceAll('"', '""')}"`;

console.log(['number', 'headword', language].map(cell).join(','));
let after = null;
do {
  const { articles } = await client.request(WORDS, { dictionaryId, language, after });
  for (const { number, headword, translation } of articles.nodes)
    console.log([number, headword, translation].map(cell).join(','));
  after = articles.pageInfo.hasNextPage ? articles.pageInfo.endCursor : null;
} while (after !== null);
