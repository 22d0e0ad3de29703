import articleLine from '../../../../schema/operations/reader/article-line.graphql';
import search from '../../../../schema/operations/reader/search.graphql';
import { HOME, withQuery } from '../../reader/addresses';
import type { SearchData } from '../../reader/data';
import { html } from '../../../shared/html';
import { hasMore, resultCount, resultList, type SearchQuery } from '../../reader/result-list';
import { listenToKeys, showLetterKeys } from './keyboard';
import { rememberArticle, showBookmarks } from './bookmarks';
import { fillShell, keepCopies, searchDevice } from './offline';
import type { LocaleTexts } from '../../locale-texts';

/** Search while people type. Without this script, the form shows the same results on a new page. */

/** Time without input before a search begins, in milliseconds. */
const PAUSE_MS = 180;

/** Loads only the texts in the language of the page. The page preloads their file. */
async function textsOfPage(): Promise<LocaleTexts> {
  return document.documentElement.lang === 'fr'
    ? { locale: 'fr', texts: (await import('../../texts/fr')).fr }
    : { locale: 'en', texts: (await import('../../texts/en')).en };
}

const localeTexts = await textsOfPage();
await fillShell(localeTexts);
showBookmarks(localeTexts);
rememberArticle(localeTexts);
showLetterKeys();
listenToKeys();
keepCopies(localeTexts);

const field = document.querySelector<HTMLInputElement>('#q');
const elements = { count: elementById('count'), list: elementById('list'), pages: elementById('pages') };
type Shown = Readonly<Record<keyof typeof elements, string>>;

/** The content of the page before a search. */
const idle: Shown = {
  count: '',
  list: field?.value === '' ? (elements.list?.innerHTML ?? '') : '',
  pages: '',
};

/** Cancels the running search when the next one begins. */
let running = new AbortController();

if (field?.form && elements.list) searchWhileTyping(field, field.form);

function elementById(id: string): HTMLElement | null {
  return document.getElementById(id);
}

function searchWhileTyping(input: HTMLInputElement, form: HTMLFormElement): void {
  const choice = form.elements.namedItem('dictionary') as HTMLInputElement | HTMLSelectElement | null;
  let timer = 0;
  let shown = input.value.trim();

  const begin = (): void => {
    shown = input.value.trim();
    void update({ text: shown, dictionary: choice?.value === '' ? undefined : choice?.value });
  };
  input.addEventListener('input', () => {
    if (input.value.trim() === shown) return;
    clearTimeout(timer);
    timer = window.setTimeout(begin, PAUSE_MS);
  });
  choice?.addEventListener('change', begin);
  form.addEventListener('submit', (event) => {
    if (navigator.onLine) return;
    // Without a network, the browser would show its own error page instead of the results on the device.
    event.preventDefault();
    begin();
  });
}

/** Updates the page and its URL to the query. */
async function update(query: SearchQuery): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  history.replaceState(null, '', withQuery(HOME, { q: query.text, dictionary: query.dictionary }));
  try {
    const sections = query.text === '' ? idle : await find(query, signal);
    show(sections);
    if (sections === idle) showBookmarks(localeTexts);
  } catch {
    // A search that the next one has replaced also ends here, without a message.
    if (!signal.aborted) show({ count: localeTexts.texts.searchFailed, list: '', pages: '' });
  }
}

function show(sections: Shown): void {
  for (const [id, text] of Object.entries(sections)) {
    const where = elementById(id);
    if (where) where.innerHTML = text;
  }
}

async function find(query: SearchQuery, signal: AbortSignal): Promise<Shown> {
  const data =
    (query.dictionary === undefined ? undefined : await searchCopies(query)) ??
    (await ask(query, signal).catch(async (error: unknown) => {
      const results = signal.aborted ? undefined : await searchCopies(query);
      if (results) return results;
      throw error;
    }));
  return {
    count: resultCount(data, query, localeTexts).text,
    list: resultList(data, query, localeTexts).text,
    pages: hasMore(data) ? morePages(query) : '',
  };
}

/** Searches the copies on the device, if they have everything that is requested or if the server does not answer. */
function searchCopies(query: SearchQuery): Promise<SearchData | undefined> {
  return searchDevice(query).catch(() => undefined);
}

/** Other result pages are ordinary pages, as without script. */
function morePages({ text, dictionary }: SearchQuery): string {
  const address = withQuery(HOME, { q: text, dictionary, page: 2 });
  return html`<nav class="pager" aria-label="${localeTexts.texts.pages}">
    <a rel="next" href="${address}">${localeTexts.texts.next} →</a>
  </nav>`.text;
}

/** Sends a GET request, which browsers cache for a while: people delete letters and type them again. */
async function ask({ text, dictionary }: SearchQuery, signal: AbortSignal): Promise<SearchData> {
  const variables = JSON.stringify({ text, dictionary });
  const response = await fetch(withQuery('/graphql', { query: search + articleLine, variables }), {
    headers: { 'Apollo-Require-Preflight': 'true' },
    signal,
  });
  const { data } = (await response.json()) as { readonly data?: SearchData | null };
  if (!data) throw new Error('The search returned no data');
  return data;
}
