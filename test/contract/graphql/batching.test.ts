import { ANONYMOUS } from '../../../src/shared/viewer';
import { ADMIN } from '../../support/viewers';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { recordCommands } from '../../support/recorded-commands';
import { hide } from '../../support/hide';
import { graphql } from '../../support/http';

const LINES = Array.from({ length: 25 }, (_, i) => nounLine('qaa_fr_1', i + 1, `w${String(i)}`));

let server: TestGateway;
const recorded = recordCommands();
const commands = () => recorded.commands.map(({ name, collection }) => `${String(collection)}.${name}`);

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder('qaa_fr_1', LINES), dictionaryFolder('qbb_fr_2', LINES.slice(0, 0)));
});

beforeEach(() => {
  recorded.commands.length = 0;
});

afterAll(async () => {
  recorded.stop();
  await server.close();
});

test('many articles in one query are read by one command, each with the requested fields', async () => {
  const aliases = LINES.map(
    (_, i) =>
      `a${String(i)}: article(dictionary: "qaa_fr_1", number: "${String(i + 1)}") { number ${i === 3 ? 'source headword' : 'content { type }'} }`,
  );

  const { data } = await graphql(server.url, `{ ${aliases.join('\n')} }`);

  expect(commands()).toEqual(['articles.find']);
  const articles = Object.values(data as Record<string, unknown>);
  expect(articles).toHaveLength(25);
  expect(articles[3]).toEqual({ number: 4, headword: 'w3', source: LINES[3]!.article });
  expect(articles[24]).toEqual({ number: 25, content: { type: 'noun' } });
});

test('simultaneous requests are read by one command, and each sees only what it may', async () => {
  await hide(server.gateway, 'qaa_fr_1', [7]);
  const requests = [
    { viewer: ADMIN, id: '7', fields: { headword: 1 } },
    { viewer: ANONYMOUS, id: '7', fields: { headword: 1 } },
    { viewer: ANONYMOUS, id: '8', fields: { text: 1, 'content.type': 1 } },
    { viewer: ANONYMOUS, id: '999', fields: { text: 1 } },
  ] as const;

  recorded.commands.length = 0;
  const found = await Promise.all(
    requests.map(({ viewer, ...request }) =>
      server.gateway.articles.get(viewer, { dictionaryId: 'qaa_fr_1', ...request }),
    ),
  );

  expect(commands()).toEqual(['articles.find']);
  expect(found[0]).toMatchObject({ number: 7, headword: 'w6' });
  expect(found[1]).toBeUndefined();
  expect(found[2]).toMatchObject({ number: 8, content: { type: 'noun' } });
  expect(found[3]).toBeUndefined();
});

test('articles by number and by public identifier are two commands', async () => {
  const { data } = await graphql(
    server.url,
    `
      {
        a: article(dictionary: "qaa_fr_1", number: "1") {
          number
        }
        b: article(dictionary: "qaa_fr_1", number: "qaa_fr_1-1") {
          number
        }
        c: article(dictionary: "qaa_fr_1", number: "qaa_fr_1-2") {
          number
        }
      }
    `,
  );

  expect(commands()).toEqual(['articles.find', 'articles.find']);
  expect(data).toEqual({ a: { number: 1 }, b: { number: 1 }, c: { number: 2 } });
});

test('the dictionaries of articles are read by one command, and so are the statistics of dictionaries', async () => {
  await graphql(
    server.url,
    '{ articles(first: 20) { nodes { number dictionary { shortName } } } dictionaries { nodes { statistics { articles } } } }',
  );

  expect(commands().toSorted()).toEqual([
    'articles.find',
    'dictionaries.find',
    'dictionaries.find',
    'listSegments.find',
  ]);
});
