import { gramsOf } from '../../domain/chatbot/application';
import type { Models } from '../models';
import { correctSize, measureUsage } from '../applications/measure-usage';
import { skeletonOf } from '../../domain/account/account-names';
import { grouped } from '../../shared/grouped';
import type { MigrationContext } from './migration';

/** Completes applications of the first formats, which had only names. */
export async function completeFirstApplications({
  applications,
  counters,
}: Pick<Models, 'applications' | 'counters'>): Promise<void> {
  const first = await applications.collection.find({ lists: { $exists: false } }).toArray();
  for (const { _id, nameKey, emailKey, createdAt } of first) {
    const details = { company: null, country: null, description: null, maintainer: null, platform: null };
    const defaults = {
      photo: null,
      timezone: null,
      website: null,
      isDisabled: false,
      isCompilationDisabled: false,
    };
    const counts = { likeCount: 0, unlikeCount: 0, lists: {}, connectors: '{}' };
    const grams = gramsOf(String(nameKey), String(emailKey));
    const lastUpdate = createdAt instanceof Date ? createdAt.toISOString() : null;
    await applications.collection.updateOne(
      { _id },
      { $set: { ...details, ...defaults, ...counts, grams, lastUpdate } },
    );
  }
  await countFirst(counters, 'total:applications', await applications.collection.countDocuments());
}

/** Completes users of the first format, which had a name and no profile. The name becomes the username. */
export async function completeFirstUsers({
  users,
  counters,
}: Pick<Models, 'users' | 'counters'>): Promise<void> {
  const first = await users.collection.find({ username: { $exists: false } }).toArray();
  for (const { _id, name, createdAt } of first) {
    const details = { name: null, address: null, foreignLanguage: null, nativeLanguage: null };
    await users.collection.updateOne(
      { _id },
      { $set: { ...details, username: name as unknown, isDisabled: false, updatedAt: createdAt as unknown } },
    );
  }
  await countFirst(counters, 'total:users', await users.collection.countDocuments());
}

/** Initialises a count from the stored objects. An empty database gets none, so that a dump can be loaded into it. */
async function countFirst(counters: Models['counters'], name: string, value: number): Promise<void> {
  if (value > 0) await counters.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true });
}

/** Counts the stored objects. An empty database gets no counts, so that a dump can be loaded into it. */
export async function countUsage(models: Models): Promise<void> {
  const measured = await measureUsage(models, (wrong) => correctSize(models, wrong));
  for (const [_id, usage] of measured)
    await models.usages.updateOne({ _id }, { $set: usage, $setOnInsert: { changes: 0 } }, { upsert: true });
}

/** The collections and fields that contain names of accounts. */
const NAME_FIELDS = [
  ['users', 'username'],
  ['applications', 'name'],
] as const;

/**
 * Gives every account the form of its name that look-alikes share. Existing accounts with look-alike names stay
 * unchanged and are reported, because only people can decide which of them is genuine.
 */
export async function fillSkeletons({ models, report }: Pick<MigrationContext, 'models' | 'report'>) {
  for (const [collection, field] of NAME_FIELDS) await fill(models, collection, { field, report });
}

interface Filling {
  readonly field: 'username' | 'name';
  readonly report: MigrationContext['report'];
}

async function fill(
  models: Pick<Models, 'users' | 'applications'>,
  collection: 'users' | 'applications',
  { field, report }: Filling,
): Promise<void> {
  const accounts = models[collection].collection;
  const names: { readonly name: string; readonly skeleton: string }[] = [];
  for await (const account of accounts.find({}, { projection: { [field]: 1, skeleton: 1 } })) {
    const name = String(account[field]);
    const skeleton = skeletonOf(name);
    if (account['skeleton'] !== skeleton)
      await accounts.updateOne({ _id: account._id }, { $set: { skeleton } });
    names.push({ name, skeleton });
  }
  for (const alike of grouped(names, ({ skeleton }) => skeleton).values())
    if (alike.length > 1)
      report(
        `These ${collection} have names that look the same: ${alike.map(({ name }) => JSON.stringify(name)).join(', ')}. ` +
          'They remain unchanged; check whether each of these accounts is genuine.',
      );
}
