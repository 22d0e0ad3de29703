import { articleIndexOf, type ArticleIndex, INDEX_VERSION } from '../../../offline/article-index';
import { articlesOf, type Ask, type DictionaryCopy, refreshedCopy } from '../../../offline/dictionary-copy';
import { OfflineDictionary } from '../../../offline/offline-dictionary';
import type { LocalDictionary } from './local-pages';

/** Copies of dictionaries in the database of the browser: a record for each file, one of the rest, one of the index. */

type State = Omit<DictionaryCopy, 'files'> & { readonly names: readonly string[] };
interface StoredIndex {
  readonly index: ArticleIndex;
  /** The index is made anew when its rules or the articles have changed. */
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
  return opened;
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await database()).transaction(STORE, mode).objectStore(STORE);
}

/** All keys of a dictionary: lists that begin with its identifier. */
function keysOf(dictionaryId: string): IDBKeyRange {
  return IDBKeyRange.bound([dictionaryId], [dictionaryId, []]);
}

/** Identifiers of the dictionaries of which there are copies. */
export async function keptIds(): Promise<readonly string[]> {
  const keys = (await finished((await store('readonly')).getAllKeys())) as (readonly string[])[];
  return keys.flatMap(([id = '', kind]) => (kind === 'state' ? [id] : []));
}

async function readCopy(dictionaryId: string): Promise<DictionaryCopy | undefined> {
  const records = await store('readonly');
  const [keys, values] = await Promise.all([
    finished(records.getAllKeys(keysOf(dictionaryId))),
    finished(records.getAll(keysOf(dictionaryId)) as IDBRequest<unknown[]>),
  ]);
  const byKey = new Map((keys as string[][]).map(([, ...key], i) => [key.join(' '), values[i]]));
  const state = byKey.get('state') as State | undefined;
  if (state === undefined) return undefined;
  const files = state.names.map((name) => [name, byKey.get(`file ${name}`) as string] as const);
  return { ...state, files: new Map(files) };
}

/** One transaction: there is the old copy or the new one. Files that stay are not written again. */
async function writeCopy(copy: DictionaryCopy, before: DictionaryCopy | undefined): Promise<void> {
  const { files, ...rest } = copy;
  const { dictionaryId } = copy.dictionary;
  const records = await store('readwrite');
  for (const name of before?.files.keys() ?? [])
    if (!files.has(name)) records.delete([dictionaryId, 'file', name]);
  for (const [name, text] of files)
    if (before?.files.has(name) !== true) records.put(text, [dictionaryId, 'file', name]);
  const state: State = { ...rest, names: [...files.keys()] };
  await finished(records.put(state, [dictionaryId, 'state']));
}

export async function removeCopy(dictionaryId: string): Promise<void> {
  loaded.delete(dictionaryId);
  await finished((await store('readwrite')).delete(keysOf(dictionaryId)));
}

const ask: Ask = (path) => fetch(path, { cache: 'no-cache' });

/** Fetches what is new of a dictionary, or all of it the first time. @returns whether anything has changed */
export async function refresh(dictionaryId: string): Promise<boolean> {
  const before = await readCopy(dictionaryId);
  const copy = await refreshedCopy(dictionaryId, before, ask);
  await writeCopy(copy, before);
  const isNew = before?.next !== copy.next || before.generation !== copy.generation;
  if (isNew) loaded.delete(dictionaryId);
  return isNew;
}

/** A copy that can be searched. */
export interface KeptDictionary extends LocalDictionary {
  /** When it was last the newest state, in milliseconds. */
  readonly at: number;
}

const loaded = new Map<string, Promise<KeptDictionary | undefined>>();

/** A dictionary of the device, ready for searches; undefined if there is no copy of it. */
export function keptDictionary(dictionaryId: string): Promise<KeptDictionary | undefined> {
  const known = loaded.get(dictionaryId) ?? load(dictionaryId);
  loaded.set(dictionaryId, known);
  return known;
}

async function load(dictionaryId: string): Promise<KeptDictionary | undefined> {
  const copy = await readCopy(dictionaryId);
  if (copy === undefined) return undefined;
  const { dictionary, generation, next, at } = copy;
  const articles = articlesOf(copy);
  const version = `${INDEX_VERSION} ${generation} ${next}`;
  const key = [dictionaryId, 'index'];
  const stored = (await finished((await store('readonly')).get(key))) as StoredIndex | undefined;
  const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
  const isFresh = stored?.version === version;
  const index = isFresh ? stored.index : await articleIndexOf(dictionary, articles.values(), pause);
  if (!isFresh) (await store('readwrite')).put({ index, version } satisfies StoredIndex, key);
  const article = (number: number) => articles.get(number) ?? ([number, '', 0, {}] as const);
  return { metadata: dictionary, dictionary: new OfflineDictionary({ dictionary, index, article }), at };
}

export async function keptDictionaries(): Promise<readonly KeptDictionary[]> {
  const found = await Promise.all((await keptIds()).map(keptDictionary));
  return found.filter((one) => one !== undefined);
}

/** Fetches what is new of all copies. A line that is paid by the byte is not used without being asked. */
export async function refreshAll(): Promise<void> {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true || !navigator.onLine) return;
  for (const id of await keptIds()) await refresh(id).catch(() => false);
}
