import type { ArticleRecord } from '../../domain/article/article-record';
import type { ProposalRecord } from '../../domain/article/proposal';
import { type MemberChange, memberChanges, type Versions } from '../../domain/reading/change/merge';
import { FairQueue } from '../../shared/fair-queue';
import { invalid } from '../../shared/faults';
import { type Json, JsonText } from '../../shared/json';
import { seesHidden, type Viewer } from '../../shared/viewer';
import { currentWork } from '../../shared/work';
import type { Storage } from '../../storage/storage';

/** Reads the contents that proposals are compared with. */
export class ProposalVersions {
  /** Three contents as objects take megabytes: a request that asks for a hundred differences has one of them at a time. */
  private readonly comparing = new FairQueue({ most: 2, mostOfCaller: 1 });

  constructor(private readonly storage: Pick<Storage, 'articles' | 'revisions'>) {}

  /**
   * What an open proposal changes, beside the article as it is now; reviewed ones beside their base. Of a hidden article, who does
   * not see it gets nothing new.
   *
   * @throws Failure TOO_LARGE when one request asks for more than it may read
   */
  difference(viewer: Viewer, proposal: ProposalRecord): Promise<readonly MemberChange[]> {
    const compare = async (): Promise<readonly MemberChange[]> => {
      const article = await this.article(proposal);
      const changes = memberChanges(await this.of(proposal, article));
      const isSeen = !article?.isDisabled || seesHidden(viewer, proposal.dictionaryId);
      return isSeen
        ? changes
        : changes.map((change) => ({ ...change, current: undefined, isConflict: false }));
    };
    return this.comparing.run(compare, currentWork());
  }

  async of(proposal: ProposalRecord, article: ArticleRecord | undefined): Promise<Versions> {
    const proposed = jsonIn(proposal.source);
    const { baseRevision, dictionaryId, number } = proposal;
    if (baseRevision === null || number === null) return { base: undefined, proposed, current: undefined };
    const current = article && jsonIn(article.source);
    if (article?.revision === baseRevision) return { base: current, proposed, current };
    const kept = await this.storage.revisions.find({ dictionaryId, number }, baseRevision);
    return { base: kept && jsonIn(kept.source), proposed, current };
  }

  async article({ dictionaryId, number }: ProposalRecord): Promise<ArticleRecord | undefined> {
    return number === null ? undefined : this.storage.articles.findOne({ dictionaryId, name: { number } });
  }

  /** A revision that was hidden is there for those alone who see what is hidden: proposals repeat their base. */
  async base(
    viewer: Viewer,
    article: ArticleRecord,
    revision = article.revision,
  ): Promise<{ readonly revision: number; readonly source: Json }> {
    if (revision === article.revision) return { revision, source: new JsonText(article.source).toJSON() };
    const kept = await this.storage.revisions.find(article, revision);
    if (kept && (!kept.isDisabled || seesHidden(viewer, article.dictionaryId)))
      return { revision, source: new JsonText(kept.source).toJSON() };
    throw invalid('revision', `The article has no revision ${revision}`);
  }
}

/** Stored content. @throws Failure TOO_LARGE when the request has read too much already */
function jsonIn(source: string): Json {
  currentWork()?.addToRead(source.length);
  return new JsonText(source).toJSON();
}
