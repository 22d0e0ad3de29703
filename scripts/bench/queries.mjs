// What every server of the benchmark answers: the same questions, and the same data in the answers.

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

const OF_TABLE = 'number: idArticle publicId headword radical source: article';

const IN_ORDER = `articles: allArticles(condition: {idDico: "${DICTIONARY}"}, orderBy: PLACE_ASC, first: 100)`;

/** The same questions in the schema that PostGraphile makes of the table, with answers in the words of the gateway's. */
export const POSTGRAPHILE = {
  one: `query One($id: Int!) { article: articleByIdDicoAndIdArticle(idDico: "${DICTIONARY}", idArticle: $id) { ${OF_TABLE} } }`,
  list: `query List { ${IN_ORDER} { nodes { ${OF_TABLE} } } }`,
  entries: `query Entries { ${IN_ORDER} { nodes { written: entry number: idArticle } } }`,
};

/** Whoever asks Parse Server says for which application. */
export const PARSE_HEADERS = { 'x-parse-application-id': 'benchmark' };

const SHOWN =
  'all_raw_text,article,disable_article,id_article,id_dico,like,public_id,radical,unlike,users_versions';
const OF_CLASS = (where, more) =>
  `/parse/classes/Article?where=${encodeURIComponent(JSON.stringify({ id_dico: DICTIONARY, ...where }))}&${more}`;

/** The same questions to Parse Server; it is asked for no total. */
export const PARSE = {
  one: (number) => OF_CLASS({ id_article: number }, `limit=1&keys=${SHOWN}`),
  list: () => OF_CLASS({}, `order=place&limit=100&keys=${SHOWN}`),
  entries: () => OF_CLASS({}, 'order=place&limit=100&keys=article.entry,id_article,id_dico'),
};

/** What Parse Server answers, in the form of the others. */
export const FROM_PARSE = {
  one: ([article]) => ({ article: { ...article, article_page: null } }),
  list: (articles) => ({ articles: articles.map((article) => ({ ...article, article_page: 1 })) }),
  entries: (articles) => ({
    entries: articles.map(({ article, ...names }) => ({ entry: article.entry, ...names })),
  }),
};

export const REST = {
  one: (number) => `/lexicon/articles/${DICTIONARY}/${number}`,
  list: () => `/lexicon/articles/${DICTIONARY}?limit=100`,
  entries: () => `/lexicon/articles/${DICTIONARY}?entries&limit=100`,
  search: (_number, word) => `/lexicon/articles/${DICTIONARY}?search=${encodeURIComponent(word)}&limit=10`,
};
