import type { SearchData } from '../../reader/data';
import { html } from '../../../shared/html';
import { fillText, type LocaleTexts } from '../../locale-texts';
import { fetchWithRetry } from '../offline/fetch-with-retry';
import type { SearchQuery } from '../../reader/result-list';

/** Copies of dictionaries on the device. The code that searches them is loaded only if there is a copy, or on request. */

/** Local storage key of the identifiers of copied dictionaries. Pages without copies load no further code. */
const KEPT_KEY = 'griot-kept';

const load = () => import('../offline/offline-pages');

const canStoreCopies = 'serviceWorker' in navigator && 'indexedDB' in globalThis && isSecureContext;

function copiedNames(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEPT_KEY) ?? '[]');
    return Array.isArray(names) ? (names as string[]) : [];
  } catch {
    return [];
  }
}

function storeCopiedNames(names: readonly string[]): void {
  localStorage.setItem(KEPT_KEY, JSON.stringify(names));
}

function namesWithout(dictionary: string): readonly string[] {
  return copiedNames().filter((name) => name !== dictionary);
}

/** Time for which a page waits for its service worker, in milliseconds. After a forced reload there is none. */
const WORKER_WAIT_MS = 5000;

/** Makes the service worker control this page, so that it caches everything loaded from now on. */
async function register(): Promise<void> {
  const workers = navigator.serviceWorker;
  await workers.register('/worker.js');
  if (workers.controller) return;
  await new Promise((resolve) => {
    workers.addEventListener('controllerchange', resolve, { once: true });
    setTimeout(resolve, WORKER_WAIT_MS);
  });
}

/** Fills the offline page, which the device shows if the network does not deliver a page. */
export async function fillShell(localeTexts: LocaleTexts): Promise<void> {
  const shell = document.getElementById('shell');
  if (shell) await (await load()).showFromDevice(shell, localeTexts);
}

/** Offers to copy a dictionary to the device, and updates the copies now and whenever the network is available again. */
export function keepCopies(localeTexts: LocaleTexts): void {
  if (!canStoreCopies) return;
  const box = document.getElementById('keep');
  if (box) void showBox(box, localeTexts).catch(() => undefined);
  if (copiedNames().length === 0) return;
  const update = async (): Promise<void> => {
    const { refreshAll, failureOf, KeyChangedError } = await load();
    await refreshAll((dictionary) => {
      if (box?.dataset['dictionary'] === dictionary)
        box.insertAdjacentHTML('beforeend', failureOf(new KeyChangedError(), localeTexts).text);
    });
  };
  const begin = (): void => void update().catch(() => undefined);
  void register();
  addEventListener('online', begin);
  begin();
}

/** Shows the age of the copy on the device, or the offer to make one. The code that searches copies is loaded only if there is one. */
async function showBox(box: HTMLElement, localeTexts: LocaleTexts): Promise<void> {
  const { dictionary = '' } = box.dataset;
  const offer = (): void => void offerCopy(box, dictionary, localeTexts).catch(() => undefined);
  if (!copiedNames().includes(dictionary)) {
    offer();
    return;
  }
  await (
    await load()
  ).showCopy(box, localeTexts, () => {
    storeCopiedNames(namesWithout(dictionary));
    offer();
  });
}

/** Waits until a part of the page becomes visible, so that invisible parts are not loaded. */
function untilVisible(part: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(part);
  });
}

/** The offer shows the size of the download. */
async function offerCopy(box: HTMLElement, dictionary: string, localeTexts: LocaleTexts): Promise<void> {
  const { texts, locale } = localeTexts;
  // The box itself is hidden, so its parent is observed.
  await untilVisible(box.parentElement ?? box);
  const response = await fetchWithRetry(`/offline/${encodeURIComponent(dictionary)}/manifest.json`);
  if (!response.ok) return;
  const { manifest } = (await response.json()) as {
    readonly manifest: { readonly files: readonly { readonly bytes: number }[] };
  };
  const size = Math.ceil(manifest.files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
  const n = new Intl.NumberFormat(locale).format(size);
  box.innerHTML = html`<button type="button" class="quiet">${fillText(texts.keep, { n })}</button>`.text;
  box.hidden = false;
  box.querySelector('button')?.addEventListener('click', () => {
    box.innerHTML = html`<p role="status">${texts.preparing}</p>`.text;
    const begun = register().then(load);
    const stored = begun.then(({ keep }) => keep(dictionary));
    stored
      .then(() => {
        storeCopiedNames([...namesWithout(dictionary), dictionary]);
        return showBox(box, localeTexts);
      })
      .catch(async (error: unknown) => {
        const pages = await begun.catch(() => undefined);
        box.innerHTML = (
          pages?.failureOf(error, localeTexts) ?? html`<p role="status">${texts.unavailable}</p>`
        ).text;
      });
  });
}

/** Searches the copies on the device. @returns undefined if it has no copy of the dictionary */
export async function searchDevice(query: SearchQuery): Promise<SearchData | undefined> {
  const names = copiedNames();
  if (names.length === 0 || (query.dictionary !== undefined && !names.includes(query.dictionary)))
    return undefined;
  return (await load()).searchCopies(query);
}
