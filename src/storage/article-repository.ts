import { trusted, type ClientSession } from 'mongoose';
import type { ArticleRecord } from '../domain/article/article-record';
import { articleDocuments } from './article-collection';
import { type ArticleDocument, documentOf, type Projection, recordOf } from './article-document';
import { ArticlePointReads, type NamedArticle } from './article-point-reads';
import { isDuplicateKey } from './database-error';
import { ALL_DICTIONARIES } from './list-segment';
import type { Models } from './models';
import { SegmentWriter } from './segment-writer';
import type { Transact } from './transaction';

export type ArticleNames =
  { readonly numbers: readonly number[] } | { readonly publicIds: readonly string[] };

/** An article to store: new, or in the place of the one that `before` read. */
export interface ArticleChange {
  readonly before?: ArticleRecord | undefined;
  readonly after: ArticleRecord;
}

/** Article documents. Writing keeps the totals and page marks in the same transaction. */
export class ArticleRepository {
  private readonly segments: SegmentWriter;
  private readonly pointReads: ArticlePointReads;

  constructor(
    private readonly models: Pick<Models, 'articles' | 'segments'>,
    private readonly transact: Transact,
  ) {
    this.segments = new SegmentWriter(models);
    this.pointReads = new ArticlePointReads(models);
  }

  /** One article; see `ArticlePointReads` for what it costs. */
  findOne(asked: NamedArticle): Promise<ArticleRecord | undefined> {
    return this.pointReads.read(asked);
  }

  /** Articles of one dictionary by number or by public identifier; those that do not exist are left out. */
  async findMany(dictionaryId: string, names: ArticleNames, fields?: Projection): Promise<ArticleRecord[]> {
    const among =
      'numbers' in names ? { number: { $in: names.numbers } } : { publicId: { $in: names.publicIds } };
    const found = await articleDocuments(this.models)
      .find({ dictionaryId, ...among }, { projection: { _id: 0, ...fields } })
      .toArray();
    return found.map(recordOf);
  }

  /**
   * Stores changes of one dictionary: all of them or none. A change whose article has another revision by now is left out.
   *
   * @returns the numbers of the articles that were stored
   */
  async store(dictionaryId: string, changes: readonly ArticleChange[]): Promise<number[]> {
    try {
      return await this.storeOnce(dictionaryId, changes);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // Another process has created some of them meanwhile, which the second look will see.
      return this.storeOnce(dictionaryId, changes);
    }
  }

  private storeOnce(dictionaryId: string, changes: readonly ArticleChange[]): Promise<number[]> {
    return this.transact(async (session) => {
      const current = await this.revisionsOf(dictionaryId, changes, session);
      const valid = changes.filter(({ before, after }) => current.get(after.number) === before?.revision);
      if (valid.length === 0) return [];
      await articleDocuments(this.models).bulkWrite(
        valid.map(({ before, after }) => writeOf(dictionaryId, before !== undefined, documentOf(after))),
        { session, ordered: true },
      );
      for (const scope of [dictionaryId, ALL_DICTIONARIES]) await this.segments.count(scope, valid, session);
      return valid.map(({ after }) => after.number);
    });
  }

  private async revisionsOf(dictionaryId: string, changes: readonly ArticleChange[], session: ClientSession) {
    const numbers = changes.map(({ after }) => after.number);
    const found = await this.models.articles
      .find({ dictionaryId, number: trusted({ $in: numbers }) }, { _id: 0, number: 1, revision: 1 })
      .session(session)
      .lean<Pick<ArticleRecord, 'number' | 'revision'>[]>();
    return new Map(found.map(({ number, revision }) => [number, revision]));
  }
}

function writeOf(dictionaryId: string, isThere: boolean, document: ArticleDocument) {
  if (!isThere) return { insertOne: { document } };
  return { replaceOne: { filter: { dictionaryId, number: document.number }, replacement: document } };
}
