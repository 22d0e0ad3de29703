// The questions of the benchmark to servers that make routes and schema by themselves, and their answers in the form of the gateway's.
// None is asked for a total.
import { DICTIONARY } from './queries.mjs';

const NAMES = ['all_raw_text', 'disable_article', 'id_article', 'id_dico', 'like', 'public_id', 'radical'];
const SHOWN = [...NAMES, 'unlike', 'users_versions', 'article'];

/** An object without what every object of such a server has. */
const withoutOwn = ({ objectId: _, createdAt: __, updatedAt: ___, ...shown }) => shown;

/** What is asked over REST: paths, and where the answers have the articles. */
function rest({ one, list }, articlesIn, headers = {}) {
  const read = (body) => articlesIn(body).map(withoutOwn);
  const readOne = (body) => ({ article: { ...read(body)[0], article_page: null } });
  const readList = (body) => ({ articles: read(body).map((article) => ({ ...article, article_page: 1 })) });
  return { one: { path: one, read: readOne, headers }, list: { path: list, read: readList, headers } };
}

/** Whoever asks Parse Server says for which application. */
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

/** What each can be asked, by the names of the questions. */
export const DIALECTS = { parse, postgraphile };

/** Those on PostgreSQL. */
export const ON_POSTGRES = ['postgraphile'];
