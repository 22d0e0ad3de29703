import { manifestOf } from '../../../offline/dictionary-copy';
import { html, type Html } from '../../../shared/html';
import { HOME, dictionaryAddress } from '../../reader/addresses';
import type { SearchData } from '../../reader/data';
import { filled, type LocaleTexts } from '../../locale-texts';
import type { Asked } from '../../reader/result-list';
import { keptDictionaries, keptDictionary, refresh, refreshAll, removeCopy } from './kept-copies';
import { localPage, searchLocally } from './local-pages';

export { refreshAll };

/** Searches the copies of the device: that of one dictionary, or all; undefined if there is none. */
export async function searchCopies(asked: Asked, localeTexts: LocaleTexts): Promise<SearchData | undefined> {
  const one = asked.dictionary === undefined ? undefined : await keptDictionary(asked.dictionary);
  const searched = one === undefined ? await keptDictionaries() : [one];
  if (searched.length === 0 || (asked.dictionary !== undefined && one === undefined)) return undefined;
  return searchLocally(searched, { text: asked.text }, localeTexts);
}

/** In place of a page that the network did not bring: what the device has of it. */
export async function showFromDevice(place: HTMLElement, localeTexts: LocaleTexts): Promise<void> {
  const { texts } = localeTexts;
  const dictionaries = await keptDictionaries();
  const page = await localPage(new URL(location.href), dictionaries, localeTexts).catch(() => undefined);
  const oldest = Math.min(...dictionaries.map(({ at }) => at));
  const hint = Number.isFinite(oldest)
    ? filled(texts.offlineCopy, { date: dateOf(oldest, localeTexts) })
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
  place.innerHTML = html`<p class="offline" role="status">${hint}</p>
    ${page?.main ?? missing}`.text;
}

function dateOf(at: number, { locale }: LocaleTexts): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
}

/** The part of the page of a dictionary that keeps a copy on the device, says how old it is, and removes it. */
export async function showKeeping(
  box: HTMLElement,
  localeTexts: LocaleTexts,
  onChange: () => void,
): Promise<void> {
  const { dictionary = '' } = box.dataset;
  const kept = await keptDictionary(dictionary);
  const content = kept === undefined ? await offer(dictionary, localeTexts) : ofCopy(kept.at, localeTexts);
  box.innerHTML = content.text;
  box.hidden = false;
  for (const [name, work] of Object.entries(ACTS))
    box.querySelector(`[data-act=${name}]`)?.addEventListener('click', () => {
      box.innerHTML = html`<p role="status">${localeTexts.texts.preparing}</p>`.text;
      work(dictionary, onChange).then(
        () => showKeeping(box, localeTexts, onChange),
        () => {
          box.innerHTML = html`<p role="status">${localeTexts.texts.unavailable}</p>`.text;
        },
      );
    });
}

const ACTS: Readonly<Record<string, (dictionary: string, onChange: () => void) => Promise<unknown>>> = {
  keep: async (dictionary, onChange) => {
    await refresh(dictionary);
    onChange();
    // Some browsers clear what is not asked to be kept.
    await navigator.storage.persist();
  },
  refresh,
  remove: (dictionary, onChange) => removeCopy(dictionary).then(onChange),
};

function ofCopy(at: number, localeTexts: LocaleTexts): Html {
  const { texts } = localeTexts;
  return html`<p role="status">${filled(texts.keptSince, { date: dateOf(at, localeTexts) })}</p>
    <p class="actions">
      <button type="button" class="quiet" data-act="refresh">${texts.refresh}</button>
      <button type="button" class="quiet" data-act="remove">${texts.removeCopy}</button>
    </p>`;
}

/** How much would be fetched is known beforehand. */
async function offer(dictionary: string, { texts, locale }: LocaleTexts): Promise<Html> {
  const { files } = await manifestOf(dictionary, (path) => fetch(path));
  const size = Math.ceil(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1024);
  const n = new Intl.NumberFormat(locale).format(size);
  return html`<button type="button" class="quiet" data-act="keep">${filled(texts.keep, { n })}</button>`;
}
