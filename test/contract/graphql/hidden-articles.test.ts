import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { hide } from '../../support/hide';
import { graphql } from '../../support/http';
import { serveTo, type ViewerServer } from '../../support/viewer-server';
import { ADMIN } from '../../support/viewers';

const LINES = ['ab', 'bc', 'cd'].map((word, i) => nounLine('qaa_fr_1', i + 1, word));

/** The second article is disabled. */
const ID = Buffer.from('["Article","qaa_fr_1",2]').toString('base64url');

const QUERY = `{
  node(id: "${ID}") { id }
  nodes(ids: ["${ID}"]) { id }
  article(dictionary: "qaa_fr_1", number: "qaa_fr_1-2") { number isDisabled }
  all: articles { totalCount nodes { number } }
  nouns: articles(filter: { category: "n", type: "noun" }) { totalCount nodes { number } }
  pages: articles(filter: { category: "n" }, first: 1, page: 2) { nodes { number } }
  dictionary(dictionary: "qaa_fr_1") { statistics { articles withClass languages { language articles } } }
}`;

let gateway: TestGateway;
let admin: ViewerServer;

beforeAll(async () => {
  gateway = await startGateway();
  await gateway.load(dictionaryFolder('qaa_fr_1', LINES));
  await hide(gateway.gateway, 'qaa_fr_1', [2]);
  admin = await serveTo(ADMIN, gateway.gateway);
});

afterAll(async () => {
  await admin.close();
  await gateway.close();
});

test('a disabled article is absent for anonymous callers from every list, total and read', async () => {
  const { data } = await graphql(gateway.url, QUERY);

  const two = { totalCount: 2, nodes: [{ number: 1 }, { number: 3 }] };
  expect(data).toEqual({
    node: null,
    nodes: [null],
    article: null,
    all: two,
    nouns: two,
    pages: { nodes: [{ number: 3 }] },
    dictionary: { statistics: statistics(2) },
  });
});

test('an admin sees it like any other article', async () => {
  const { data } = await graphql(admin.url, QUERY);

  const three = { totalCount: 3, nodes: [{ number: 1 }, { number: 2 }, { number: 3 }] };
  expect(data).toEqual({
    node: { id: ID },
    nodes: [{ id: ID }],
    article: { number: 2, isDisabled: true },
    all: three,
    nouns: three,
    pages: { nodes: [{ number: 2 }] },
    dictionary: { statistics: statistics(3) },
  });
});

function statistics(articles: number) {
  const languages = ['en', 'fr'].map((language) => ({ language, articles }));
  return { articles, withClass: articles, languages };
}
