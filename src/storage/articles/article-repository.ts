import { type ArticleRecord, revisionSortKey } from '../../domain/article/article-record';
import type { RevisionRecord } from '../../domain/article/article';
import { articleNumbers, Counters } from '../dictionaries/counters';
import { countKeyed, type RangeQuery, readKeyed } from '../lists/keyed-list';
import { articleDocuments, type Models } from '../models';
import { isDuplicateKey } from '../mongo/database-error';
import type { GroupCommit } from '../mongo/group-commit';
import { type Projection, recordOf } from './article-document';
import { ArticlePointReads, type NamedArticle } from './article-point-reads';
import {
  type ArticleAddition,
  type ArticleChange,
  type ArticleWrite,
  numberOf,
  publicIdTaken,
  type StoredArticles,
} from './article-plan';
import type { AcceptedProposal } from './proposal-repository';
import type { ArticleStore } from './article-store';

export type ArticleSelection =
  { readonly numbers: readonly number[] } | { readonly publicIds: readonly string[] };

/** Article documents. Writes update totals and page offsets in the same transaction. */
export class ArticleRepository {
  private readonly write: (write: ArticleWrite) => Promise<StoredArticles>;
  private readonly pointReads: ArticlePointReads;
  private readonly counters: Counters;

  constructor(
    private readonly models: Pick<Models, 'articles' | 'counters'>,
    store: ArticleStore,
    groups: GroupCommit,
  ) {
    this.counters = new Counters(models);
    this.write = groups.writerOf(store);
    this.pointReads = new ArticlePointReads(models);
  }

  /** One article; see `ArticlePointReads` for its cost. */
  findOne(address: NamedArticle): Promise<ArticleRecord | undefined> {
    return this.pointReads.read(address);
  }

  /** Articles of one dictionary by number or by public identifier; missing ones are omitted. */
  async findMany(
    dictionaryId: string,
    names: ArticleSelection,
    fields?: Projection,
  ): Promise<ArticleRecord[]> {
    const among =
      'numbers' in names ? { number: { $in: names.numbers } } : { publicId: { $in: names.publicIds } };
    const articles = await articleDocuments(this.models)
      .find({ dictionaryId, ...among }, { projection: { _id: 0, ...fields } })
      .toArray();
    return articles.map(recordOf);
  }

  /** Articles of a dictionary after a number, in the order of their numbers. */
  async findAfter(
    dictionaryId: string,
    number: number,
    limit: number,
    fields?: Projection,
  ): Promise<ArticleRecord[]> {
    const articles = await articleDocuments(this.models)
      .find({ dictionaryId, number: { $gt: number } }, { projection: { _id: 0, ...fields } })
      .sort({ number: 1 })
      .limit(limit)
      .toArray();
    return articles.map(recordOf);
  }

  /**
   * Stores changes of one dictionary: all of them or none. Omits a change whose article has another revision by now,
   * or whose search keys are of another profile than the dictionary's current one.
   *
   * @returns the numbers of the stored articles
   * @throws Failure DICTIONARY_NOT_FOUND; QUOTA_EXCEEDED; CONFLICT when an identifier belongs to another article
   */
  async store(
    dictionaryId: string,
    changes: readonly ArticleChange[],
    accepts?: AcceptedProposal,
  ): Promise<number[]> {
    const stored = await this.storeWrite({ dictionaryId, changes, additions: [], accepts });
    return stored.map(numberOf);
  }

  /**
   * Stores a new article under the next number of its dictionary.
   *
   * @returns `undefined` when the dictionary has another search profile by now than the one of the search keys
   * @throws as `store`
   */
  async add(
    dictionaryId: string,
    addition: ArticleAddition,
    accepts?: AcceptedProposal,
  ): Promise<ArticleRecord | undefined> {
    const [stored] = await this.storeWrite({ dictionaryId, changes: [], additions: [addition], accepts });
    return stored?.after;
  }

  private async storeWrite(write: ArticleWrite): Promise<StoredArticles> {
    try {
      return await this.write(write);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (write.additions.length > 0) await this.raiseCounter(write.dictionaryId);
      // Another process has created some of them in the meantime, which the second attempt reads.
      return this.write(write).catch(refuseTaken);
    }
  }

  /**
   * Raises the counter of article numbers to the highest number in use. An import can contain articles whose numbers
   * were not reserved.
   */
  private async raiseCounter(dictionaryId: string): Promise<void> {
    const [last] = await articleDocuments(this.models)
      .find({ dictionaryId }, { projection: { _id: 0, number: 1 } })
      .sort({ number: -1 })
      .limit(1)
      .toArray();
    if (last) await this.counters.reserve(articleNumbers(dictionaryId), last.number);
  }
}

function refuseTaken(error: unknown): never {
  if (isDuplicateKey(error)) throw publicIdTaken();
  throw error;
}

/** The fields of a revision in a list: all except the free JSON. */
const LISTED_REVISION_FIELDS = {
  _id: 0,
  dictionaryId: 1,
  number: 1,
  revision: 1,
  at: 1,
  by: 1,
  proposedBy: 1,
  parts: 1,
  radical: 1,
  isDisabled: 1,
} as const;

/** Names one article. */
export interface ArticleNumber {
  readonly dictionaryId: string;
  readonly number: number;
}

/** Earlier revisions of articles. They are written with the change that replaces them, and never changed. */
export class RevisionRepository {
  constructor(private readonly models: Pick<Models, 'revisions'>) {}

  read({ dictionaryId, number }: ArticleNumber, query: RangeQuery): Promise<RevisionRecord[]> {
    const filter = { dictionaryId, number };
    return readKeyed(this.models.revisions, { key: 'place', filter, fields: LISTED_REVISION_FIELDS }, query);
  }

  /** The number of earlier revisions; `null` if there are more than the maximum that is counted. */
  total({ dictionaryId, number }: ArticleNumber): Promise<number | null> {
    return countKeyed(this.models.revisions, { dictionaryId, number });
  }

  async find({ dictionaryId, number }: ArticleNumber, revision: number): Promise<RevisionRecord | undefined> {
    const revisions = await this.models.revisions
      .findOne({ dictionaryId, number, place: revisionSortKey(revision) }, { _id: 0 })
      .lean<RevisionRecord>();
    return revisions ?? undefined;
  }
}
