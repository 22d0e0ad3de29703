import type { Models } from '../models';

/** Users of the first format had a name and no profile: the name becomes the username. */
export async function completeFirstUsers({ users }: Pick<Models, 'users'>): Promise<void> {
  const first = await users.collection.find({ username: { $exists: false } }).toArray();
  for (const { _id, name, createdAt } of first) {
    const profile = { name: null, address: null, foreignLanguage: null, nativeLanguage: null };
    await users.collection.updateOne(
      { _id },
      { $set: { ...profile, username: name as unknown, isDisabled: false, updatedAt: createdAt as unknown } },
    );
  }
}
