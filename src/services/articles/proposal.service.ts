import { randomUUID } from 'node:crypto';
import type { ArticleRecord } from '../../domain/article/article-record';
import {
  type Proposal,
  type ProposalRecord,
  type ProposalScope,
  proposalSortKey,
} from '../../domain/article/proposal';
import type { MemberChange } from '../../domain/reading/change/merge';
import { longSteps } from '../../shared/fair-queue';
import { Failure } from '../../shared/failure';
import { allChecked, invalid } from '../../shared/faults';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { cut, lengthOf, nfc } from '../../shared/text';
import { type AccountViewer, hasDictionaryRole, refuseOutside, type Viewer } from '../../shared/viewer';
import { currentWork } from '../../shared/work';
import {
  type AcceptedProposal,
  alreadyReviewed,
  type Review,
} from '../../storage/articles/proposal-repository';
import type { Storage } from '../../storage/storage';
import type { AddressLimit } from '../accounts/login-limits';
import { readPageOf, unfilteredSource } from '../list-page';
import { checkRevision, retryOnConflict, tooManyWriters } from '../write-conflicts';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type ArticleInput, explicitRadical, newArticle, nextRevision } from './article-drafts';
import { type ArticleService, articleNotFound } from './article.service';
import { type ChosenChanges, ProposalVersions } from './proposal-versions';

/** Name and version of the order of proposals, by time; cursors of another one are refused. */
const PROPOSAL_ORDER = 'proposals 1';

/** Maximum number of open proposals. */
const MAX_OPEN_PROPOSALS = { ofUser: 100, ofDictionary: 500 } as const;

/** Maximum length of notes and comments, and of the text of a proposal that readers see, in code points. */
const MAX_NOTE_LENGTH = 1000;
const MAX_SHOWN_TEXT_LENGTH = 500;

/** A proposed new article, or a proposed change of an article. */
export interface NewProposal {
  readonly dictionaryId: string;
  /** Number or public identifier of the article; none for a new one. */
  readonly articleId?: string | undefined;
  /** The revision on which the content is based. Defaults to the current one. */
  readonly revision?: number | undefined;
  /** Reads the content, which may fail. */
  readonly content: () => ArticleInput;
  readonly note?: string | undefined;
  /** Network address of the proposer. */
  readonly address: string;
}

/** The decision on a proposal. */
export interface ReviewRequest {
  readonly isAccepted: boolean;
  readonly comment?: string | undefined;
  /** Revisions of the article that the reviewer has seen; any if none is given. */
  readonly revisions?: readonly number[] | undefined;
  readonly chosen: ChosenChanges;
}

export function proposalCursor({ createdAt, proposalId }: Proposal): string {
  return cursorOf(proposalSortKey({ createdAt, proposalId }), PROPOSAL_ORDER);
}

/** Proposals of articles: contributors make them, editors accept or reject them. */
export class ProposalService {
  private readonly versions: ProposalVersions;

  constructor(
    private readonly storage: Pick<Storage, 'proposals' | 'articles' | 'revisions'>,
    private readonly articles: ArticleService,
    private readonly dictionaries: DictionaryService,
    private readonly limit: AddressLimit,
  ) {
    this.versions = new ProposalVersions(storage);
  }

  /**
   * @throws Failure DICTIONARY_NOT_FOUND, NOT_FOUND, INVALID_INPUT, TOO_LARGE, QUOTA_EXCEEDED
   * @throws Failure UNAUTHENTICATED, FORBIDDEN when the dictionary takes no suggestions; RATE_LIMITED for too many
   */
  async propose(viewer: Viewer, input: NewProposal): Promise<Proposal> {
    const dictionaryId = await this.dictionaries.idOf(input.dictionaryId);
    refuseOutside(viewer, dictionaryId);
    const isByMember = await this.assertMayPropose(viewer, dictionaryId, input.address);
    const dictionary = await this.dictionaries.existing(dictionaryId);
    const article =
      input.articleId === undefined
        ? undefined
        : await this.visibleArticle(viewer, dictionaryId, input.articleId);
    const base = article && (await this.versions.base(viewer, article, input.revision));
    const { content, source, radical } = input.content();
    // The same checks and the same typed reading as for an article.
    const [draft, note] = await longSteps.runBySize(() =>
      allChecked(
        () => newArticle({ dictionary, number: 0, by: '', source, content, radical, base: base?.source }),
        () => checkedNote('note', input.note),
      ),
    );
    const createdAt = new Date();
    const names = { proposalId: randomUUID(), createdAt };
    const isUser = viewer.role === 'user' || viewer.role === 'admin';
    const proposal: ProposalRecord = {
      ...names,
      place: proposalSortKey(names),
      dictionaryId,
      number: article?.number ?? null,
      state: 'open',
      baseRevision: base?.revision ?? null,
      radical: radical === undefined || radical === '' ? null : (draft.radical ?? null),
      headword: draft.headword,
      note,
      userNumber: isUser ? Number(viewer.accountId) : null,
      username: isUser ? viewer.name : null,
      reviewedBy: null,
      reviewedAt: null,
      reviewComment: null,
      acceptedParts: null,
      source: draft.source,
      text: cut(draft.text, MAX_SHOWN_TEXT_LENGTH),
      isByMember,
    };
    if (await this.storage.proposals.insert(proposal, MAX_OPEN_PROPOSALS)) return proposal;
    throw new Failure('NOT_FOUND', 'There is no such article or dictionary');
  }

  /**
   * Accepts a proposal, which writes the article, or rejects it. Of two reviews at once, one wins.
   *
   * @throws Failure NOT_FOUND; CONFLICT when it was reviewed before; REVISION_MISMATCH when the article has changed in
   *   the same members; INVALID_INPUT for parts that the proposal does not change; what article writes throw
   */
  async review(viewer: AccountViewer, proposalId: string, request: ReviewRequest): Promise<Proposal> {
    const proposal = await this.existing(proposalId);
    if (proposal.state !== 'open') throw alreadyReviewed();
    const review: Review = {
      state: request.isAccepted ? 'accepted' : 'rejected',
      reviewedBy: viewer.name,
      reviewedAt: new Date(),
      reviewComment: checkedNote('comment', request.comment),
      acceptedParts: null,
    };
    const decided = request.isAccepted
      ? await this.accept(viewer, proposal, { ...request, review })
      : { isWritten: false, review };
    const reviewed = decided.isWritten
      ? await this.existing(proposalId)
      : await this.storage.proposals.review(proposalId, decided.review);
    if (!reviewed) throw alreadyReviewed();
    await this.storage.proposals.trim(proposal.dictionaryId);
    return reviewed;
  }

  /**
   * Withdraws an open proposal of the viewer, and returns it as it was.
   *
   * @throws Failure NOT_FOUND, CONFLICT
   */
  async withdraw(viewer: AccountViewer, proposalId: string): Promise<Proposal> {
    const proposal = await this.find(viewer, proposalId);
    if (!proposal) throw new Failure('NOT_FOUND', 'There is no such proposal');
    if (!isBy(viewer, proposal)) throw new Failure('FORBIDDEN', 'Only the proposer can withdraw a proposal');
    refuseOutside(viewer, proposal.dictionaryId);
    if (await this.storage.proposals.withdraw(proposal)) return proposal;
    throw alreadyReviewed();
  }

  /** One proposal; `undefined` if it does not exist or the viewer may not see it: members and the proposer may. */
  async find(viewer: Viewer, proposalId: string): Promise<ProposalRecord | undefined> {
    const proposal = await this.storage.proposals.find(proposalId);
    return proposal && (isBy(viewer, proposal) || hasDictionaryRole('reader', viewer, proposal.dictionaryId))
      ? proposal
      : undefined;
  }

  /**
   * One page of proposals, the oldest first. Contents are read only if the query selects them, because those of a
   * hundred proposals may have 25 MiB.
   *
   * @throws Failure TOO_LARGE when one request reads too many contents
   */
  async list(
    scope: ProposalScope & { readonly withContent: boolean },
    pageRequest: PageRequest,
    maxItems: number,
  ): Promise<Page<Proposal>> {
    const { proposals } = this.storage;
    const { withContent, ...proposalScope } = scope;
    // A request that has read too much already reads no further page.
    if (withContent) currentWork()?.addToRead(0);
    const list = unfilteredSource<ProposalRecord>(PROPOSAL_ORDER, {
      read: (query) => proposals.read(proposalScope, query, { withContent }),
      total: () => proposals.total(proposalScope),
    });
    return readPageOf(list, pageRequest, maxItems);
  }

  /** The change of a proposal; see `ProposalVersions`. @throws Failure TOO_LARGE */
  difference(viewer: Viewer, proposal: ProposalRecord): Promise<readonly MemberChange[]> {
    return this.versions.difference(viewer, proposal);
  }

  /** @returns whether the article was written with the review; not when it already reads as proposed */
  private async accept(
    viewer: AccountViewer,
    proposal: ProposalRecord,
    { review, revisions, chosen }: ReviewRequest & { readonly review: Review },
  ): Promise<{ readonly isWritten: boolean; readonly review: Review }> {
    const by = { by: viewer.name, proposedBy: proposal.username ?? undefined };
    const { dictionaryId, proposalId, baseRevision } = proposal;
    const decided = await retryOnConflict(async () => {
      const dictionary = await this.dictionaries.existing(dictionaryId);
      const before = baseRevision === null ? undefined : await this.versions.article(proposal);
      if (!before && baseRevision !== null) throw new Failure('NOT_FOUND', 'The article was deleted');
      if (before) checkRevision(before.revision, { revisions }, 'article');
      const { source, acceptedParts } = await this.versions.accepted(proposal, before, chosen);
      const accepts: AcceptedProposal = { proposalId, review: { ...review, acceptedParts } };
      // The radical belongs to the whole proposal.
      const radical = acceptedParts ? null : proposal.radical;
      if (!before) {
        const draft = newArticle({ dictionary, number: 0, source, radical: radical ?? undefined, ...by });
        const added = await this.storage.articles.add(dictionaryId, { draft, isNamed: false }, accepts);
        return added && { isWritten: true, review: accepts.review };
      }
      const change = { dictionary, source, radical: radical ?? explicitRadical(before), ...by };
      const after = nextRevision(before, change);
      if (!after) return { isWritten: false, review: accepts.review };
      const stored = await this.storage.articles.store(dictionaryId, [{ before, after }], accepts);
      return stored.length === 0 ? undefined : { isWritten: true, review: accepts.review };
    });
    if (!decided) throw tooManyWriters();
    return decided;
  }

  /** Checks that the viewer may propose: contributors of the dictionary may, and others if it accepts suggestions. */
  private async assertMayPropose(viewer: Viewer, dictionaryId: string, address: string): Promise<boolean> {
    const work = currentWork();
    if (viewer.role !== 'anonymous' && hasDictionaryRole('contributor', viewer, dictionaryId)) {
      const needs = { dictionaryId, role: 'contributor' } as const;
      if (work) work.writer = viewer.role === 'admin' ? viewer : { ...viewer, needs };
      return true;
    }
    const dictionary = await this.dictionaries.get(dictionaryId);
    if (!dictionary?.acceptsSuggestions) {
      if (viewer.role === 'anonymous')
        throw new Failure('UNAUTHENTICATED', 'A valid access token is required');
      throw new Failure('FORBIDDEN', 'Only contributors can propose articles of this dictionary');
    }
    if (work && viewer.role !== 'anonymous') work.writer = viewer;
    await this.limit.take(address);
    return false;
  }

  private async visibleArticle(viewer: Viewer, dictionaryId: string, id: string): Promise<ArticleRecord> {
    const article = await this.articles.get(viewer, { dictionaryId, id });
    if (!article) throw articleNotFound();
    return article;
  }

  private async existing(proposalId: string): Promise<ProposalRecord> {
    const proposal = await this.storage.proposals.find(proposalId);
    if (!proposal) throw new Failure('NOT_FOUND', 'There is no such proposal');
    return proposal;
  }
}

function isBy(viewer: Viewer, { userNumber }: Proposal): boolean {
  const isUser = viewer.role === 'user' || viewer.role === 'admin';
  return isUser && userNumber !== null && String(userNumber) === viewer.accountId;
}

function checkedNote(field: string, input: string | undefined): string | null {
  const text = nfc(input ?? '').trim();
  if (lengthOf(text) > MAX_NOTE_LENGTH)
    throw invalid(field, `${field} must have at most ${MAX_NOTE_LENGTH} characters`);
  return text === '' ? null : text;
}
