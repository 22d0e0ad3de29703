// Yardstick: an express handler on the MongoDB driver that answers two REST routes and nothing else.
import express from 'express';
import { MongoClient } from 'mongodb';

const client = await new MongoClient(process.env.BENCH_URI).connect();
const articles = client.db('griot').collection('articles');

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

const app = express();
app.get('/lexicon/articles/:dictionaryId/:number', async (request, response) => {
  const { dictionaryId, number } = request.params;
  const article = await articles.findOne({ dictionaryId, number: Number(number) });
  response.json({ article: bodyOf(article, null) });
});
app.get('/lexicon/articles/:dictionaryId', async (request, response) => {
  const { dictionaryId } = request.params;
  const found = await articles
    .find({ dictionaryId, lists: 'article', isDisabled: false })
    .sort({ sortKey: 1 })
    .limit(Number(request.query.limit))
    .toArray();
  response.json({ articles: found.map((article) => bodyOf(article, 1)) });
});
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
