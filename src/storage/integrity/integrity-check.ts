import type { ClientSession } from 'mongoose';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';

/** Maximum number of objects that a message names. */
const MAX_NAMED_OBJECTS = 5;

interface Entry {
  count: number;
  readonly names: (string | number)[];
}

/** Groups equal errors, so that a million of them produce one sentence and use little memory. */
export class ErrorCounter {
  private readonly entries = new Map<string, Entry>();

  /** @param problem the error; the message lists the names after it */
  add(problem: string, name: string | number): void {
    const entry = this.entries.get(problem) ?? { count: 0, names: [] };
    this.entries.set(problem, entry);
    entry.count++;
    if (entry.names.length < MAX_NAMED_OBJECTS) entry.names.push(name);
  }

  /** One sentence per error, such as "the sort key is wrong, in 2 articles (3, 7)". */
  sentences(noun: { readonly one: string; readonly other: string }): readonly string[] {
    return [...this.entries].map(([problem, { count, names }]) => {
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      return `${problem}, in ${count} ${count === 1 ? noun.one : noun.other} (${names.join(', ')}${more})`;
    });
  }
}

/** An inconsistency in the database. */
export interface IntegrityProblem {
  /** The problem and its location. */
  readonly sentence: string;
  /** The remedy for the operator, as a sentence. */
  readonly remedy: string;
  /** Whether the check has repaired it. */
  readonly isRepaired: boolean;
}

/** The dependencies of a check. */
export interface IntegrityCheck {
  readonly models: Models;
  readonly transact: Transact;
  /** Whether to repair each problem in the transaction that finds it. If false, nothing is written. */
  readonly repairs: boolean;
}

/** The dependencies of a check within a transaction. */
export interface CheckInTransaction extends IntegrityCheck {
  readonly session: ClientSession;
}

/** Yields problems, and returns how much was checked, in words. */
export type Findings = AsyncGenerator<IntegrityProblem, string>;

export interface Check {
  readonly name: string;
  readonly run: (integrityCheck: IntegrityCheck) => Findings;
}

/** A problem that can be repaired from stored data. */
export function repairable(sentence: string, { repairs }: Pick<IntegrityCheck, 'repairs'>): IntegrityProblem {
  return { sentence, remedy: 'Run `npm run repair`.', isRepaired: repairs };
}

/** A problem that the operator must solve. */
export function unrepairable(sentence: string, remedy: string): IntegrityProblem {
  return { sentence, remedy, isRepaired: false };
}
