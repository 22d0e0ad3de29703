import type { RevisionRecord } from '../domain/article/article-revision';
import { type KeyedReading, readKeyed } from './keyed-reading';
import type { Models } from './models';

/** What a list shows of a revision: all but the free JSON. */
const LISTED = { _id: 0, revision: 1, at: 1, by: 1, parts: 1, radical: 1, isDisabled: 1 } as const;

/** Names one article. */
export interface ArticleNumber {
  readonly dictionaryId: string;
  readonly number: number;
}

/** Earlier revisions of articles. They are written with the change that replaces them, and never changed. */
export class RevisionRepository {
  constructor(private readonly models: Pick<Models, 'revisions'>) {}

  read({ dictionaryId, number }: ArticleNumber, reading: KeyedReading): Promise<RevisionRecord[]> {
    const filter = { dictionaryId, number };
    return readKeyed(this.models.revisions, { key: 'place', filter, fields: LISTED }, reading);
  }

  /** There is one less than the article has revisions, so that counting them in the index is cheap. */
  total({ dictionaryId, number }: ArticleNumber): Promise<number> {
    return this.models.revisions.countDocuments({ dictionaryId, number }).exec();
  }

  async find({ dictionaryId, number }: ArticleNumber, revision: number): Promise<RevisionRecord | undefined> {
    const found = await this.models.revisions
      .findOne({ dictionaryId, number, revision }, { _id: 0 })
      .lean<RevisionRecord>();
    return found ?? undefined;
  }
}
