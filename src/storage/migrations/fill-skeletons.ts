import { skeletonOf } from '../../domain/account/look-alike';
import { grouped } from '../../shared/grouped';
import type { Models } from '../models';
import type { MigrationContext } from './migration';

/** Where names that people recognise are kept, and what they are called there. */
const NAMES = [
  ['users', 'username'],
  ['applications', 'name'],
] as const;

/**
 * Gives every account the form of its name that look-alikes share. Accounts of before whose names look the same go on as they are,
 * and are reported: which of them is genuine people alone can say.
 */
export async function fillSkeletons({ models, report }: Pick<MigrationContext, 'models' | 'report'>) {
  for (const [collection, field] of NAMES) await fill(models, collection, { field, report });
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
          'They go on as they are; see whether each is whom it seems to be.',
      );
}
