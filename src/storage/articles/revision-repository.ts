import type { RevisionRecord } from '../../domain/article/article-revision';
import { countKeyed, type KeyedReading, readKeyed } from '../lists/keyed-reading';
import type { Models } from '../models';

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

  /** Counts in an index, up to the number where counting ends; `null` beyond. */
  total({ dictionaryId, number }: ArticleNumber): Promise<number | null> {
    return countKeyed(this.models.revisions, { dictionaryId, number });
  }

  async find({ dictionaryId, number }: ArticleNumber, revision: number): Promise<RevisionRecord | undefined> {
    const found = await this.models.revisions
      .findOne({ dictionaryId, number, revision }, { _id: 0 })
      .lean<RevisionRecord>();
    return found ?? undefined;
  }
}
