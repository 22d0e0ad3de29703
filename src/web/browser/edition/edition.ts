import { articleIndexOf, type IndexedArticle } from '../../../offline/article-index';
import type { OfflineMetadata } from '../../../offline/article-data';
import { OfflineDictionary } from '../../../offline/offline-dictionary';
import { searchOffline } from '../../../offline/offline-search';
import { html } from '../../../shared/html';
import { counted } from '../../locale-texts';
import { localeTextsFor, LOCALES } from '../../texts/locales';
import { localPage, type LocalDictionary } from '../offline/local-pages';
import { listenToKeys, showLetterKeys } from '../reader/keyboard';

/** A dictionary in one file. The URLs of the reader follow `#`, since a file has no other paths. */

const locale = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => LOCALES.includes(tag)) ?? 'en';
const localeTexts = localeTextsFor(locale);
const { texts } = localeTexts;
document.documentElement.lang = locale;

type Metadata = OfflineMetadata & { readonly description: string | null; readonly madeAt: string };

function elementText(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
}

async function storedArticles(): Promise<readonly IndexedArticle[]> {
  const bytes = Uint8Array.from(atob(elementText('articles')), (sign) => sign.charCodeAt(0));
  document.getElementById('articles')?.remove();
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const lines = (await new Response(stream).text()).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as IndexedArticle);
}

const metadata = JSON.parse(elementText('metadata')) as Metadata;
const name = metadata.longName ?? metadata.shortName ?? metadata.dictionaryId;
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(metadata.madeAt));
const home = `/dictionaries/${encodeURIComponent(metadata.dictionaryId)}`;
const app = document.getElementById('app');
if (app)
  app.outerHTML = html`<header class="top"><a class="brand" href="${home}">${name}</a></header>
    <main id="content" tabindex="-1"><p role="status">${texts.preparing}</p></main>
    <footer>
      <p>${[metadata.license, date].filter(Boolean).join(' · ')}</p>
    </footer>`.text;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve));
// Lets the browser show the progress message before the computation blocks it.
await pause();
const articles = await storedArticles();
const byNumber = new Map(articles.map((article) => [article[0], article]));
const index = await articleIndexOf({ dictionary: metadata, shortName: '' }, articles, pause);
const local: LocalDictionary = {
  metadata,
  dictionary: new OfflineDictionary({
    dictionary: metadata,
    index,
    article: (number) => byNumber.get(number) ?? [number, '', 0, {}],
  }),
};

/** The fragment of the URL, after `#`. */
function address(): URL {
  const hash = location.hash.slice(1);
  return new URL(hash === '' ? home : hash, 'file:///');
}

async function show(): Promise<void> {
  const page = await localPage(address(), [local], localeTexts).catch(() => undefined);
  const main = document.getElementById('content');
  if (!main) return;
  document.title = page?.title === undefined ? name : `${page.title} · ${name}`;
  main.innerHTML = (page?.main ?? html`<h1>${texts.notFound}</h1>`).text;
  showLetterKeys();
  scrollTo(0, 0);
}

function go(path: string): void {
  location.hash = path;
}

document.addEventListener('click', (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const href = link?.getAttribute('href') ?? '';
  if (!href.startsWith('/') || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  // The link to a random word leads to another word each time.
  if (href === location.hash.slice(1)) void show();
  else go(href);
});

document.addEventListener('submit', (event) => {
  event.preventDefault();
  if (!(event.target instanceof HTMLFormElement)) return;
  const fields = new URLSearchParams();
  for (const [key, value] of new FormData(event.target))
    if (typeof value === 'string') fields.set(key, value);
  go(`${event.target.getAttribute('action') ?? '/'}?${fields}`);
});

/** The functions that scripts use to search in the file. */
Object.assign(globalThis, {
  griot: { search: (text: string, size = 20) => searchOffline([local.dictionary], text, { size }) },
});

addEventListener('hashchange', () => void show());
listenToKeys();
await show();
document.querySelector('footer')?.prepend(counted(localeTexts, texts.articles, local.dictionary.size).text);
