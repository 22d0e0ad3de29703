// The requests that every server of the benchmark receives. All responses must contain the same data.

export const DICTIONARY = 'wol_fra_cisse';

const ARTICLE = 'number publicId headword radical source';

const NESTED = `number headword content {
  type entry { headword variants { form radical type } } categories { number content }
  translations { lang number content } examples { lang content target } }`;

export const GRAPHQL = {
  one: `query One($id: ID!) { article(dictionary: "${DICTIONARY}", number: $id) { ${ARTICLE} } }`,
  list: `query List { articles(filter: {dictionary: "${DICTIONARY}"}, first: 100) { nodes { ${ARTICLE} } } }`,
  entries: `query Entries { articles(filter: {dictionary: "${DICTIONARY}", having: ENTRY}, first: 100) {
    nodes { written(part: ENTRY) number } } }`,
  nested: `query Nested { articles(filter: {dictionary: "${DICTIONARY}"}, first: 100) { nodes { ${NESTED} } } }`,
};

export const REST = {
  one: (number) => `/lexicon/articles/${DICTIONARY}/${number}`,
  list: () => `/lexicon/articles/${DICTIONARY}?limit=100`,
  entries: () => `/lexicon/articles/${DICTIONARY}?entries&limit=100`,
  search: (_number, word) => `/lexicon/articles/${DICTIONARY}?search=${encodeURIComponent(word)}&limit=10`,
};
