import { createRequire } from 'node:module';
import { generatedLines, generatedSteps } from '../support/generated-dictionary.mjs';

const require = createRequire(import.meta.url);
const { deriveArticle } = require('../../dist/domain/article/derive-article.js');

/** Dictionaries of generated articles. It keeps the expected lists in memory, independently of the database. */
export class Dictionaries {
  /** The position and the lists of each article, by dictionary and number. */
  expected = new Map();

  constructor(gateway, articles) {
    this.gateway = gateway;
    this.articles = articles;
  }

  /** Imports articles in another order than that of the lists. */
  async fill(dictionaryId, size) {
    const wish = { dictionaryId, size, shuffledWithin: size };
    for (const { lines, store } of generatedSteps(this.gateway, this.articles, wish)) {
      await store();
      for (const line of lines) this.expect(JSON.parse(line));
    }
  }

  /** Inserts an article with a new number by the function that imports use. */
  async insert(dictionaryId, number) {
    const [line] = generatedLines(this.articles, { dictionaryId, from: number - 1, to: number });
    const given = JSON.parse(line);
    const now = new Date();
    const after = {
      ...deriveArticle({ dictionary: { dictionaryId }, number, source: given.article }),
      ...{ dictionaryId, number, publicId: given.public_id, source: JSON.stringify(given.article) },
      ...{ isDisabled: false, revision: 1, likeCount: 0, unlikeCount: 0, createdAt: now, updatedAt: now },
    };
    await this.store(dictionaryId, { after });
    this.expect(given);
  }

  async delete(dictionaryId, number) {
    const [before] = await this.gateway.storage.articles.findMany(dictionaryId, { numbers: [number] });
    await this.store(dictionaryId, { before });
    this.expected.delete(`${dictionaryId} ${number}`);
  }

  /** The articles of a list, in order. */
  listed(dictionaryId, list) {
    return [...this.expected.values()]
      .filter((article) => dictionaryId === undefined || article.dictionaryId === dictionaryId)
      .filter((article) => article.lists.includes(list))
      .sort((a, b) => Buffer.compare(a.place, b.place));
  }

  expect({ id_dico: dictionaryId, id_article: number, article }) {
    const { sortKey, lists } = deriveArticle({ dictionary: { dictionaryId }, number, source: article });
    const place = Buffer.from(sortKey);
    this.expected.set(`${dictionaryId} ${number}`, { dictionaryId, number, place, lists });
  }

  async store(dictionaryId, change) {
    const stored = await this.gateway.storage.articles.store(dictionaryId, [change]);
    if (stored.length !== 1) throw new Error(`a change of ${dictionaryId} was not stored`);
  }
}
