import type { Models } from '../models';
import { countFirst } from './count-first';

/** Users of the first format had a name and no profile: the name becomes the username. */
export async function completeFirstUsers({
  users,
  counters,
}: Pick<Models, 'users' | 'counters'>): Promise<void> {
  const first = await users.collection.find({ username: { $exists: false } }).toArray();
  for (const { _id, name, createdAt } of first) {
    const profile = { name: null, address: null, foreignLanguage: null, nativeLanguage: null };
    await users.collection.updateOne(
      { _id },
      { $set: { ...profile, username: name as unknown, isDisabled: false, updatedAt: createdAt as unknown } },
    );
  }
  await countFirst(counters, 'total:users', await users.collection.countDocuments());
}
