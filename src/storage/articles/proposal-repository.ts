import { type ClientSession, trusted } from 'mongoose';
import type { ProposalRecord, ProposalScope } from '../../domain/article/proposal';
import { Failure } from '../../shared/failure';
import { countKeyed, type RangeQuery, readKeyed, readKeyedInSteps } from '../lists/keyed-list';
import { touchLists } from '../dictionaries/counters';
import { articleDocuments, type Models } from '../models';
import type { Transact } from '../mongo/transaction';

/** Maximum number of stored reviewed proposals of a dictionary. */
const MAX_REVIEWED_PROPOSALS = 500;

/** Number of contents that are read at once: at most two megabytes. */
const CONTENTS_PER_READ = { atOnce: 8, bytesOf: ({ source }: ProposalRecord) => source.length };

/** Maximum number of texts of open proposals that are read for one article. */
const MAX_TEXTS_PER_ARTICLE = 10;

/** The stored fields of a proposal, and those of a list: all but its contents. */
const ALL_FIELDS = { _id: 0 } as const;
const LISTED_FIELDS = {
  _id: 0,
  proposalId: 1,
  place: 1,
  dictionaryId: 1,
  number: 1,
  state: 1,
  baseRevision: 1,
  radical: 1,
  headword: 1,
  note: 1,
  userNumber: 1,
  username: 1,
  createdAt: 1,
  reviewedBy: 1,
  reviewedAt: 1,
  reviewComment: 1,
  acceptedParts: 1,
  isByMember: 1,
} as const;

/** The stored result of reviewing a proposal. */
export type Review = Pick<
  ProposalRecord,
  'state' | 'reviewedBy' | 'reviewedAt' | 'reviewComment' | 'acceptedParts'
>;

/** The proposal that a write of an article accepts. */
export interface AcceptedProposal {
  readonly proposalId: string;
  readonly review: Review;
}

export interface ProposalQuotas {
  readonly ofUser: number;
  readonly ofDictionary: number;
}

/** Proposals of articles. */
export class ProposalRepository {
  constructor(
    private readonly models: Models,
    private readonly transact: Transact,
  ) {}

  /**
   * Reads proposals of a scope, in the order of their sort key. Without `withContent`, it reads the fields of lists only.
   *
   * @throws Failure TOO_LARGE when the request reads too many contents
   */
  read(
    scope: ProposalScope,
    query: RangeQuery,
    { withContent = false }: { readonly withContent?: boolean } = {},
  ): Promise<ProposalRecord[]> {
    const list = { key: 'place', filter: { ...scope } };
    return withContent
      ? readKeyedInSteps(this.models.proposals, { ...list, fields: ALL_FIELDS }, query, CONTENTS_PER_READ)
      : readKeyed(this.models.proposals, { ...list, fields: LISTED_FIELDS }, query);
  }

  total(scope: ProposalScope): Promise<number | null> {
    return countKeyed(this.models.proposals, { ...scope });
  }

  async find(proposalId: string): Promise<ProposalRecord | undefined> {
    const proposal = await this.models.proposals.findOne({ proposalId }, { _id: 0 }).lean<ProposalRecord>();
    return proposal ?? undefined;
  }

  /**
   * Stores a new proposal; `false` if the article or dictionary no longer exists.
   *
   * @throws Failure QUOTA_EXCEEDED
   */
  insert(proposal: ProposalRecord, quotas: ProposalQuotas): Promise<boolean> {
    const { dictionaryId, number, userNumber } = proposal;
    const { proposals, counters, dictionaries } = this.models;
    return this.transact(async (session) => {
      // This write conflicts with other new proposals, which change the counts, and with the deletion of the
      // dictionary.
      await counters.updateOne(
        { _id: proposalCounter(dictionaryId) },
        { $inc: { value: 1 } },
        { session, upsert: true },
      );
      if (!(await dictionaries.findOne({ dictionaryId }, { _id: 1 }).session(session).lean())) return false;
      // This write conflicts with the deletion of the article.
      const touch = { $set: { commentedAt: proposal.createdAt } };
      if (number !== null) {
        const update = await articleDocuments(this.models).updateOne({ dictionaryId, number }, touch, {
          session,
        });
        if (update.matchedCount === 0) return false;
      }
      const counted = (scope: object, limit: number) =>
        proposals.countDocuments({ ...scope, state: 'open' }, { session, limit });
      if ((await counted({ dictionaryId }, quotas.ofDictionary)) >= quotas.ofDictionary)
        throw new Failure('QUOTA_EXCEEDED', `A dictionary has at most ${quotas.ofDictionary} open proposals`);
      if (userNumber !== null && (await counted({ userNumber }, quotas.ofUser)) >= quotas.ofUser)
        throw new Failure('QUOTA_EXCEEDED', `A user has at most ${quotas.ofUser} open proposals`);
      await proposals.create([proposal], { session });
      await showTexts(this.models, proposal, session);
      return true;
    });
  }

  /** Stores a review without a write of an article; `undefined` if another review came first. */
  review(proposalId: string, review: Review): Promise<ProposalRecord | undefined> {
    return this.transact(async (session) => {
      const reviewed = await this.models.proposals
        .findOneAndUpdate(
          { proposalId, state: 'open' },
          { $set: review },
          { session, returnDocument: 'after' },
        )
        .lean<ProposalRecord>();
      if (reviewed) await showTexts(this.models, reviewed, session);
      return reviewed ?? undefined;
    });
  }

  /** Removes an open proposal; `false` when it was reviewed before. */
  withdraw({ proposalId, dictionaryId, number }: ProposalRecord): Promise<boolean> {
    return this.transact(async (session) => {
      const open = { proposalId, state: 'open' } as const;
      const { deletedCount } = await this.models.proposals.deleteOne(open, { session });
      if (deletedCount === 1) await showTexts(this.models, { dictionaryId, number }, session);
      return deletedCount === 1;
    });
  }

  /** Removes the oldest reviewed proposals of a dictionary beyond those that are kept. */
  async trim(dictionaryId: string): Promise<void> {
    for (const state of ['accepted', 'rejected'] as const) {
      const [last] = await this.read(
        { dictionaryId, state },
        { order: 'DESC', skip: MAX_REVIEWED_PROPOSALS, limit: 1 },
      );
      if (last)
        await this.models.proposals.deleteMany({ dictionaryId, state, place: trusted({ $lte: last.place }) });
    }
  }
}

interface Write {
  readonly accepts?: AcceptedProposal | undefined;
}

type Stored =
  | Failure
  | {
      readonly changes: readonly {
        readonly after?: Pick<ProposalRecord, 'dictionaryId' | 'number'> | undefined;
      }[];
    };

/** Writes of a group whose proposal is no longer open, or is accepted by an earlier write of the group. */
export async function unreviewed<One extends Write>(
  { proposals }: Pick<Models, 'proposals'>,
  writes: readonly One[],
  session: ClientSession,
): Promise<ReadonlyMap<One, Failure>> {
  const ids = writes.flatMap(({ accepts }) => accepts?.proposalId ?? []);
  if (ids.length === 0) return new Map();
  const open = await proposals
    .find({ proposalId: trusted({ $in: ids }), state: 'open' }, { _id: 0, proposalId: 1 })
    .session(session)
    .lean<Pick<ProposalRecord, 'proposalId'>[]>();
  const openIds = new Set(open.map(({ proposalId }) => proposalId));
  return new Map(
    writes.flatMap((write) =>
      write.accepts === undefined || openIds.delete(write.accepts.proposalId)
        ? []
        : [[write, alreadyReviewed()] as const],
    ),
  );
}

/** Stores the reviews of the proposals whose articles were stored, in their transaction. */
export async function acceptProposals(
  models: Pick<Models, 'proposals' | 'articles' | 'counters'>,
  writes: readonly Write[],
  stored: readonly Stored[],
  session: ClientSession,
): Promise<void> {
  for (const [at, { accepts }] of writes.entries()) {
    const storedProposal = stored[at];
    if (accepts === undefined || storedProposal === undefined || storedProposal instanceof Failure) continue;
    const after = storedProposal.changes[0]?.after;
    if (after === undefined) continue;
    const { proposalId, review } = accepts;
    const change = { $set: { ...review, number: after.number } };
    await models.proposals.updateOne({ proposalId }, change, { session });
    await showTexts(models, after, session);
  }
}

export function alreadyReviewed(): Failure {
  return new Failure('CONFLICT', 'The proposal was already reviewed or withdrawn');
}

/** Formats the open proposals of an article for display: those of members, the oldest first. */
export function shownTexts(open: readonly Pick<ProposalRecord, 'text'>[]): string {
  return open
    .slice(0, MAX_TEXTS_PER_ARTICLE)
    .map(({ text }) => text)
    .join('\n');
}

/** Stores in an article what it shows of its proposals, in the transaction that changes them. */
async function showTexts(
  models: Pick<Models, 'proposals' | 'articles' | 'counters'>,
  { dictionaryId, number }: Pick<ProposalRecord, 'dictionaryId' | 'number'>,
  session: ClientSession,
): Promise<void> {
  if (number === null) return;
  const open = await models.proposals
    .find({ dictionaryId, number, state: 'open', isByMember: true }, { _id: 0, text: 1 })
    .sort({ place: 1 })
    .limit(MAX_TEXTS_PER_ARTICLE)
    .session(session)
    .lean<Pick<ProposalRecord, 'text'>[]>();
  const shown = { $set: { proposedText: shownTexts(open) } };
  await articleDocuments(models).updateOne({ dictionaryId, number }, shown, { session });
  await touchLists(models, [dictionaryId], session);
}

/** The counter that a new proposal and the deletion of its dictionary increment, so that they conflict. */
export function proposalCounter(dictionaryId: string): string {
  return `proposals:${dictionaryId}`;
}
