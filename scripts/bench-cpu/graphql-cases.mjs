/** A number of texts, joined. */
const times = (count, text, glue = ' ') =>
  Array.from({ length: count }, (_, n) => (typeof text === 'function' ? text(n) : text)).join(glue);

const marks = (count) => `e${'\u0301\u0316\u0308'.repeat(Math.floor(count / 3))}`;
const asked = (query, variables, role) => ({
  ...{ method: 'POST', path: '/graphql', role, headers: { 'content-type': 'application/json' } },
  body: JSON.stringify({ query, variables }),
});

/** Fields with the same name, for which validation compares pairs. 1,990 of them are just within the limit of tokens. */
const merging = {
  'equal fields, 1,990': () => asked(`{ ${times(1990, '__typename')} }`),
  'equal fields within equal fields': () => asked(`{ ${times(240, 'me { name username }')} }`),
  'equal fields with arguments': () => asked(`{ ${times(240, 'node(id: "x") { id }')} }`),
  'equal fields in ten levels': () =>
    asked(
      `{ ${times(30, '__schema { types { fields { type { ofType { ofType { ofType { name } } } } } } }')} }`,
    ),
  'fragments that spread each other': () =>
    asked(
      `{ ...F0 } ${times(200, (n) => `fragment F${n} on Query { ...F${n + 1} me { id } }`)} fragment F200 on Query { me { id } }`,
    ),
  'fragments, each spread by each': () =>
    asked(
      `{ ${times(30, (n) => `...F${n}`)} } ${times(30, (n) => `fragment F${n} on Query { ${times(29 - n, (m) => `...F${n + m + 1}`)} me { id name } }`)}`,
    ),
  'inline fragments within each other': () =>
    asked(`{ ${times(300, '... on Query {')} me { id } ${times(300, '}')} }`),
  'inline fragments of equal fields': () => asked(`{ ${times(190, '... on Query { me { id name } }')} }`),
  'fragments of conflicting fields': () =>
    asked(
      `{ ${times(160, (n) => `...F${n}`)} } ${times(160, (n) => `fragment F${n} on Query { a: node(id: "${n}") { id } }`)}`.slice(
        0,
        90_000,
      ),
    ),
};

const mistakes = {
  'unknown fields, 1,990': () => asked(`{ ${times(1990, (n) => `articlez${n}`)} }`),
  'unknown fields of long names': () => asked(`{ ${times(900, (n) => `articles${'x'.repeat(90)}${n}`)} }`),
  'unknown arguments': () => asked(`{ articles(${times(600, (n) => `firzt${n}: 1`)}) { totalCount } }`),
  'unknown directives': () => asked(`{ __typename ${times(900, (n) => `@skipp${n}`)} }`),
  'variables that are not defined': () => asked(`{ nodes(ids: [${times(990, (n) => `$v${n}`)}]) { id } }`),
  'variables that are not used': () => asked(`query (${times(490, (n) => `$v${n}: Int`)}) { __typename }`),
  'operations and fragments, each to each': () =>
    asked(
      `${times(180, (n) => `query Q${n} { ...F }`)} fragment F on Query { ...G } fragment G on Query { me { id } }`,
    ),
  'wrong enum values': () => asked(`{ articles(sort: [${times(1900, 'UPP')}]) { totalCount } }`),
  'unknown types of fragments': () => asked(`{ ${times(480, (n) => `... on Articel${n} { id }`)} }`),
  'levels of fields that do not exist': () => asked(`{ ${times(990, 'a {')} a ${times(990, '}')}`),
};

const texts = {
  'a text of 95 kB': () => asked(`{ node(id: "${'a'.repeat(95_000)}") { id } }`),
  'a block of 30,000 lines': () => asked(`{ node(id: """${'\n '.repeat(32_000)}""") { id } }`),
  'commas, 98,000': () => asked(`{ __typename${','.repeat(98_000)} }`),
  'a comment of 98 kB': () => asked(`#${'x'.repeat(98_000)}\n{ __typename }`),
  'a name of 95 kB': () => asked(`{ ${'a'.repeat(95_000)} }`),
  'escapes in a text': () => asked(`{ node(id: "${'\\u0041'.repeat(14_000)}") { id } }`),
  'marks to search': () =>
    asked('query ($t: String!) { search(text: $t) { totalCount } }', { t: marks(49_000) }),
  'words to search': () =>
    asked('query ($t: String!) { search(text: $t) { totalCount } }', { t: 'a '.repeat(49_000) }),
  'brackets to search': () =>
    asked('query ($t: String!) { search(text: $t) { totalCount } }', { t: '([{'.repeat(33_000) }),
  'hundred letters to search': () =>
    asked(
      'query ($t: String!) { search(text: $t, first: 100) { totalCount nodes { article { headword } } } }',
      {
        t: 'eɛoɔnŋeɛoɔ'.repeat(10),
      },
    ),
  'one letter to search': () =>
    asked('{ search(text: "m", first: 100) { totalCount nodes { article { headword content { type } } } } }'),
  'marks as a prefix': () =>
    asked('query ($t: String!) { suggest(prefix: $t) { text } }', { t: marks(49_000) }),
  'marks as a form': () =>
    asked('query ($t: String!) { nouns(form: $t) { article { id } } }', { t: marks(49_000) }),
  'marks as a translation': () =>
    asked('query ($t: String!) { headwordsFor(translation: $t) { article { id } } }', { t: marks(49_000) }),
  'marks as a category': () =>
    asked('query ($t: String!) { articles(filter: { category: $t }) { totalCount } }', { t: marks(49_000) }),
  'marks as a dictionary': () =>
    asked('query ($t: ID!) { dictionary(dictionary: $t) { number } }', { t: marks(49_000) }),
  'marks as an article': () =>
    asked('query ($t: ID!) { article(dictionary: "qaa_fr_cpu", number: $t) { id } }', { t: marks(49_000) }),
  'marks as a name and password': () =>
    asked('mutation ($t: String!) { logIn(username: $t, password: $t) { login { token } } }', {
      t: marks(24_000),
    }),
};

const values = {
  'wrong variables, 24,000': () =>
    asked('query ($v: [ID!]!) { nodes(ids: $v) { id } }', {
      v: Array(24_000).fill({}),
    }),
  'wrong objects in a variable': () =>
    asked(
      'mutation ($v: [UpsertArticleInput!]!) { upsertArticles(dictionary: "x", items: $v) { results { index } } }',
      { v: Array(12_000).fill({ a: 1 }) },
    ),
  'an object of 7,500 members': () =>
    asked('query ($v: ArticleFilter) { articles(filter: $v) { totalCount } }', {
      v: Object.fromEntries(Array.from({ length: 7500 }, (_, n) => [`k${n}`, n])),
    }),
  'tokens to log out with, 15,000': () =>
    asked('mutation ($v: [String]) { logOutApplication(tokens: $v) { application { name } } }', {
      v: Array(15_000).fill('a.b'),
    }),
  'objects in a variable, 32,000': () => asked('{ __typename }', { v: Array(32_000).fill({}) }),
  'identifiers, 6,000': () =>
    asked('query ($v: [ID!]!) { nodes(ids: $v) { id } }', {
      v: Array.from({ length: 6000 }, (_, n) => `WyJBcn${n}`),
    }),
  'identifiers of articles, 1,000': () =>
    asked('query ($v: [ID!]!) { nodes(ids: $v) { id ... on Article { headword } } }', {
      v: Array.from({ length: 1000 }, (_, n) =>
        Buffer.from(JSON.stringify(['Article', 'qaa_fr_cpu', n])).toString('base64url'),
      ),
    }),
  'an identifier of nested lists': () =>
    asked('query ($v: ID!) { node(id: $v) { id } }', {
      v: Buffer.from('['.repeat(70_000)).toString('base64url'),
    }),
  'a cursor of 95 kB': () =>
    asked('query ($v: String) { articles(after: $v) { totalCount } }', { v: 'A'.repeat(95_000) }),
  'the schema, all of it': () =>
    asked(
      '{ __schema { types { name description fields { name description args { name description type { name ofType { name ofType { name } } } } type { name ofType { name ofType { name } } } } inputFields { name description type { name ofType { name } } } enumValues { name description } } } }',
    ),
  'types within types': () =>
    asked(
      '{ __schema { types { name fields { name type { name fields { name type { name } } ofType { name fields { name args { name type { name } } type { name } } ofType { name } } } } } } }',
    ),
  'a type by 30 names': () =>
    asked(
      `{ ${times(30, (n) => `a${n}: __type(name: "Query") { fields { name args { name type { name } } type { name } } }`)} }`,
    ),
  'types of types by 25 names': () =>
    asked(`{ __schema { types { fields { type { fields { ${times(25, (n) => `a${n}: name`)} } } } } } }`),
  'aliases of searches, 5': () =>
    asked(
      `{ ${times(5, (n) => `a${n}: search(text: "mot ${n}") { totalCount nodes { article { headword } } }`)} }`,
    ),
  'aliases of totals, 19': () =>
    asked(
      `{ ${times(19, (n) => `a${n}: articles(filter: { category: "n", type: "${n}" }) { totalCount }`)} }`,
    ),
  'articles as dear as they may be': () =>
    asked(
      `{ ${times(6, (n) => `a${n}: articles(first: 100, page: ${(n % 9) + 1}) { nodes { headword content { type radical entry { headword variants { form type } } translations { lang number content } examples { lang content target } } html text source: written(part: ENTRY) } }`)} }`,
    ),
  'dictionaries of articles': () =>
    asked(
      '{ articles(first: 100) { nodes { dictionary { longName statistics { articles } } headword html } } }',
    ),
};

export const GRAPHQL_CASES = { ...merging, ...mistakes, ...texts, ...values };
