import type { ArticleIndex } from '../../../offline/article-index';
import { indexOfCopy } from '../../../offline/copy-index';
import type { Fetch } from '../../../offline/copy-transfer';
import { articleReader, type DictionaryCopy, KeyChangedError } from '../../../offline/dictionary-copy';
import { OfflineDictionary } from '../../../offline/offline-dictionary';
import { prepareSearchOfSeveral, searchOffline } from '../../../offline/offline-search';
import { copiedIds, readCopy, readIndex, removeCopy, writeCopy, writeIndex } from './copy-store';
import type { LocalDictionary } from './local-pages';
import { fetchWithRetry } from './fetch-with-retry';

/** Builds the index of a copy in a worker, so that the page stays responsive. Page and worker both load this file. */

/** Builds and stores the index of a copy, unless that of its present state is stored. */
async function makeIndex(dictionaryId: string, pause?: () => Promise<void>): Promise<void> {
  const copy = await readCopy(dictionaryId);
  if (copy === undefined || (await readIndex(copy)) !== undefined) return;
  await writeIndex(copy, await indexOfCopy(copy, pause));
}

/** Builds the index of a copy in a worker, or on this thread if the browser does not support module workers. */
async function makeIndexApart(dictionaryId: string): Promise<void> {
  const isMade = await new Promise<boolean>((resolve) => {
    const worker = new Worker(import.meta.url, { type: 'module' });
    const end = (isDone: boolean): void => {
      worker.terminate();
      resolve(isDone);
    };
    worker.onmessage = ({ data }) => {
      end(data === true);
    };
    worker.onerror = () => {
      end(false);
    };
    worker.postMessage(dictionaryId);
  });
  if (!isMade) await makeIndex(dictionaryId, () => new Promise((resolve) => setTimeout(resolve)));
}

if (typeof document === 'undefined')
  addEventListener('message', ({ data }: MessageEvent<string>) => {
    makeIndex(data).then(
      () => {
        postMessage(true);
      },
      () => {
        postMessage(false);
      },
    );
  });

/** The copies of dictionaries on the device: updates them and prepares them for searches. */

const fetchFile: Fetch = (path) => fetchWithRetry(path, { cache: 'no-cache' });

export async function remove(dictionaryId: string): Promise<void> {
  loaded.delete(dictionaryId);
  await removeCopy(dictionaryId);
}

/** Downloads the changes of a dictionary, or the whole dictionary the first time. @returns whether anything has changed */
export async function refresh(dictionaryId: string): Promise<boolean> {
  // Loaded on demand: it is not needed without a network.
  const { refreshedCopy } = await import('../../../offline/copy-transfer');
  // Pages write one at a time, because a write depends on the data read before it.
  return navigator.locks.request(`griot ${dictionaryId}`, async () => {
    const before = await readCopy(dictionaryId);
    const copy = await refreshedCopy(dictionaryId, before, fetchFile);
    await writeCopy(copy, before);
    const isNew = before?.next !== copy.next || before.generation !== copy.generation;
    if (isNew) loaded.delete(dictionaryId);
    return isNew;
  });
}

/** A copy that can be searched. */
export interface LoadedCopy extends LocalDictionary {
  /** Time at which the copy was last known to be the newest state, in milliseconds. */
  readonly at: number;
}

const loaded = new Map<string, Promise<LoadedCopy | undefined>>();

/** Returns a dictionary of the device, ready for searches; undefined if it has no copy. */
export function loadedCopy(dictionaryId: string): Promise<LoadedCopy | undefined> {
  const copy = loaded.get(dictionaryId) ?? loadCopy(dictionaryId);
  loaded.set(dictionaryId, copy);
  copy.catch(() => loaded.delete(dictionaryId));
  return copy;
}

async function loadCopy(dictionaryId: string): Promise<LoadedCopy | undefined> {
  const copy = await readCopy(dictionaryId);
  if (copy === undefined) return undefined;
  const stored = await readIndex(copy);
  const index = stored ?? (await madeIndex(copy));
  const { dictionary, at } = copy;
  const articles = articleReader(copy);
  const article = (number: number) => articles(number) ?? ([number, '', 0, {}] as const);
  const searched = new OfflineDictionary({ dictionary, index, article });
  if (stored === undefined) await prepare(searched);
  return { metadata: dictionary, dictionary: searched, at };
}

/**
 * Search texts that make the search load all tables: several words with a letter of another script, and a single one, for which forms are
 * guessed in a language without rules. No dictionary has them, so that words are suggested.
 */
const NEEDING_ALL = ['qqxx ⵣxqq', 'qqxxqq'];

/** Loads the tables that searches need, because they cannot be loaded without a network. */
async function prepare(searched: OfflineDictionary): Promise<void> {
  for (const text of NEEDING_ALL) await searchOffline([searched], text);
  const isAlone = (await copiedIds()).length < 2;
  // A single dictionary can be searched without the data that a combined search needs.
  if (!isAlone) await prepareSearchOfSeveral().catch(() => undefined);
}

async function madeIndex(copy: DictionaryCopy): Promise<ArticleIndex> {
  await makeIndexApart(copy.dictionary.dictionaryId);
  const made = await readIndex(copy);
  // A sync has replaced the copy in the meantime.
  if (made === undefined) throw new Error('The index belongs to another state');
  return made;
}

export async function loadedCopies(): Promise<readonly LoadedCopy[]> {
  const dictionaries = await Promise.all((await copiedIds()).map(loadedCopy));
  return dictionaries.filter((dictionary) => dictionary !== undefined);
}

/**
 * Downloads the changes of all copies. On a metered connection, it only does so on request.
 *
 * @param onKeyChanged receives the dictionaries for which the server has another key than before
 */
export async function refreshAll(onKeyChanged: (dictionaryId: string) => void): Promise<void> {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true || !navigator.onLine) return;
  for (const id of await copiedIds())
    try {
      if (await refresh(id)) await loadedCopy(id);
    } catch (error) {
      if (error instanceof KeyChangedError) onKeyChanged(id);
    }
}
