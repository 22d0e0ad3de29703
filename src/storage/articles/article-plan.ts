import type { ArticleRecord } from '../../domain/article/article-record';
import { numbered } from '../../domain/article/derive-article';
import { articleSize, dictionaryUsage, type Usage } from '../../domain/usage/usage';
import { Failure } from '../../shared/failure';
import { inputFailure } from '../../shared/faults';
import type { AcceptedProposal } from './proposal-repository';
import type { Addition } from '../applications/usages';

/**
 * An article to store, to replace (as read in `before`), or to delete. The replaced revision is stored, and votes
 * that were added in between remain.
 */
export interface ArticleChange {
  readonly before?: ArticleRecord | undefined;
  readonly after?: ArticleRecord | undefined;
}

/** A change with its number in the sequence of the dictionary. */
export interface StoredChange extends ArticleChange {
  readonly seq: number;
  /** Whether the transaction that stores the article has numbered it. */
  readonly hasNewNumber: boolean;
}

/** A new article, whose number the transaction that stores it assigns. */
export interface ArticleAddition {
  readonly draft: ArticleRecord;
  /** Whether a client has chosen its public identifier, which another article may already have. */
  readonly isNamed: boolean;
}

/** Changes of articles of one dictionary that are stored together. */
export interface ArticleWrite {
  readonly dictionaryId: string;
  readonly changes: readonly ArticleChange[];
  readonly additions: readonly ArticleAddition[];
  /** The proposal that is accepted by this write. */
  readonly accepts?: AcceptedProposal | undefined;
}

/** The stored articles. It omits those that conflict with other writes. */
export type StoredArticles = readonly StoredChange[];

/** The stored fields of an article that decide whether and how a change of it is stored. */
export type CurrentArticle = Pick<
  ArticleRecord,
  'number' | 'publicId' | 'revision' | 'likeCount' | 'unlikeCount' | 'proposedText'
>;

/** A write whose articles have numbers and whose changes have sequence numbers. */
export interface NumberedPlan {
  readonly dictionaryId: string;
  readonly changes: readonly StoredChange[];
}

/** The next article number and the next sequence number of a dictionary. */
export interface NextNumbers {
  number: number;
  seq: number;
}

/** The state of a dictionary at the start of a group of writes, updated by the earlier writes of the group. */
export interface DictionaryState {
  readonly keysVersion: number;
  readonly current: Map<number, CurrentArticle>;
  readonly takenIds: Set<string>;
}

export function broadKeysOf({ changes, additions }: ArticleWrite): readonly string[] {
  const written = [...changes.flatMap(({ after }) => after ?? []), ...additions.map(({ draft }) => draft)];
  return written.flatMap(({ keys }) => keys.broad);
}

export function plansIn<One extends object>(all: readonly (One | Failure)[]): One[] {
  return all.filter((plan): plan is One => !(plan instanceof Failure));
}

/** The part of a write that can be stored: changes that conflict with other writes are left out. */
export function storableWrite(
  write: ArticleWrite,
  state: DictionaryState | undefined,
): ArticleWrite | Failure {
  if (!state) return new Failure('DICTIONARY_NOT_FOUND', 'There is no such dictionary');
  const { keysVersion, current, takenIds } = state;
  const additions = write.additions.filter(({ draft }) => draft.rules.keys === keysVersion);
  for (const { draft, isNamed } of additions) {
    if (isNamed && takenIds.has(draft.publicId)) return publicIdTaken();
    takenIds.add(draft.publicId);
  }
  const changes: ArticleChange[] = [];
  for (const change of write.changes) {
    const { before, after } = change;
    const number = numberOf(change);
    const article = current.get(number);
    if (article?.revision !== before?.revision || (after && after.rules.keys !== keysVersion)) continue;
    const changed = withVotes(change, article);
    changes.push(changed);
    // A later write of the group that has read the same revision conflicts with this one.
    if (changed.after) current.set(number, changed.after);
    else current.delete(number);
  }
  return { ...write, changes, additions };
}

/** The error of a write whose public identifier belongs to another article. */
export function publicIdTaken(): Failure {
  return inputFailure('CONFLICT', 'publicId', 'publicId already belongs to another article');
}

/**
 * Assigns numbers to the articles and changes of a write.
 *
 * @param next numbers by dictionary; advanced by those that the plan uses
 */
export function numberedPlan(plan: ArticleWrite, next: ReadonlyMap<string, NextNumbers>): NumberedPlan {
  const { dictionaryId, additions } = plan;
  const free = next.get(dictionaryId) ?? { number: NaN, seq: NaN };
  const added = additions.map(({ draft }): ArticleChange => ({ after: numbered(draft, free.number++) }));
  const sequenced = ({ before, after }: ArticleChange) => {
    const seq = free.seq++;
    return { before, after: after && { ...after, seq }, seq };
  };
  const changes: readonly StoredChange[] = [
    ...plan.changes.map((change) => ({ ...sequenced(change), hasNewNumber: false })),
    ...added.map((change) => ({ ...sequenced(change), hasNewNumber: true })),
  ];
  return { dictionaryId, changes };
}

export function numberOf({ before, after }: ArticleChange): number {
  return (after ?? before)?.number ?? NaN;
}

/**
 * The usage that a write adds to its dictionary. The earlier revision of a replaced article is stored: it does not
 * count as an article, but its bytes count.
 */
export function usageAddition(plan: ArticleWrite): Addition & { readonly plan: ArticleWrite } {
  let [objects, bytes] = [0, 0];
  for (const { draft } of plan.additions) [objects, bytes] = [objects + 1, bytes + articleSize(draft)];
  for (const { before, after } of plan.changes) {
    objects += (after ? 1 : 0) - (before ? 1 : 0);
    if (after) bytes += articleSize(after);
    else if (before) bytes -= articleSize(before);
  }
  const usage: Usage = { objects, bytes };
  return { scope: dictionaryUsage(plan.dictionaryId), usage, plan };
}

function withVotes({ before, after }: ArticleChange, current: CurrentArticle | undefined): ArticleChange {
  if (!after || !current) return { before, after };
  const { likeCount, unlikeCount, proposedText } = current;
  const counted = { ...after, likeCount, unlikeCount };
  return { before, after: proposedText === undefined ? counted : { ...counted, proposedText } };
}
