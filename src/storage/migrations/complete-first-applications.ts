import { gramsOf } from '../../domain/chatbot/owned/search-grams';
import type { Models } from '../models';
import { countFirst } from './count-first';

/** Applications of the first formats had names and nothing else. */
export async function completeFirstApplications({
  applications,
  counters,
}: Pick<Models, 'applications' | 'counters'>): Promise<void> {
  const first = await applications.collection.find({ lists: { $exists: false } }).toArray();
  for (const { _id, nameKey, emailKey, createdAt } of first) {
    const profile = { company: null, country: null, description: null, maintainer: null, platform: null };
    const rest = {
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
      { $set: { ...profile, ...rest, ...counts, grams, lastUpdate } },
    );
  }
  await countFirst(counters, 'total:applications', await applications.collection.countDocuments());
}
