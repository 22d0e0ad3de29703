import type { Model } from 'mongoose';
import { nameKeyOf, skeletonOf } from '../../domain/account/account-names';
import type { Membership } from '../../shared/viewer';
import { applicationNameKeys } from '../../domain/chatbot/application';
import {
  type Check,
  type IntegrityCheck,
  type IntegrityProblem,
  repairable,
  ErrorCounter,
} from './integrity-check';

interface Names {
  readonly _id: unknown;
  readonly [field: string]: unknown;
}

/** The lookup fields that are derived from the names of an account, and from the memberships of a user. */
const DERIVED_FIELDS = {
  users: ({ username, memberships = [], memberOf }: Names) => ({
    nameKey: nameKeyOf(String(username)),
    skeleton: skeletonOf(String(username)),
    // Users from before dictionaries had members have neither field.
    ...(memberOf === undefined && (memberships as readonly Membership[]).length === 0
      ? {}
      : { memberOf: (memberships as readonly Membership[]).map(({ dictionaryId }) => dictionaryId) }),
  }),
  applications: ({ name, email }: Names) => applicationNameKeys({ name: String(name), email: String(email) }),
} as const;

const SHOWN_NAMES = { users: ['username'], applications: ['name', 'email'] } as const;

/** Checks the lookup fields of accounts against what they are derived from. */
export const NAME_CHECK: Check = {
  name: 'names of accounts',
  run: async function* (integrityCheck) {
    const users = yield* checkNames(integrityCheck, 'users');
    const applications = yield* checkNames(integrityCheck, 'applications');
    return `${users + applications} checked`;
  },
};

async function* checkNames(
  integrityCheck: IntegrityCheck,
  kind: keyof typeof DERIVED_FIELDS,
): AsyncGenerator<IntegrityProblem, number> {
  const model = integrityCheck.models[kind] as unknown as Model<Names>;
  const shown = SHOWN_NAMES[kind];
  const counter = new ErrorCounter();
  let count = 0;
  const cursor = model.collection.find({}).sort({ _id: 1 });
  for await (const account of cursor as unknown as AsyncIterable<Names>) {
    count++;
    const derived = DERIVED_FIELDS[kind](account);
    const wrong = Object.entries(derived).filter(([field, value]) => !hasSameKeys(account[field], value));
    if (wrong.length === 0) continue;
    counter.add(
      `${wrong.map(([field]) => field).join(', ')} does not match the account`,
      String(account[shown[0]]),
    );
    if (integrityCheck.repairs)
      await model.collection.updateOne({ _id: account._id as never }, { $set: derived });
  }
  for (const sentence of counter.sentences({ one: kind.slice(0, -1), other: kind }))
    yield repairable(`${kind}: ${sentence}`, integrityCheck);
  return count;
}

function hasSameKeys(stored: unknown, derived: string | readonly string[]): boolean {
  if (typeof derived === 'string' || !Array.isArray(stored)) return stored === derived;
  return stored.length === derived.length && derived.every((gram) => stored.includes(gram));
}
