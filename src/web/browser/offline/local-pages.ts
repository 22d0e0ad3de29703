import { html, type Html } from '../../../shared/html';
import type { OfflineMetadata } from '../../../offline/article-data';
import type { OfflineDictionary } from '../../../offline/offline-dictionary';
import { searchOffline, withTables } from '../../../offline/offline-search';
import { DICTIONARIES, HOME, RANDOM, WORD } from '../../reader/addresses';
import type { LocaleTexts } from '../../locale-texts';
import { articlePage } from '../../reader/pages/article-page';
import { dictionaryPage, ARTICLES_PER_PAGE } from '../../reader/pages/dictionary-page';
import { tooLongPage, unknownPage } from '../../reader/pages/problem-page';
import { searchPage } from '../../reader/pages/search-page';
import { isTooLongSearch, nfc } from '../../../shared/text';

/** Renders pages of the reader from the dictionaries on the device. */

/** A dictionary on the device. */
export interface LocalDictionary {
  readonly metadata: OfflineMetadata & { readonly description: string | null };
  readonly dictionary: OfflineDictionary;
}

interface LocalPage {
  readonly title: string | undefined;
  readonly main: Html;
}

/** Renders the page of an address; `undefined` if the device lacks its data. */
export function localPage(
  address: URL,
  dictionaries: readonly LocalDictionary[],
  localeTexts: LocaleTexts,
): Promise<LocalPage | undefined> {
  return withTables(() => pageOf(address, dictionaries, localeTexts));
}

async function pageOf(
  address: URL,
  dictionaries: readonly LocalDictionary[],
  localeTexts: LocaleTexts,
): Promise<LocalPage | undefined> {
  const { pathname, searchParams } = address;
  const named = (id: string | null) => dictionaries.find(({ metadata }) => metadata.dictionaryId === id);
  const chosen = named(searchParams.get('dictionary'));
  const pageNumber = Math.max(1, Math.trunc(Number(searchParams.get('page') ?? 1)) || 1);
  const shown = { localeTexts, origin: address.protocol === 'file:' ? '' : address.origin };
  const text = nfc((searchParams.get('q') ?? '').trim());
  if (pathname === HOME || pathname === WORD)
    return showSearch({ dictionaries, chosen, text, page: pageNumber }, localeTexts);
  if (pathname === RANDOM) return showRandom(chosen ?? anyOf(dictionaries), shown);
  const [, first, id = '', number, ...more] = pathname.split('/').map(decodeURIComponent);
  const own = named(id);
  if (`/${first}` !== DICTIONARIES || own === undefined || more.length > 0) return undefined;
  if (number !== undefined) return showArticle(own, Number(number), shown);
  return showDictionary(own, { letter: searchParams.get('letter') ?? '', page: pageNumber }, localeTexts);
}

function anyOf<One>(all: readonly One[]): One | undefined {
  return all[Math.floor(Math.random() * all.length)];
}

async function showSearch(
  {
    dictionaries,
    chosen,
    text,
    page,
  }: {
    readonly dictionaries: readonly LocalDictionary[];
    readonly chosen: LocalDictionary | undefined;
    readonly text: string;
    readonly page: number;
  },
  localeTexts: LocaleTexts,
): Promise<LocalPage> {
  if (isTooLongSearch(text)) return toLocalPage(tooLongPage(localeTexts));
  const query = { text, dictionary: chosen?.metadata.dictionaryId };
  const searched = (chosen === undefined ? dictionaries : [chosen]).map(({ dictionary }) => dictionary);
  const data = text === '' ? undefined : await searchOffline(searched, text, { page });
  if (page > 1 && data?.search.nodes.length === 0 && data.search.totalCount !== 0)
    return toLocalPage(unknownPage(localeTexts));
  const names = dictionaries.map(({ metadata: { dictionaryId, shortName, longName }, dictionary }) => ({
    dictionaryId,
    shortName,
    longName,
    letterKeys: dictionary.letterKeys,
  }));
  return toLocalPage(searchPage({ query, page, dictionaries: names, data }, localeTexts));
}

/** How an article is shown. */
interface Shown {
  readonly localeTexts: LocaleTexts;
  /** Scheme and host of its address; empty in a file. */
  readonly origin: string;
}

function showRandom(own: LocalDictionary | undefined, shown: Shown): LocalPage | undefined {
  const [article] = own?.dictionary.list(Math.floor(Math.random() * own.dictionary.size), 1) ?? [];
  return own && article && showArticle(own, article.number, shown);
}

function showArticle({ dictionary }: LocalDictionary, number: number, { localeTexts, origin }: Shown) {
  const article = dictionary.article(number);
  return article && toLocalPage(articlePage(article, origin, localeTexts));
}

function showDictionary(
  { metadata, dictionary }: LocalDictionary,
  { letter, page }: { readonly letter: string; readonly page: number },
  localeTexts: LocaleTexts,
): LocalPage {
  const { letters } = dictionary;
  const chosen = letters.find((used) => used.letter === letter);
  const { from, count } = chosen ?? { from: 0, count: letter === '' ? dictionary.size : 0 };
  const start = (page - 1) * ARTICLES_PER_PAGE;
  const nodes = dictionary.list(from + start, Math.max(0, Math.min(ARTICLES_PER_PAGE, count - start)));
  if (nodes.length === 0 && (page > 1 || letter !== '')) return toLocalPage(unknownPage(localeTexts));
  const { dictionaryId, shortName, longName, description, language, scripts, license } = metadata;
  const card = { dictionaryId, shortName, longName, description, language, scripts, license };
  const articles = { totalCount: count, pageInfo: { hasNextPage: start + ARTICLES_PER_PAGE < count }, nodes };
  const known = {
    statistics: { articles: dictionary.size, languages: [] },
    letters,
    letterKeys: dictionary.letterKeys,
  };
  return toLocalPage(
    dictionaryPage({ ...card, ...known }, { articles, page, letter: chosen?.letter }, localeTexts),
  );
}

function toLocalPage({ title, main }: { readonly title?: string; readonly main: unknown }): LocalPage {
  return { title, main: html`${main as Html}` };
}
