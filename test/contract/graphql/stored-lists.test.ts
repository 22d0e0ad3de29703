import { readFileSync } from 'node:fs';
import { nounLine } from '../../support/articles';
import { dictionaryFolder } from '../../support/dictionary-files';
import { startGateway, type TestGateway } from '../../support/gateway';
import { call, graphql } from '../../support/http';

// Nodes of a list are written as they are stored, those of its edges are resolved field by field. Both must say the same.

const DICTIONARY = 'qaa_fr_sto';

const NAUGHTY = JSON.parse(
  readFileSync(require.resolve('big-list-of-naughty-strings/blns.json'), 'utf8'),
) as readonly string[];

/** Every control character, each sign that JSON escapes, and characters of two, three and four bytes. */
const SIGNS = [
  ...Array.from({ length: 0x21 }, (_, code) => String.fromCharCode(code)),
  '"\\/\u007f',
  'ɓ\u2028ŋ𐍈',
];

const texts = [...NAUGHTY, SIGNS.join(''), 'x'.repeat(300)]
  .filter((text) => text.trim() !== '')
  .slice(0, 450);

const lines = texts.map((text, index) => {
  const { article, ...line } = nounLine(DICTIONARY, index + 1, `mot${index}`);
  const nested =
    index % 3 === 0 ? { article: { ...article, note: text } } : { ...article, note: text, $set: text };
  const examples = [{ content: text, target: `${text}"`, lang: 'fr' }];
  return { ...line, article: { ...nested, examples, [`k${text.slice(0, 40)}`]: [index, null, -0.5, text] } };
});

let server: TestGateway;

beforeAll(async () => {
  server = await startGateway();
  await server.load(dictionaryFolder(DICTIONARY, lines));
});
afterAll(() => server.close());

type Item = Readonly<Record<string, unknown>>;

const PARTS = ['ENTRY', 'CATEGORY', 'CLASS', 'TYPE', 'FORM', 'EXAMPLE'];

const FIELDS = `
  __typename kind: __typename id etag source number dictionaryPublicId publicId headword radical text isDisabled
  likeCount unlikeCount revision createdAt updatedAt ${PARTS.map((part) => `p${part}: written(part: ${part})`).join(' ')}
  content {
    type radical extra warnings entry { headword homograph importedId variants { form radical type headword prefix } }
    categories { number content sense } classes { value pair } forms { form type }
    translations { lang number content } examples { lang number content target } senses { number } notes { content }
  }`;

type Lists = Readonly<
  Record<string, { readonly nodes?: readonly Item[]; readonly edges?: readonly { node: Item }[] }>
>;

async function execute(query: string, variables: Item = {}): Promise<Lists> {
  const { data, errors } = await graphql(server.url, query, variables);
  expect(errors).toEqual([]);
  return data as Lists;
}

/** The items of a list, written and resolved. */
async function both(list: (inner: string) => string, fields: string, more = '') {
  const [stored, resolved] = await Promise.all(
    [`nodes { ${fields} }`, `edges { node { ${fields} } }`].map(async (inner) => {
      const data = await execute(`{ ${list(inner)} } ${more}`);
      const { articles } = (data['dictionary'] ?? data) as Lists;
      return articles?.nodes ?? articles?.edges?.map(({ node }) => node) ?? [];
    }),
  );
  return { stored, resolved };
}

const FILTER = `filter: { dictionary: "${DICTIONARY}" }`;

type Listing = (inner: string, page: number) => string;

test.each<[string, Listing]>([
  ['a dictionary', (inner, page) => `articles(${FILTER} first: 100 page: ${page}) { totalCount ${inner} }`],
  [
    'two lists at once',
    (inner, page) =>
      `articles(filter: { dictionary: "${DICTIONARY}" having: FORM language: "en" } first: 100 page: ${page}) { ${inner} }`,
  ],
  [
    'an alphabet',
    (inner, page) =>
      `dictionary(dictionary: "${DICTIONARY}") { articles(first: 100 page: ${page}) { ${inner} } }`,
  ],
])('the nodes of %s are what their fields are', async (_, list) => {
  for (const page of [1, 2, 3]) {
    const { stored, resolved } = await both((inner) => list(inner, page), FIELDS);

    expect(stored).toHaveLength(100);
    expect(stored).toEqual(resolved);
    // Members are in the order of the selection.
    expect(JSON.stringify(stored)).toBe(JSON.stringify(resolved));
  }
});

test('fragments, aliases and directives select the same', async () => {
  const list = (inner: string) => `articles(${FILTER} first: 3) { ${inner} }`;
  const fragments =
    'fragment Named on Node { id } fragment Texts on Article { text content { ...Type } } fragment Type on ArticleContent { type }';
  for (const [fields, more] of [
    [
      '...Texts ... on Node { id } ... { n: number number }',
      fragments.replace('fragment Named on Node { id }', ''),
    ],
    ['...Named number @skip(if: false) headword @include(if: false)', 'fragment Named on Node { id }'],
    ['number number content { type } content { radical }', ''],
    ['translation(language: "fr") html summary { type } dictionary { publicId }', ''],
  ] as const) {
    const { stored, resolved } = await both(list, fields, more);

    expect(stored).toHaveLength(3);
    expect(stored).toEqual(resolved);
  }
});

test.each([
  ['a list', `articles(${FILTER} first: 1) { nodes { ...F0 } }`],
  ['an article', `article(dictionary: "${DICTIONARY}", number: 1) { ...F0 }`],
])('fragments of %s that double at each step are answered at once', async (_, field) => {
  const steps = Array.from(
    { length: 30 },
    (__, at) => `fragment F${at} on Article { ...F${at + 1} ...F${at + 1} }`,
  );
  const data = await execute(`{ ${field} } ${steps.join(' ')} fragment F30 on Article { __typename }`);
  expect(JSON.stringify(data)).toContain('{"__typename":"Article"}');
});

test('lists that are merged, aliased or selected twice return what each selects', async () => {
  const args = `(${FILTER} first: 2)`;
  const one = { number: 1, headword: 'mot0' };

  const merged = await execute(
    `{ articles${args} { nodes { number } } articles${args} { nodes { headword } } }`,
  );
  const named = await execute(
    `{ a: articles${args} { items: nodes { number } } b: articles${args} { nodes { headword } } }`,
  );
  const variable = await execute(
    'query ($part: ArticlePart!) { articles(first: 1) { nodes { written(part: $part) } } }',
    {
      part: 'TYPE',
    },
  );
  const mixed = await execute(`{ articles${args} { nodes { number } edges { node { headword } } } }`);

  expect(merged['articles']?.nodes?.[0]).toEqual(one);
  expect(named).toMatchObject({
    a: { items: [{ number: 1 }, {}] },
    b: { nodes: [{ headword: 'mot0' }, {}] },
  });
  expect(variable['articles']?.nodes).toEqual([{ written: 'noun' }]);
  expect(mixed['articles']).toMatchObject({
    nodes: [{ number: 1 }, {}],
    edges: [{ node: { headword: 'mot0' } }, {}],
  });
});

test('no document can ask for nodes as one value', async () => {
  const { body } = await call(`${server.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ __type(name: "ArticleConnection") { fields { name } } }' }),
  });

  expect(JSON.stringify(body)).not.toContain('stored');
});

test.each(PARTS)('the REST list of the part %s has what GraphQL resolves', async (part) => {
  const flag = part.toLowerCase();
  const { body } = await call(`${server.url}/lexicon/articles/${DICTIONARY}?${flag}&limit=450`);
  const [items = []] = Object.values(body as Record<string, readonly Item[]>);
  const resolved: Item[] = [];
  for (const page of [1, 2, 3, 4, 5]) {
    const data = await execute(
      `{ articles(filter: { dictionary: "${DICTIONARY}" having: ${part} } first: 100 page: ${page}) { edges { node { part: written(part: ${part}) number } } } }`,
    );
    resolved.push(...(data['articles']?.edges?.map(({ node }) => node) ?? []));
  }

  expect(items.length).toBeGreaterThan(300);
  expect(
    items.map(({ id_article: number, ...named }) => ({
      number,
      part: Object.entries(named).find(([name]) => name !== 'id_dico')?.[1],
    })),
  ).toEqual(resolved.map(({ number, part: value }) => ({ number, part: value })));
});
