import { type ArticleIndex, INDEX_VERSION } from '../../../offline/article-index';
import type { DictionaryCopy } from '../../../offline/dictionary-copy';

/** Stores copies of dictionaries in IndexedDB: one record per file, one for the other data, one for the index. */

type State = Omit<DictionaryCopy, 'files'> & { readonly names: readonly string[] };
interface StoredIndex {
  readonly index: ArticleIndex;
  /** The index is rebuilt when its rules or the articles have changed. */
  readonly version: string;
}

const STORE = 'copies';

function finished<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error('The database of the browser failed'));
    };
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  if (opened) return opened;
  const request = indexedDB.open('griot', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  opened = finished(request);
  // The browser may have refused or cleared the storage, so the page may ask again.
  const forget = (): void => {
    opened = undefined;
  };
  opened.then((made) => (made.onclose = forget), forget);
  return opened;
}

async function records(): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, 'readonly').objectStore(STORE);
}

/**
 * Writes in one transaction and waits until it is committed: a full disk, or the end of the worker, can still abort a transaction after a
 * request has succeeded.
 */
async function writeRecords(change: (records: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(STORE, 'readwrite');
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('The database of the browser failed'));
    };
  });
  change(transaction.objectStore(STORE));
  await stored;
}

/** The range of all keys of a dictionary: arrays that begin with its identifier. */
function keyRangeOf(dictionaryId: string): IDBKeyRange {
  return IDBKeyRange.bound([dictionaryId], [dictionaryId, []]);
}

/** Returns the identifiers of the dictionaries that have a copy. */
export async function copiedIds(): Promise<readonly string[]> {
  const keys = (await finished((await records()).getAllKeys())) as (readonly string[])[];
  return keys.flatMap(([id = '', kind]) => (kind === 'state' ? [id] : []));
}

export async function readCopy(dictionaryId: string): Promise<DictionaryCopy | undefined> {
  const stored = await records();
  const [keys, values] = await Promise.all([
    finished(stored.getAllKeys(keyRangeOf(dictionaryId))),
    finished(stored.getAll(keyRangeOf(dictionaryId)) as IDBRequest<unknown[]>),
  ]);
  const byKey = new Map((keys as string[][]).map(([, ...key], i) => [key.join(' '), values[i]]));
  const state = byKey.get('state') as State | undefined;
  if (state === undefined) return undefined;
  const files = new Map<string, string>();
  for (const name of state.names) {
    const text = byKey.get(`file ${name}`);
    // An incomplete copy is discarded and fetched again.
    if (typeof text !== 'string') return undefined;
    files.set(name, text);
  }
  return { ...state, files };
}

/** Writes a copy in one transaction, so that either the old or the new copy exists. Unchanged files are not written again. */
export async function writeCopy(copy: DictionaryCopy, before: DictionaryCopy | undefined): Promise<void> {
  const { files, ...rest } = copy;
  const { dictionaryId } = copy.dictionary;
  const state: State = { ...rest, names: [...files.keys()] };
  await writeRecords((stored) => {
    for (const name of before?.files.keys() ?? [])
      if (!files.has(name)) stored.delete([dictionaryId, 'file', name]);
    for (const [name, text] of files)
      if (before?.files.has(name) !== true) stored.put(text, [dictionaryId, 'file', name]);
    stored.put(state, [dictionaryId, 'state']);
  });
}

export async function removeCopy(dictionaryId: string): Promise<void> {
  await writeRecords((stored) => stored.delete(keyRangeOf(dictionaryId)));
}

function versionOf({ generation, next }: DictionaryCopy): string {
  return `${INDEX_VERSION} ${generation} ${next}`;
}

/** Returns the index of a copy if it belongs to the present state of the copy. */
export async function readIndex(copy: DictionaryCopy): Promise<ArticleIndex | undefined> {
  const key = [copy.dictionary.dictionaryId, 'index'];
  const stored = (await finished((await records()).get(key))) as StoredIndex | undefined;
  return stored?.version === versionOf(copy) ? stored.index : undefined;
}

export async function writeIndex(copy: DictionaryCopy, index: ArticleIndex): Promise<void> {
  const value: StoredIndex = { index, version: versionOf(copy) };
  await writeRecords((stored) => stored.put(value, [copy.dictionary.dictionaryId, 'index']));
}
