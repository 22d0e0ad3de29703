// The part of the gateway's schema that the yardsticks answer, and resolvers over hydrated mongoose documents.
import mongoose from 'mongoose';

export const typeDefs = `
  scalar JSON
  input ArticleFilter { dictionary: ID }
  type Variant { form: String radical: String type: String headword: String }
  type Entry { headword: String variants: [Variant!]! }
  type Category { number: Int content: String }
  type Translation { lang: String number: Int content: String }
  type Example { lang: String number: Int content: String target: String }
  type Content { type: String entry: Entry! categories: [Category!]! translations: [Translation!]! examples: [Example!]! }
  type Article { number: Int! publicId: ID! headword: String radical: String source: JSON content: Content! }
  type Articles { nodes: [Article!]! }
  type Query {
    article(dictionary: ID!, number: ID!): Article
    articles(filter: ArticleFilter, first: Int): Articles!
  }
`;

/** Connects and gives resolvers, as a mongoose tutorial writes them. */
export async function plainResolvers() {
  const connection = await mongoose.createConnection(process.env.BENCH_URI).asPromise();
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
  const schema = new Schema({
    ...{
      dictionaryId: String,
      number: Number,
      publicId: String,
      headword: String,
      radical: String,
      source: String,
    },
    ...{ lists: [String], isDisabled: Boolean, sortKey: String, text: String },
    content,
  });
  const Article = connection.model('Article', schema, 'articles');
  return {
    Query: {
      article: (_, { dictionary, number }) =>
        Article.findOne({ dictionaryId: dictionary, number: Number(number) }).exec(),
      articles: async (_, { filter, first }) => ({
        nodes: await Article.find({ dictionaryId: filter.dictionary, lists: 'article', isDisabled: false })
          .sort({ sortKey: 1 })
          .limit(first),
      }),
    },
    Article: { source: ({ source }) => JSON.parse(source) },
  };
}
