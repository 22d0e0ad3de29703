import type { Models } from '../models';

/** Begins a count of what is there. An empty database gets none, so that a dump can be loaded into it. */
export async function countFirst(counters: Models['counters'], name: string, value: number): Promise<void> {
  if (value > 0) await counters.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true });
}
