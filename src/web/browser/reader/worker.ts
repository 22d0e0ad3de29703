import { SHELL } from '../../reader/addresses';

/** Service worker: answers from the cache if the network does not. The server prepends the list of files. */

interface WorkerScope {
  readonly SHELL: {
    readonly files: readonly string[];
    /** Files that are cached after a page has used them: tables and texts of languages, fonts. */
    readonly further: readonly string[];
    readonly version: string;
  };
  readonly location: Location;
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: (type: string, listen: (event: WorkerEvent) => void) => void;
}

interface WorkerEvent {
  readonly request: Request;
  readonly waitUntil: (work: Promise<unknown>) => void;
  readonly respondWith: (response: Promise<Response>) => void;
}

const worker = globalThis as unknown as WorkerScope;
const { files, further, version } = worker.SHELL;
const CACHE = `griot-${version}`;

/** Time after which a cached page replaces one that has not begun to arrive, in milliseconds. */
const NETWORK_WAIT_MS = 6000;

worker.addEventListener('install', (event) => {
  const fill = async (): Promise<void> => {
    const cache = await caches.open(CACHE);
    await cache.addAll([SHELL, ...files, ...(await neededBefore())]);
    await cache.addAll(await namedInShell(cache));
    await worker.skipWaiting();
  };
  event.waitUntil(fill());
});

/** Returns the further files that the cached offline page refers to: the texts in its language. */
async function namedInShell(cache: Cache): Promise<readonly string[]> {
  const page = (await (await cache.match(SHELL))?.text()) ?? '';
  return further.filter((path) => page.includes(path));
}

/** Returns the source name of a file, which does not depend on its content. */
const plainName = (path: string): string => path.replace(/-[A-Z0-9]{8}\.\w+$/, '');

/** Tables that searches in any dictionary may need. */
const SEARCH_TABLES = /\/(?:phrase|suggestion|scripts|morphology|alphabet)-table/;

/** Returns the optional files that the previous version had cached. Searches of this version may need other tables than before. */
async function neededBefore(): Promise<readonly string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith('griot-'));
  const cached = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  const needed = new Set(cached.flat().map(({ url }) => plainName(new URL(url).pathname)));
  const searches = [...needed].some((name) => SEARCH_TABLES.test(name));
  return further.filter((path) => needed.has(plainName(path)) || (searches && SEARCH_TABLES.test(path)));
}

worker.addEventListener('activate', (event) => {
  const tidy = async (): Promise<void> => {
    const names = await caches.keys();
    await Promise.all(
      names.filter((name) => name.startsWith('griot-') && name !== CACHE).map((name) => caches.delete(name)),
    );
    await worker.clients.claim();
  };
  event.waitUntil(tidy());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin) return;
  // Pages of the desk need a login, and have no offline version.
  if (/^\/desk(?:\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(pageFor(request));
  else if (files.includes(pathname)) event.respondWith(fileFor(request));
  else if (further.includes(pathname)) event.respondWith(furtherFileFor(request));
});

async function pageFor(request: Request): Promise<Response> {
  const patience = new AbortController();
  const timer = setTimeout(() => {
    patience.abort();
  }, NETWORK_WAIT_MS);
  try {
    return await fetch(request, { signal: patience.signal });
  } catch {
    return (await caches.match(SHELL)) ?? Response.error();
  } finally {
    // A page or an export that has begun may take any time. An abort would truncate it.
    clearTimeout(timer);
  }
}

async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function furtherFileFor(request: Request): Promise<Response> {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}
