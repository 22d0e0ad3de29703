import type { Gateway } from '../../src/server/compose';

/** Disables articles, as a moderator would. Rejects when one of them does not exist. */
export async function hide(
  { storage }: Gateway,
  dictionaryId: string,
  numbers: readonly number[],
): Promise<void> {
  const found = await storage.articles.findMany(dictionaryId, { numbers });
  const stored = await storage.articles.store(
    dictionaryId,
    found.map((before) => ({
      before,
      after: { ...before, isDisabled: true, revision: before.revision + 1 },
    })),
  );
  if (stored.length !== numbers.length) throw new Error('not all of the articles are there');
}
