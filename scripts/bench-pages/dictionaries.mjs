import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedLines } from '../bench-embedded/generated-articles.mjs';

const require = createRequire(import.meta.url);
const { deriveArticle } = require('../../dist/domain/article/derive-article.js');
const { importFolder } = require('../../dist/formats/import-folder.js');

/** Articles of one import, so that neither the file nor the reckoning gets long. */
const STEP = 5000;

/** Dictionaries of generated articles, and a reckoning of what stands in them that owes nothing to the database. */
export class Dictionaries {
  /** By dictionary and number: where an article stands in order, and in which lists. */
  expected = new Map();

  constructor(gateway, articles) {
    this.gateway = gateway;
    this.articles = articles;
  }

  /** Imports articles in an order that is not that of the lists. */
  async fill(dictionaryId, size) {
    const folder = mkdtempSync(join(tmpdir(), 'griot-pages-'));
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        join(folder, 'metadata.json'),
        JSON.stringify({ id_dico: dictionaryId, long_name: 'Generated' }),
      );
      for (let from = 0; from < size; from += STEP) {
        const lines = this.lines(dictionaryId, {
          from,
          to: Math.min(from + STEP, size),
          shuffledWithin: size,
        });
        writeFileSync(join(folder, 'articles.jsonl'), `${lines.join('\n')}\n`);
        const wish = { overwrite: false, dryRun: false, skipBadLines: false };
        const silent = { begins: () => undefined, proceeds: () => undefined, rejects: () => undefined };
        await importFolder(this.gateway.imports, folder, { wish, witness: silent });
        for (const line of lines) this.expect(JSON.parse(line));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Inserts an article of a new number, by the function that imports use. */
  async insert(dictionaryId, number) {
    const [line] = this.lines(dictionaryId, { from: number - 1, to: number });
    const given = JSON.parse(line);
    const now = new Date();
    const after = {
      ...deriveArticle({ dictionaryId, number, source: given.article }),
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
      .filter((one) => dictionaryId === undefined || one.dictionaryId === dictionaryId)
      .filter((one) => one.lists.includes(list))
      .sort((a, b) => Buffer.compare(a.place, b.place));
  }

  lines(dictionaryId, range) {
    return [...generatedLines(this.articles, { dictionaryId, ...range })];
  }

  expect({ id_dico: dictionaryId, id_article: number, article }) {
    const { sortKey, lists } = deriveArticle({ dictionaryId, number, source: article });
    const place = Buffer.from(sortKey);
    this.expected.set(`${dictionaryId} ${number}`, { dictionaryId, number, place, lists });
  }

  async store(dictionaryId, change) {
    const stored = await this.gateway.storage.articles.store(dictionaryId, [change]);
    if (stored.length !== 1) throw new Error(`a change of ${dictionaryId} was not stored`);
  }
}
