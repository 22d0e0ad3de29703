import { bareLine, nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { graphql } from '../../support/http';

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  const odd = { ...bareLine('qaa_fr_1', 4, 'd'), article: { translations: [{ lang: 'wo', content: 'x' }] } };
  await server.load(
    dictionaryFolder('qaa_fr_1', [
      nounLine('qaa_fr_1', 1, 'a'),
      nounLine('qaa_fr_1', 2, 'b'),
      bareLine('qaa_fr_1', 3, 'c'),
      odd,
    ]),
    dictionaryFolder('qbb_fr_2', []),
  );
});

afterAll(() => server.close());

test('a dictionary has the numbers of its articles, in total, by part and by language', async () => {
  const { data, errors } = await graphql(
    server.url,
    `
      {
        dictionaries {
          nodes {
            statistics {
              articles
              withEntry
              withCategory
              withClass
              withType
              withForm
              withExample
              languages {
                language
                articles
              }
            }
          }
        }
      }
    `,
  );

  const none = { withEntry: 0, withCategory: 0, withClass: 0, withType: 0, withForm: 0, withExample: 0 };
  expect(errors).toEqual([]);
  expect(data).toEqual({
    dictionaries: {
      nodes: [
        {
          statistics: {
            articles: 4,
            withEntry: 3,
            withCategory: 2,
            withClass: 2,
            withType: 2,
            withForm: 2,
            withExample: 2,
            languages: [
              { language: 'en', articles: 2 },
              { language: 'fr', articles: 2 },
              { language: 'wo', articles: 1 },
            ],
          },
        },
        { statistics: { articles: 0, ...none, languages: [] } },
      ],
    },
  });
});
