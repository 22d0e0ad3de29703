import type { ClientSession } from 'mongoose';
import type { Models } from '../models';
import type { Transact } from '../mongo/transaction';

/** How many of many are named one by one. */
const NAMED = 5;

interface Entry {
  count: number;
  readonly names: (string | number)[];
}

/** Gathers what is wrong in one and the same way: a million of them make one sentence and take no memory. */
export class ErrorCounter {
  private readonly entries = new Map<string, Entry>();

  /** @param what says what is wrong; the names of those for which it is come behind it */
  add(what: string, name: string | number): void {
    const entry = this.entries.get(what) ?? { count: 0, names: [] };
    this.entries.set(what, entry);
    entry.count++;
    if (entry.names.length < NAMED) entry.names.push(name);
  }

  /** A sentence for each way, such as "the sort key is wrong, in 2 articles (3, 7)". */
  sentences(noun: { readonly one: string; readonly other: string }): readonly string[] {
    return [...this.entries].map(([what, { count, names }]) => {
      const more = count > names.length ? ` and ${count - names.length} more` : '';
      return `${what}, in ${count} ${count === 1 ? noun.one : noun.other} (${names.join(', ')}${more})`;
    });
  }
}

/** Something in the database that is not as it should be. */
export interface Problem {
  /** What is wrong, and where. */
  readonly sentence: string;
  /** What the operator does about it; a sentence too. */
  readonly remedy: string;
  /** Whether it has been put right. */
  readonly isMended: boolean;
}

/** What a check works with. */
export interface IntegrityCheck {
  readonly models: Models;
  readonly transact: Transact;
  /** Whether what can be put right is put right, in the transaction that finds it. Without, nothing is written. */
  readonly mends: boolean;
}

/** What it works with in one transaction. */
export interface Session extends IntegrityCheck {
  readonly session: ClientSession;
}

/** What a check gives beside the problems: how much it looked at, in words. */
export type Findings = AsyncGenerator<Problem, string>;

export interface Check {
  readonly name: string;
  readonly run: (integrityCheck: IntegrityCheck) => Findings;
}

/** What is wrong can be made anew from what is stored. */
export function repairable(sentence: string, { mends }: Pick<IntegrityCheck, 'mends'>): Problem {
  return { sentence, remedy: 'Run `npm run repair`.', isMended: mends };
}

/** What is wrong needs somebody to decide. */
export function unrepairable(sentence: string, remedy: string): Problem {
  return { sentence, remedy, isMended: false };
}
