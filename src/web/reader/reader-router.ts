import { html } from '../../shared/html';
import { HOME, DICTIONARIES, HEADWORDS, RANDOM, SHELL, WORD, articleAddress, withQuery } from './addresses';
import { type Page, type PageContext, sendPage } from '../layout';
import { localeTextsOf, originOf } from '../page-address';
import { PUBLIC_CACHING } from '../../shared/extensions';
import type { LocaleTexts } from '../locale-texts';
import { Router, type ErrorRequestHandler, type Request } from 'express';
import { Failure, STATUS_OF } from '../../shared/failure';
import { nfc } from '../../shared/text';
import type {
  ArticleData,
  DictionariesData,
  DictionaryData,
  DictionaryNamesData,
  HeadwordsData,
  SearchData,
} from './data';
import type { Read } from '../documents';
import { articlePage } from './pages/article-page';
import { dictionariesPage } from './pages/dictionaries-page';
import { dictionaryPage } from './pages/dictionary-page';
import { headwordsPage } from './pages/headwords-page';
import { type Installation, shellPage } from './installation';
import { searchPage } from './pages/search-page';
import { MACHINE_FILES } from './machine-files';
import { articleOfTheDay, randomArticle } from './word-of-the-day';
import { cardAddress, cardOf, cardRouter } from '../card/card-router';
import type { ShareCards } from '../card/share-cards';

/** The message in place of a page that cannot be shown. */
function problemPage(status: number, { texts }: LocaleTexts): Page {
  const [title, hint] = wordsFor(status, texts);
  return {
    title,
    section: '',
    main: html`<h1>${title}</h1>
      <p>${hint}</p>
      <p><a href="${HOME}">${texts.search}</a></p>`,
  };
}

function wordsFor(status: number, texts: LocaleTexts['texts']): readonly [title: string, hint: string] {
  if (status === 404) return [texts.notFound, texts.notFoundHint];
  if (status === 503) return [texts.unavailable, texts.unavailableHint];
  if (status < 500) return [texts.badRequest, texts.tooLong];
  return [texts.failed, texts.unavailableHint];
}

export interface ReaderOptions extends Omit<PageContext, 'localeTexts'> {
  readonly read: Read;
  readonly installed: Installation;
  readonly cards: ShareCards;
  /** Takes what nobody meant to happen; the visitor learns only that it did. */
  readonly report: (error: unknown, request: Request) => void;
}

/** Seconds after which a browser may try again when the database was away. */
const RETRY_SECONDS = 5;

/** The largest page number that is asked for; any page as far out is past the end. */
const LAST_PAGE = 1_000_000;

/** Finds the page that a request leads to. */
type Lead = (request: Request, read: Read) => Promise<string>;

/** Makes a page of a request. */
type Make = (request: Request, localeTexts: LocaleTexts, sources: Sources) => Promise<Page>;

interface Sources {
  readonly read: Read;
  readonly cards: ShareCards;
}

/** The pages for readers, each made of what the GraphQL schema answers to one or two documents. */
export function readerRouter({ read, report, installed, cards, ...context }: ReaderOptions): Router {
  const router = Router();
  for (const [path, make] of PAGES) {
    router.get(path, async (request, response) => {
      const localeTexts = localeTextsOf(request);
      sendPage(
        await make(request, localeTexts, { read, cards }),
        { ...context, localeTexts },
        { request, response },
      );
    });
  }
  for (const [path, lead] of LEADS) {
    router.get(path, async (request, response) => {
      const address = await lead(request, read);
      response.set('Cache-Control', 'no-store');
      response.redirect(303, address);
    });
  }
  for (const [path, make] of MACHINE_FILES) {
    router.get(path, async (request, response) => {
      const { type, text } = await make(originOf(request), read, request.params as Record<string, string>);
      response.set({ 'Cache-Control': PUBLIC_CACHING, 'Content-Type': type });
      response.end(text);
    });
  }
  router.use(cardRouter(cards, read));
  serveFiles(router, installed, context.assetAddress('icon.svg'));
  // A browser that requests an unknown address gets a page; a program gets JSON.
  router.get('/{*path}', (request, _response, next) => {
    if (request.accepts(['json', 'html']) === 'html') refuseUnknown();
    next();
  });
  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = error instanceof Failure ? STATUS_OF[error.kind] : 500;
    if (status === 500) report(error, request);
    if (status === 503) response.set('Retry-After', String(RETRY_SECONDS));
    const localeTexts = localeTextsOf(request);
    sendPage(problemPage(status, localeTexts), { ...context, localeTexts }, { request, response, status });
  };
  return router.use(onError);
}

/** What makes the reader an application of a device, and the picture that browsers ask for by a name of their own. */
function serveFiles(router: Router, installed: Installation, icon: string): void {
  for (const [path, type, text] of installed) {
    router.get(path, (_request, response) => {
      // The browser asks whether there is a new version each time.
      response.set({ 'Cache-Control': 'no-cache', 'Content-Type': type });
      response.end(text);
    });
  }
  router.get('/favicon.ico', (_request, response) => {
    response.redirect(303, icon);
  });
}

const showSearch: Make = async (request, localeTexts, { read }) => {
  const query = { text: textIn(request, 'q'), dictionary: dictionaryIn(request) };
  const page = pageIn(request);
  const [{ dictionaries }, data, word] = await Promise.all([
    read<DictionaryNamesData>('dictionary-names', {}),
    query.text === '' ? undefined : read<SearchData>('search', { ...query, page }),
    query.text === '' ? articleOfTheDay(read) : undefined,
  ]);
  return searchPage({ query, page, dictionaries: dictionaries.nodes, data, word }, localeTexts);
};

const showHeadwords: Make = async (request, localeTexts, { read }) => {
  const language = textIn(request, 'language');
  const query = {
    text: textIn(request, 'word'),
    dictionary: dictionaryIn(request),
    language: language === '' ? undefined : language,
  };
  const { text: word, ...narrowed } = query;
  const [{ dictionaries }, data] = await Promise.all([
    read<DictionaryNamesData>('dictionary-names', {}),
    word === '' ? undefined : read<HeadwordsData>('headwords', { word, ...narrowed }),
  ]);
  return headwordsPage({ query, dictionaries: dictionaries.nodes, data }, localeTexts);
};

const showDictionaries: Make = async (request, localeTexts, { read }) => {
  const page = pageIn(request);
  return dictionariesPage(await read<DictionariesData>('dictionaries', { page }), page, localeTexts);
};

const showDictionary: Make = async (request, localeTexts, { read }) => {
  const page = pageIn(request);
  const { dictionary: name } = request.params;
  const letter = textIn(request, 'letter') || undefined;
  const { dictionary, articles } = await read<DictionaryData>('dictionary', {
    dictionary: name,
    letter,
    page,
  });
  const known = dictionary ?? refuseUnknown();
  const isFirst = page === 1 && letter === undefined;
  const word = isFirst ? await articleOfTheDay(read, known.dictionaryId) : undefined;
  return dictionaryPage(known, { articles, page, letter, word }, localeTexts);
};

const showArticle: Make = async (request, localeTexts, { read, cards }) => {
  const { article } = await read<ArticleData>('article', { ...request.params });
  const known = article ?? refuseUnknown();
  const card = await cardOf(cards, known);
  return {
    ...articlePage(known, originOf(request), localeTexts),
    ...(card && { card: cardAddress(known, card) }),
  };
};

/** Any article, another one each time. */
const randomAddress: Lead = async (request, read) => {
  const article = await randomArticle(read, dictionaryIn(request));
  return articleAddress(article ?? refuseUnknown());
};

/** Levels of matches that are the word itself. */
const SAME_WORD: ReadonlySet<string> = new Set(['EXACT', 'LIGHT', 'LETTERS', 'VARIANT']);

/** The article of a word that another article names, or what there is like it. */
const wordAddress: Lead = async (request, read) => {
  const query = { text: textIn(request, 'q'), dictionary: dictionaryIn(request) };
  if (query.text === '') return HOME;
  const { search } = await read<SearchData>('search', { ...query, page: 1 });
  const same = search.nodes.filter(({ match }) => SAME_WORD.has(match.tier));
  const [only] = same;
  if (only !== undefined && same.length === 1) return articleAddress(only.article);
  return withQuery(HOME, { q: query.text, dictionary: query.dictionary });
};

const LEADS: readonly (readonly [path: string, lead: Lead])[] = [
  [RANDOM, randomAddress],
  [WORD, wordAddress],
];

const PAGES: readonly (readonly [path: string, make: Make])[] = [
  [HOME, showSearch],
  [SHELL, (_, localeTexts) => Promise.resolve(shellPage(localeTexts))],
  [HEADWORDS, showHeadwords],
  [DICTIONARIES, showDictionaries],
  [`${DICTIONARIES}/:dictionary`, showDictionary],
  [`${DICTIONARIES}/:dictionary/:article`, showArticle],
];

function refuseUnknown(): never {
  throw new Failure('NOT_FOUND', 'This page does not exist');
}

/** A field of a form, trimmed; empty where it is absent. */
function textIn({ query }: Request, name: string): string {
  const text = query[name];
  return typeof text === 'string' ? nfc(text.trim()) : '';
}

function dictionaryIn(request: Request): string | undefined {
  const text = textIn(request, 'dictionary');
  return text === '' ? undefined : text;
}

/** A page number; what is none means the first page. */
function pageIn(request: Request): number {
  const text = textIn(request, 'page');
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), LAST_PAGE) : 1;
}
