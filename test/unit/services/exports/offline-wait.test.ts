import { setTimeout as sleep } from 'node:timers/promises';
import type { DictionaryService } from '../../../../src/services/dictionaries/dictionary.service';
import { OfflineService } from '../../../../src/services/exports/offline.service';
import { runInWork, Work } from '../../../../src/shared/work';
import type { Storage } from '../../../../src/storage/storage';

type OfflineStorage = Pick<Storage, 'articles' | 'changes' | 'offline'>;

/** A service whose files are never finished, because the articles are never read. */
function unfinished(): OfflineService {
  const storage = {
    changes: { history: () => Promise.resolve('h'), last: () => Promise.resolve(1) },
    offline: { newest: () => Promise.resolve(undefined) },
    articles: { findAfter: () => new Promise(() => undefined) },
  };
  const dictionaries = { existing: () => Promise.resolve({ dictionaryId: 'qaa_fr_slow', number: 1 }) };
  return new OfflineService(
    storage as unknown as OfflineStorage,
    dictionaries as unknown as DictionaryService,
  );
}

test('a request is told before its deadline that the files are being created', async () => {
  const work = new Work('reader');
  work.remaining = () => 0;
  const copy = runInWork(work, () => unfinished().copy('qaa_fr_slow'));
  const refusal = copy.catch((error: unknown) => error);

  // Timers run in the order of their times, so the first one wins on a busy machine as well.
  expect(await Promise.race([refusal, sleep(1000)])).toMatchObject({
    reason: 'UNAVAILABLE',
    message: 'The offline files are being created; try again soon.',
    details: { retryAfter: 5 },
  });
});
