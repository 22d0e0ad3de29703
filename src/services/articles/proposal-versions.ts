import type { ArticleRecord } from '../../domain/article/article-record';
import type { ProposalRecord } from '../../domain/article/proposal';
import { type MemberChange, memberChanges, merged, type Versions } from '../../domain/reading/change/merge';
import { FairQueue } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { invalid } from '../../shared/faults';
import { type Json, JsonText } from '../../shared/json';
import { seesHidden, type Viewer } from '../../shared/viewer';
import { currentWork } from '../../shared/work';
import type { Storage } from '../../storage/storage';

/** Which changes of a proposal are accepted. */
export interface ChosenChanges {
  /** The paths of the accepted changes. Defaults to all. */
  readonly parts?: readonly string[] | undefined;
  /** Whether they overwrite conflicting later changes. */
  readonly replacesConflicts: boolean;
}

/** The article with the change of a proposal. */
interface AcceptedContent {
  readonly source: Json;
  /** The paths of the changes that are accepted; null if all are. */
  readonly acceptedParts: readonly string[] | null;
}

/** Reads the contents that proposals are compared with. */
export class ProposalVersions {
  /**
   * Queue of comparisons. Three parsed contents take megabytes, so a request for a hundred differences computes them
   * one at a time.
   */
  private readonly comparing = new FairQueue({ max: 2, maxPerCaller: 1 });

  constructor(private readonly storage: Pick<Storage, 'articles' | 'revisions'>) {}

  /**
   * Compares an open proposal with the current article, and a reviewed one with its base. Viewers who cannot see a hidden article
   * learn nothing new about it.
   *
   * @throws Failure TOO_LARGE when a request reads more than the maximum
   */
  difference(viewer: Viewer, proposal: ProposalRecord): Promise<readonly MemberChange[]> {
    const compare = async (): Promise<readonly MemberChange[]> => {
      const article = await this.article(proposal);
      const changes = memberChanges(await this.of(proposal, article));
      const seesArticle = !article?.isDisabled || seesHidden(viewer, proposal.dictionaryId);
      return seesArticle
        ? changes
        : changes.map((change) => ({ ...change, current: undefined, isConflict: false }));
    };
    return this.comparing.run(compare, currentWork());
  }

  /**
   * Returns the article that results from accepting a proposal.
   *
   * @throws Failure REVISION_MISMATCH when an accepted change is in conflict, INVALID_INPUT when a part is none of its changes
   */
  async accepted(
    proposal: ProposalRecord,
    article: ArticleRecord | undefined,
    { parts, replacesConflicts }: ChosenChanges,
  ): Promise<AcceptedContent> {
    const versions = await this.of(proposal, article);
    const changes = memberChanges(versions);
    const accepted = chosenAmong(changes, parts);
    const conflicts = changes.filter(({ path, isConflict }) => isConflict && accepted.has(path));
    if (conflicts.length > 0 && !replacesConflicts)
      throw new Failure(
        'REVISION_MISMATCH',
        `The article has changed since the proposal in: ${conflicts.map(({ path }) => path || 'its content').join(', ')}`,
      );
    const isWhole = changes.every(({ path }) => accepted.has(path));
    // Members keep their order where nothing is merged.
    const isAsProposed = isWhole && article?.revision === (proposal.baseRevision ?? undefined);
    return {
      source: isAsProposed ? versions.proposed : merged(versions, accepted),
      acceptedParts: isWhole ? null : [...accepted],
    };
  }

  async of(proposal: ProposalRecord, article: ArticleRecord | undefined): Promise<Versions> {
    const proposed = readContent(proposal.source);
    const { baseRevision, dictionaryId, number } = proposal;
    if (baseRevision === null || number === null) return { base: undefined, proposed, current: undefined };
    const current = article && readContent(article.source);
    if (article?.revision === baseRevision) return { base: current, proposed, current };
    const record = await this.storage.revisions.find({ dictionaryId, number }, baseRevision);
    return { base: record && readContent(record.source), proposed, current };
  }

  async article({ dictionaryId, number }: ProposalRecord): Promise<ArticleRecord | undefined> {
    return number === null ? undefined : this.storage.articles.findOne({ dictionaryId, name: { number } });
  }

  /** A hidden revision is only readable for viewers who see hidden articles, because proposals contain their base. */
  async base(
    viewer: Viewer,
    article: ArticleRecord,
    revision = article.revision,
  ): Promise<{ readonly revision: number; readonly source: Json }> {
    if (revision === article.revision) return { revision, source: new JsonText(article.source).toJSON() };
    const record = await this.storage.revisions.find(article, revision);
    if (record && (!record.isDisabled || seesHidden(viewer, article.dictionaryId)))
      return { revision, source: new JsonText(record.source).toJSON() };
    throw invalid('revision', `The article has no revision ${revision}`);
  }
}

/** @throws Failure INVALID_INPUT when there is nothing of that name, or nothing is chosen */
function chosenAmong(changes: readonly MemberChange[], parts?: readonly string[]): ReadonlySet<string> {
  const paths = new Set(changes.map(({ path }) => path));
  if (!parts) return paths;
  if (parts.length === 0)
    throw invalid('parts', 'parts must name a change; reject the proposal to accept none');
  const unknown = parts.find((part) => !paths.has(part));
  if (unknown !== undefined)
    throw invalid('parts', `The proposal does not change ${JSON.stringify(unknown)}`);
  return new Set(parts);
}

/**
 * Parses stored content.
 *
 * @throws Failure TOO_LARGE if the request has read too much
 */
function readContent(source: string): Json {
  currentWork()?.addToRead(source.length);
  return new JsonText(source).toJSON();
}
