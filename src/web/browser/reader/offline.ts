import type { SearchData } from '../../reader/data';
import type { LocaleTexts } from '../../locale-texts';
import type { Asked } from '../../reader/result-list';

/** Copies of dictionaries on the device. What searches them is loaded only where there is a copy, or somebody wants one. */

/** Identifiers of the dictionaries that are kept, so that pages without copies load nothing. */
const KEPT = 'griot-kept';

const load = () => import('../offline/offline-pages');

const canKeep = 'serviceWorker' in navigator && 'indexedDB' in globalThis && isSecureContext;

function keptNames(): readonly string[] {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(names) ? (names as string[]) : [];
  } catch {
    return [];
  }
}

function remember(dictionary: string): void {
  const others = keptNames().filter((name) => name !== dictionary);
  const names = others.length < keptNames().length ? others : [...others, dictionary];
  localStorage.setItem(KEPT, JSON.stringify(names));
  void register();
}

function register(): Promise<unknown> {
  return navigator.serviceWorker.register('/worker.js');
}

/** Fills the page of the device that stands for one that the network did not bring. */
export async function fillShell(localeTexts: LocaleTexts): Promise<void> {
  const shell = document.getElementById('shell');
  if (shell) await (await load()).showFromDevice(shell, localeTexts);
}

/** Lets people keep a dictionary, and brings the copies up to date now and whenever the network comes back. */
export function keepCopies(localeTexts: LocaleTexts): void {
  if (!canKeep) return;
  const box = document.getElementById('keep');
  if (box) {
    const { dictionary = '' } = box.dataset;
    void load()
      .then(({ showKeeping }) =>
        showKeeping(box, localeTexts, () => {
          remember(dictionary);
        }),
      )
      .catch(() => undefined);
  }
  if (keptNames().length === 0) return;
  const update = (): void => {
    void load().then(({ refreshAll }) => refreshAll());
  };
  void register();
  addEventListener('online', update);
  update();
}

/** What the device finds in the dictionary that is asked for; undefined where it has no copy of it. */
export async function searchDevice(asked: Asked, localeTexts: LocaleTexts): Promise<SearchData | undefined> {
  const names = keptNames();
  if (names.length === 0 || (asked.dictionary !== undefined && !names.includes(asked.dictionary)))
    return undefined;
  return (await load()).searchCopies(asked, localeTexts);
}
