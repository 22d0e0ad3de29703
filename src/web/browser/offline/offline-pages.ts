import { KeyChangedError } from '../../../offline/dictionary-copy';
import { searchOffline } from '../../../offline/offline-search';
import { html, type Html } from '../../../shared/html';
import { HOME, dictionaryAddress } from '../../reader/addresses';
import type { SearchData } from '../../reader/data';
import { fillText, type LocaleTexts } from '../../locale-texts';
import type { SearchQuery } from '../../reader/result-list';
import { loadedCopies, loadedCopy, refresh, refreshAll, remove } from './local-copies';
import { localPage } from './local-pages';

export { KeyChangedError, refreshAll };

/** Searches the copy of a dictionary, or all copies on the device. @returns undefined if there is none */
export async function searchCopies(query: SearchQuery): Promise<SearchData | undefined> {
  const onlyDictionary = query.dictionary === undefined ? undefined : await loadedCopy(query.dictionary);
  const searched = onlyDictionary === undefined ? await loadedCopies() : [onlyDictionary];
  if (searched.length === 0 || (query.dictionary !== undefined && onlyDictionary === undefined))
    return undefined;
  return searchOffline(
    searched.map(({ dictionary }) => dictionary),
    query.text,
  );
}

/** Shows the data on the device instead of a page that failed to load. */
export async function showFromDevice(container: HTMLElement, localeTexts: LocaleTexts): Promise<void> {
  const { texts } = localeTexts;
  const dictionaries = await loadedCopies();
  const page = await localPage(new URL(location.href), dictionaries, localeTexts).catch(() => undefined);
  const oldest = Math.min(...dictionaries.map(({ at }) => at));
  const hint = Number.isFinite(oldest)
    ? fillText(texts.offlineCopy, { date: dateOf(oldest, localeTexts) })
    : texts.offline;
  const links = dictionaries.map(
    ({ metadata: { dictionaryId, longName, shortName } }) =>
      html`<li>
        <a href="${dictionaryAddress(dictionaryId)}">${longName ?? shortName ?? dictionaryId}</a>
      </li>`,
  );
  const missing = html`<h1>${texts.notOnDevice}</h1>
    <p><a href="${HOME}">${texts.search}</a></p>
    <ul>
      ${links}
    </ul>`;
  if (page?.title !== undefined) document.title = `${page.title} · Griot`;
  container.innerHTML = html`<p class="offline" role="status">${hint}</p>
    ${page?.main ?? missing}`.text;
}

function dateOf(at: number, { locale }: LocaleTexts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** Stores a dictionary on the device and prepares it for searches. */
export async function keep(dictionary: string): Promise<void> {
  await refresh(dictionary);
  await loadedCopy(dictionary);
  // Some browsers clear storage that is not requested as persistent.
  await navigator.storage.persist();
}

/** Shows the part of a dictionary page that states the age of the copy, updates it and removes it. */
export async function showCopy(
  box: HTMLElement,
  localeTexts: LocaleTexts,
  onRemoved: () => void,
): Promise<void> {
  const { texts } = localeTexts;
  const { dictionary = '' } = box.dataset;
  const copy = await loadedCopy(dictionary);
  if (copy === undefined) {
    onRemoved();
    return;
  }
  box.innerHTML = ofCopy(copy.at, localeTexts).text;
  box.hidden = false;
  const act = (name: string, work: () => Promise<unknown>): void => {
    box.querySelector(`[data-act=${name}]`)?.addEventListener('click', () => {
      box.innerHTML = html`<p role="status">${texts.preparing}</p>`.text;
      work().then(
        () => showCopy(box, localeTexts, onRemoved),
        (error: unknown) => {
          box.innerHTML = failureOf(error, localeTexts).text;
        },
      );
    });
  };
  act('refresh', () => refresh(dictionary));
  act('remove', () => remove(dictionary));
}

/** Returns the message for a failed download or update of a copy. */
export function failureOf(error: unknown, { texts }: LocaleTexts): Html {
  return html`<p role="status">
    ${error instanceof KeyChangedError ? texts.keyChanged : texts.unavailable}
  </p>`;
}

function ofCopy(at: number, localeTexts: LocaleTexts): Html {
  const { texts } = localeTexts;
  return html`<p role="status">${fillText(texts.keptSince, { date: dateOf(at, localeTexts) })}</p>
    <p class="actions">
      <button type="button" class="quiet" data-act="refresh">${texts.refresh}</button>
      <button type="button" class="quiet" data-act="remove">${texts.removeCopy}</button>
    </p>`;
}
