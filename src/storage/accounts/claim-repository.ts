import type { ClientSession } from 'mongoose';
import { Failure } from '../../shared/failure';
import type { Claim } from '../../shared/work';
import { isDuplicateKey } from '../mongo/database-error';
import type { Models } from '../models';
import type { ClaimRecord } from '../records';

/** Time for which responses are stored, in milliseconds. Source: docs/rest.md, "Retries". */
const STORED_MS = 24 * 60 * 60 * 1000;

/** Time after which another process may execute a request that has not written anything, in milliseconds. */
const GIVEN_UP_MS = 60_000;

/** The result of a claim: success, or the state of an earlier request with the same key. */
export type ClaimOutcome =
  | { readonly is: 'claimed' | 'other' | 'running' | 'lost' }
  | { readonly is: 'answered'; readonly answer: string };

/** Claims on requests that must run only once, and the responses of completed ones. */
export class ClaimRepository {
  constructor(private readonly models: Pick<Models, 'claims'>) {}

  async claim({ id, owner }: Claim, request: string): Promise<ClaimOutcome> {
    const now = new Date();
    const record: ClaimRecord = {
      _id: id,
      request,
      owner,
      isWritten: false,
      until: new Date(now.getTime() + GIVEN_UP_MS),
      expiresAt: new Date(now.getTime() + STORED_MS),
    };
    try {
      await this.models.claims.insertMany([record], { lean: true });
      return { is: 'claimed' };
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
    const claim = await this.models.claims.findOne({ _id: id }).lean<ClaimRecord>();
    // The earlier claim was released or expired between the two commands, so the client tries again.
    if (!claim) return { is: 'running' };
    const isExpired = claim.expiresAt <= now;
    if (!isExpired && claim.request !== request) return { is: 'other' };
    if (!isExpired && claim.answer !== undefined) return { is: 'answered', answer: claim.answer };
    if (!isExpired && claim.until > now) return { is: 'running' };
    if (!isExpired && claim.isWritten) return { is: 'lost' };
    const { isWritten } = claim;
    const result = await this.models.claims.replaceOne({ _id: id, owner: claim.owner, isWritten }, record);
    return { is: result.modifiedCount === 1 ? 'claimed' : 'running' };
  }

  /**
   * Stores the response of a request that has written something. If it has written nothing, releases the claim and
   * returns `false`.
   */
  async complete({ id, owner }: Claim, answer: string | undefined): Promise<boolean> {
    const change = answer === undefined ? { until: new Date(0) } : { answer };
    const updated = await this.models.claims.updateOne({ _id: id, owner, isWritten: true }, { $set: change });
    if (updated.matchedCount === 1) return true;
    await this.models.claims.deleteOne({ _id: id, owner, isWritten: false });
    return false;
  }
}

/**
 * Records in the transaction of a write that the request has written. The returned function throws Failure CONFLICT
 * when another process has taken the request over.
 */
export function claimMarkerOf({ claims, deliveries }: Pick<Models, 'claims' | 'deliveries'>) {
  return async ({ id, owner, of }: Claim, session: ClientSession): Promise<void> => {
    const model = of === 'delivery' ? (deliveries as unknown as typeof claims) : claims;
    const marked = await model.updateOne({ _id: id, owner }, { $set: { isWritten: true } }, { session });
    if (marked.matchedCount === 0)
      throw new Failure('CONFLICT', 'Another process has taken over the request');
  };
}
