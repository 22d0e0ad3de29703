// The requests of the benchmark to servers that generate their routes and schema, and their responses in the shape of the gateway's. No
// request asks for a total.
import { DICTIONARY } from './queries.mjs';

const NAMES = ['all_raw_text', 'disable_article', 'id_article', 'id_dico', 'like', 'public_id', 'radical'];
const SHOWN = [...NAMES, 'unlike', 'users_versions', 'article'];

/** An object without the members that such a server adds to every object. */
const withoutOwn = ({ id: _, documentId: __, objectId: ___, createdAt: ____, updatedAt: _____, ...shown }) =>
  shown;

/** Requests over REST: the paths, and functions that read the articles from the responses. */
function rest({ one, list }, articlesIn, headers = {}) {
  const read = (body) => articlesIn(body).map(withoutOwn);
  const readOne = (body) => ({ article: { ...read(body)[0], article_page: null } });
  const readList = (body) => ({ articles: read(body).map((article) => ({ ...article, article_page: 1 })) });
  return { one: { path: one, read: readOne, headers }, list: { path: list, read: readList, headers } };
}

const FIELDS = 'number: id_article publicId: public_id headword radical source: article';

/** Requests over GraphQL: the queries, and functions that read the articles from the responses. */
function graphql({ one, list }, articlesIn, path = '/graphql') {
  const readOne = ({ data }) => ({ data: { article: articlesIn(data)[0] } });
  const readList = ({ data }) => ({ data: { articles: { nodes: articlesIn(data) } } });
  return { one: { query: one, read: readOne, path }, list: { query: list, read: readList, path } };
}

/** Parse Server requires the name of the application in each request. */
export const PARSE_HEADERS = { 'x-parse-application-id': 'benchmark' };

const ofClass = (where, more) =>
  `/parse/classes/Article?where=${encodeURIComponent(JSON.stringify({ id_dico: DICTIONARY, ...where }))}&${more}`;

const parse = {
  rest: {
    ...rest(
      {
        one: (number) => ofClass({ id_article: number }, `limit=1&keys=${SHOWN}`),
        list: () => ofClass({}, `order=place&limit=100&keys=${SHOWN}`),
      },
      ({ results }) => results,
      PARSE_HEADERS,
    ),
    entries: {
      path: () => ofClass({}, 'order=place&limit=100&keys=article.entry,id_article,id_dico'),
      read: ({ results }) => ({
        entries: results.map(withoutOwn).map(({ article, ...names }) => ({ entry: article.entry, ...names })),
      }),
      headers: PARSE_HEADERS,
    },
  },
};

const OF_TABLE = 'number: idArticle publicId headword radical source: article';
const IN_ORDER = `articles: allArticles(condition: {idDico: "${DICTIONARY}"}, orderBy: PLACE_ASC, first: 100)`;

const postgraphile = {
  graphql: {
    one: {
      query: `query One($id: Int!) { article: articleByIdDicoAndIdArticle(idDico: "${DICTIONARY}", idArticle: $id) { ${OF_TABLE} } }`,
    },
    list: { query: `query List { ${IN_ORDER} { nodes { ${OF_TABLE} } } }` },
    entries: { query: `query Entries { ${IN_ORDER} { nodes { written: entry number: idArticle } } }` },
  },
};

const IN_DIRECTUS = `/items/articles?fields=${SHOWN}&filter[id_dico][_eq]=${DICTIONARY}`;
const FOR_DIRECTUS = `id_dico: {_eq: "${DICTIONARY}"}`;

const directus = {
  rest: rest(
    {
      one: (number) => `${IN_DIRECTUS}&filter[id_article][_eq]=${number}&limit=1`,
      list: () => `${IN_DIRECTUS}&sort=place&limit=100`,
    },
    ({ data }) => data,
  ),
  graphql: graphql(
    {
      one: `query One($id: GraphQLStringOrFloat!) { articles(filter: {${FOR_DIRECTUS}, id_article: {_eq: $id}}, limit: 1) { ${FIELDS} } }`,
      list: `query List { articles(filter: {${FOR_DIRECTUS}}, sort: "place", limit: 100) { ${FIELDS} } }`,
    },
    ({ articles }) => articles,
  ),
};

const SELECTED = SHOWN.map((name) => `select[${name}]=true`).join('&');
const IN_PAYLOAD = `/api/articles?${SELECTED}&pagination=false&where[id_dico][equals]=${DICTIONARY}`;
const FOR_PAYLOAD = `id_dico: {equals: "${DICTIONARY}"}`;

const payload = {
  rest: rest(
    {
      one: (number) => `${IN_PAYLOAD}&where[id_article][equals]=${number}&limit=1`,
      list: () => `${IN_PAYLOAD}&sort=place&limit=100`,
    },
    ({ docs }) => docs,
  ),
  graphql: graphql(
    {
      one: `query One($id: Float!) { Articles(where: {${FOR_PAYLOAD}, id_article: {equals: $id}}, limit: 1, pagination: false, select: true) { docs { ${FIELDS} } } }`,
      list: `query List { Articles(where: {${FOR_PAYLOAD}}, sort: "place", limit: 100, pagination: false, select: true) { docs { ${FIELDS} } } }`,
    },
    ({ Articles }) => Articles.docs,
    '/api/graphql',
  ),
};

const LISTED = SHOWN.map((name, n) => `fields[${n}]=${name}`).join('&');
const IN_STRAPI = `/api/articles?${LISTED}&pagination[withCount]=false&filters[id_dico][$eq]=${DICTIONARY}`;
const FOR_STRAPI = `id_dico: {eq: "${DICTIONARY}"}`;

const strapi = {
  rest: rest(
    {
      one: (number) => `${IN_STRAPI}&filters[id_article][$eq]=${number}&pagination[limit]=1`,
      list: () => `${IN_STRAPI}&sort=place&pagination[limit]=100`,
    },
    ({ data }) => data,
  ),
  graphql: graphql(
    {
      one: `query One($id: Int!) { articles(filters: {${FOR_STRAPI}, id_article: {eq: $id}}, pagination: {limit: 1}) { ${FIELDS} } }`,
      list: `query List { articles(filters: {${FOR_STRAPI}}, sort: "place", pagination: {limit: 100}) { ${FIELDS} } }`,
    },
    ({ articles }) => articles,
  ),
};

/** The requests to each server, by name of the scenario. */
export const DIALECTS = { parse, postgraphile, directus, payload, strapi };

/** The servers on PostgreSQL. */
export const ON_POSTGRES = ['postgraphile', 'directus', 'strapi'];
