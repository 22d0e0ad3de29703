// The articles as a simple application would store them: documents of the documented shape, with their JSON as objects.
import { MongoClient } from 'mongodb';

const DATABASE = 'plain';

/**
 * Copies the articles of the gateway's database into plain documents, with the indexes and the total that lists need.
 *
 * @returns the documents
 */
export async function writePlain(uri) {
  const client = await new MongoClient(uri).connect();
  const { articles, dictionaries } = collectionsOf(client);
  const found = await client.db('griot').collection('articles').find().sort({ sortKey: 1 }).toArray();
  const documents = found.map((article) => ({
    id_dico: article.dictionaryId,
    id_article: article.number,
    public_id: article.publicId,
    radical: article.radical,
    headword: article.headword,
    article: JSON.parse(article.source),
    content: { ...article.content, extra: undefined },
    all_raw_text: article.text,
    disable_article: article.isDisabled,
    like: article.likeCount,
    unlike: article.unlikeCount,
    users_versions: '',
    place: article.sortKey,
  }));
  for (let at = 0; at < documents.length; at += 1000)
    await articles.insertMany(documents.slice(at, at + 1000), { ignoreUndefined: true });
  await articles.createIndex({ id_dico: 1, id_article: 1 });
  await articles.createIndex({ id_dico: 1, place: 1 });
  for (const id_dico of new Set(documents.map((document) => document.id_dico)))
    await dictionaries.insertOne({ id_dico, count: await articles.countDocuments({ id_dico }) });
  await client.close();
  return documents;
}

/** The plain documents, for a server that stores them in its own form. */
export async function readPlain() {
  const client = await new MongoClient(process.env.BENCH_URI).connect();
  const found = await collectionsOf(client).articles.find().toArray();
  await client.close();
  return found.map(({ _id: _, content: __, ...document }) => document);
}

/** The collections of the plain documents. */
export function collectionsOf(client) {
  const database = client.db(DATABASE);
  return { articles: database.collection('articles'), dictionaries: database.collection('dictionaries') };
}
