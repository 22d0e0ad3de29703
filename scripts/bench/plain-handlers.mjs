// The handlers of the simple servers: a few lines with the MongoDB driver for each request. They read only the fields that they return, and
// do not authorise, validate or link anything.
import { MongoClient } from 'mongodb';
import { collectionsOf } from './plain-data.mjs';

const client = await new MongoClient(process.env.BENCH_URI).connect();
const { articles, dictionaries } = collectionsOf(client);
const gatewayArticles = client.db('griot').collection('articles');

const NAMES = ['all_raw_text', 'article', 'disable_article', 'id_article', 'id_dico', 'like', 'public_id'];
const SHOWN = only([...NAMES, 'radical', 'unlike', 'users_versions']);
const ENTRY = only(['article.entry', 'id_article', 'id_dico']);

function only(names) {
  return { _id: 0, ...Object.fromEntries(names.map((name) => [name, 1])) };
}

/** The articles in the documented order, with the page of the article. */
function bodyOf({ all_raw_text, article, ...others }, article_page) {
  return { all_raw_text, article, article_page, ...others };
}

export async function one(id_dico, number) {
  const article = await articles.findOne({ id_dico, id_article: Number(number) }, { projection: SHOWN });
  return { body: { article: bodyOf(article, null) } };
}

/** One of three lists, which the query selects. */
export function list(id_dico, query) {
  const limit = Number(query.get('limit'));
  if (query.has('search')) return matching(id_dico, query.get('search'), limit);
  return query.has('entries') ? entries(id_dico, limit) : page(id_dico, limit);
}

async function page(id_dico, limit) {
  const [found, total] = await Promise.all([read(id_dico, limit, SHOWN), totalOf(id_dico)]);
  return { total, body: { articles: found.map((article) => bodyOf(article, 1)) } };
}

async function entries(id_dico, limit) {
  const [found, total] = await Promise.all([read(id_dico, limit, ENTRY), totalOf(id_dico)]);
  const shown = found.map(({ article, ...names }) => ({ entry: article.entry, ...names }));
  return { total, body: { entries: shown } };
}

function read(id_dico, limit, projection) {
  return articles.find({ id_dico }, { projection }).sort({ place: 1 }).limit(limit).toArray();
}

async function totalOf(id_dico) {
  return (await dictionaries.findOne({ id_dico })).count;
}

/** The first two lookups of the gateway's search, without ranking and prefixes. */
async function matching(dictionaryId, word, limit) {
  const keysOf = (kinds) => ({ $in: [...kinds].map((kind) => `${kind}${word.toLowerCase()}`) });
  const lookups = [{ 'keys.precise': keysOf('lvmsy') }, { 'keys.broad': keysOf('thkw') }];
  const lists = await Promise.all(
    lookups.map((lookup) =>
      gatewayArticles
        .find(
          { dictionaryId, ...lookup, isDisabled: false },
          { projection: only(['number', 'source', 'text']) },
        )
        .limit(limit)
        .toArray(),
    ),
  );
  const each = new Map(lists.flat().map((article) => [article.number, article]));
  return { body: { articles: [...each.values()].slice(0, limit) } };
}
