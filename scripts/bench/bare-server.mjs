// Yardstick: an express handler on the MongoDB driver that answers three REST reads and nothing else. It reads no field that
// it does not show, and tells the total of a list as the gateway does. Its search sends the two lookups with which the
// gateway's search begins; it neither ranks what it finds nor looks for beginnings of words.
import express from 'express';
import { MongoClient } from 'mongodb';

const client = await new MongoClient(process.env.BENCH_URI).connect();
const articles = client.db('griot').collection('articles');
const segments = client.db('griot').collection('listSegments');

const SHOWN = {
  ...{ _id: 0, text: 1, source: 1, isDisabled: 1, number: 1, dictionaryId: 1 },
  ...{ likeCount: 1, unlikeCount: 1, publicId: 1, radical: 1 },
};

const bodyOf = (article, page) => ({
  all_raw_text: article.text,
  article: JSON.parse(article.source),
  article_page: page,
  disable_article: article.isDisabled,
  id_article: article.number,
  id_dico: article.dictionaryId,
  like: article.likeCount,
  public_id: article.publicId,
  radical: article.radical,
  unlike: article.unlikeCount,
  users_versions: '',
});

async function totalOf(dictionaryId) {
  const projection = { _id: 0, 'counts.shown.article': 1 };
  const found = await segments.find({ scope: dictionaryId }, { projection }).toArray();
  return found.reduce((sum, { counts }) => sum + (counts.shown.article ?? 0), 0);
}

const app = express();
app.get('/lexicon/articles/:dictionaryId/:number', async (request, response) => {
  const { dictionaryId, number } = request.params;
  const article = await articles.findOne(
    { dictionaryId, number: Number(number), isDisabled: false },
    { projection: SHOWN },
  );
  response.json({ article: bodyOf(article, null) });
});
async function matching(dictionaryId, word, limit) {
  const keysOf = (kinds) => ({ $in: [...kinds].map((kind) => `${kind}${word.toLowerCase()}`) });
  const lookups = [{ 'keys.precise': keysOf('lvmsy') }, { 'keys.broad': keysOf('thkw') }];
  const lists = await Promise.all(
    lookups.map((lookup) =>
      articles
        .find({ dictionaryId, ...lookup, isDisabled: false }, { projection: SHOWN })
        .limit(limit)
        .toArray(),
    ),
  );
  const each = new Map(lists.flat().map((article) => [article.number, article]));
  return [...each.values()].slice(0, limit);
}

app.get('/lexicon/articles/:dictionaryId', async (request, response) => {
  const { dictionaryId } = request.params;
  const { search, limit } = request.query;
  if (search === undefined) return list(request, response);
  const items = (await matching(dictionaryId, search, Number(limit))).map((one) => bodyOf(one, null));
  response.status(items.length > 0 ? 200 : 206).json({ articles: items });
});
async function list(request, response) {
  const { dictionaryId } = request.params;
  const [page, total] = await Promise.all([
    articles
      .find({ dictionaryId, lists: 'article', isDisabled: false }, { projection: SHOWN })
      .sort({ sortKey: 1 })
      .limit(Number(request.query.limit))
      .toArray(),
    totalOf(dictionaryId),
  ]);
  response.set('X-Total-Count', String(total));
  response.json({ articles: page.map((article) => bodyOf(article, 1)) });
}
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
