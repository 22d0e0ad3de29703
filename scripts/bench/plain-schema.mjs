// The part of the gateway's schema that the other servers implement, with resolvers for the plain documents.
import { MongoClient } from 'mongodb';
import mongoose from 'mongoose';
import { collectionsOf } from './plain-data.mjs';

export const typeDefs = `
  scalar JSON
  input ArticleFilter { dictionary: ID having: Part }
  enum Part { ENTRY }
  type Variant { form: String radical: String type: String headword: String }
  type Entry { headword: String variants: [Variant!]! }
  type Category { number: Int content: String }
  type Translation { lang: String number: Int content: String }
  type Example { lang: String number: Int content: String target: String }
  type Content { type: String entry: Entry! categories: [Category!]! translations: [Translation!]! examples: [Example!]! }
  type Article {
    number: Int! publicId: ID! headword: String radical: String source: JSON written(part: Part!): JSON content: Content!
  }
  type Articles { nodes: [Article!]! }
  type Query {
    article(dictionary: ID!, number: ID!): Article
    articles(filter: ArticleFilter, first: Int): Articles!
  }
`;

const Article = {
  number: ({ id_article }) => id_article,
  publicId: ({ public_id }) => public_id,
  source: ({ article }) => article,
  written: ({ article }) => article.entry,
};

const selectionOf = ({ fieldNodes: [{ selectionSet }] }) => selectionSet;

/** Resolvers that read the necessary fields by the MongoDB driver. */
export async function leanResolvers() {
  const { articles } = collectionsOf(await new MongoClient(process.env.BENCH_URI).connect());
  const stored = { number: 'id_article', publicId: 'public_id', source: 'article', written: 'article.entry' };
  const projection = ({ selections }) => {
    const names = selections.map(({ name }) => stored[name.value] ?? name.value);
    return { _id: 0, ...Object.fromEntries(names.map((name) => [name, 1])) };
  };
  return {
    Query: {
      article: (_, { dictionary, number }, __, info) =>
        articles.findOne(
          { id_dico: dictionary, id_article: Number(number) },
          { projection: projection(selectionOf(info)) },
        ),
      articles: async (_, { filter, first }, __, info) => ({
        nodes: await articles
          .find(
            { id_dico: filter.dictionary },
            { projection: projection(selectionOf(info).selections[0].selectionSet) },
          )
          .sort({ place: 1 })
          .limit(first)
          .toArray(),
      }),
    },
    Article,
  };
}

/** Resolvers with hydrated mongoose documents, as in a mongoose tutorial. */
export async function hydratedResolvers() {
  const connection = await mongoose.createConnection(process.env.BENCH_URI, { dbName: 'plain' }).asPromise();
  const { Schema } = mongoose;
  const part = (definition) => new Schema(definition, { _id: false });
  const content = part({
    type: String,
    entry: part({
      headword: String,
      variants: [part({ form: String, radical: String, type: { type: String } })],
    }),
    categories: [part({ number: Number, content: String })],
    translations: [part({ lang: String, number: Number, content: String })],
    examples: [part({ lang: String, number: Number, content: String, target: String })],
  });
  const names = { public_id: String, headword: String, radical: String, place: String };
  const Model = connection.model(
    'Article',
    new Schema({ id_dico: String, id_article: Number, ...names, article: Schema.Types.Mixed, content }),
    'articles',
  );
  return {
    Query: {
      article: (_, { dictionary, number }) =>
        Model.findOne({ id_dico: dictionary, id_article: Number(number) }).exec(),
      articles: async (_, { filter, first }) => ({
        nodes: await Model.find({ id_dico: filter.dictionary }).sort({ place: 1 }).limit(first),
      }),
    },
    Article,
  };
}
