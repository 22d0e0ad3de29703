import { articleAddress, DICTIONARIES, HEADWORDS, HOME, RANDOM, SHELL, withQuery, WORD } from './addresses';
import { type HtmlPage, type PageContext, sendPage } from '../layout';
import { localeTextsOf, originOf, pageNumberIn, queryText } from '../page-address';
import { PUBLIC_CACHING } from '../../shared/extensions';
import type { HttpRequest } from '../../shared/http';
import { isTooLongSearch } from '../../shared/text';
import type { SiteLocaleTexts } from '../locale-texts';
import { type ErrorRequestHandler, type Request, type RequestHandler, Router } from 'express';
import { Failure, STATUS_OF } from '../../shared/failure';
import type {
  ArticleData,
  DictionariesData,
  DictionaryData,
  DictionaryName,
  DictionaryNamesData,
  HeadwordsData,
  SearchData,
} from './data';
import type { Read } from '../documents';
import { articleDescription, MACHINE_FILES } from './machine-files';
import { articlePage } from './pages/article-page';
import { dictionariesPage } from './pages/dictionaries-page';
import { dictionaryPage, farPage, LAST_NUMBERED_PAGE } from './pages/dictionary-page';
import { headwordsPage } from './pages/headwords-page';
import { filesShown } from './pages/media';
import { type Installation, shellPage } from './installation';
import { problemPage, tooLongPage, unknownPage } from './pages/problem-page';
import { searchPage } from './pages/search-page';
import { articleOfTheDay, randomArticle } from './word-of-the-day';
import { cardAddress, cardOf, cardRouter, type ShareCards } from '../card/share-cards';

/** Returns the page for a failure. */
function failurePage(status: number, request: Request, localeTexts: SiteLocaleTexts): HtmlPage {
  const { texts } = localeTexts;
  if (status === 404) return unknownPage(localeTexts);
  const isTooLong = SEARCH_FIELDS.some((name) => isTooLongSearch(queryText(request, name)));
  if (status === 400 && isTooLong) return tooLongPage(localeTexts);
  const [title, hint] = wordsFor(status, texts);
  return problemPage({ title, hint }, localeTexts);
}

function wordsFor(status: number, texts: SiteLocaleTexts['texts']): readonly [title: string, hint: string] {
  if (RETRIED.has(status)) return [texts.unavailable, texts.unavailableHint];
  if (status >= 500) return [texts.failed, texts.unavailableHint];
  return [texts.badRequest, texts.notFoundHint];
}

/** Statuses of requests that succeed later: too many requests, and an unavailable database. */
const RETRIED: ReadonlySet<number> = new Set([STATUS_OF.limited, STATUS_OF.busy]);

/** Query parameters that hold a search text. */
const SEARCH_FIELDS = ['q', 'word'];

export interface ReaderOptions extends Omit<PageContext, 'localeTexts'> {
  readonly read: Read;
  readonly installed: Installation;
  readonly cards: ShareCards;
  /** Receives unexpected errors. The visitor sees a general message. */
  readonly report: (error: unknown, request: Request) => void;
}

/** Value of `Retry-After` while the database is unavailable, in seconds. */
const RETRY_SECONDS = 5;

/** Returns the address to which a request is redirected. */
type RedirectHandler = (request: Request, read: Read) => Promise<string>;

/** Builds the page for a request. */
type PageHandler = (request: Request, localeTexts: SiteLocaleTexts, sources: Sources) => Promise<HtmlPage>;

interface Sources {
  readonly read: Read;
  readonly cards: ShareCards;
}

/** The pages for readers. Each is rendered from the results of one or two GraphQL documents. */
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
  for (const [path, addressFor] of REDIRECTS) {
    router.get(path, async (request, response) => {
      const address = await addressFor(request, read);
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
    if (request.accepts(['json', 'html']) === 'html') refuseUnknownPage();
    next();
  });
  return router.use(problemHandler(report, context));
}

/** Answers requests for pages whose URL is refused, before any route reads the URL. */
export function refusedUrls(report: ReaderOptions['report'], context: ProblemContext): Router {
  const refuse: RequestHandler = (request, _response, next) => {
    next((request as Partial<HttpRequest>).urlFailure);
  };
  return Router().use(refuse, problemHandler(report, context));
}

type ProblemContext = Omit<PageContext, 'localeTexts'>;

/** Answers a failed request with a page that says what to do. */
function problemHandler(report: ReaderOptions['report'], context: ProblemContext): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    const status = error instanceof Failure ? STATUS_OF[error.kind] : 500;
    if (status === 500) report(error, request);
    if (status === 503) response.set('Retry-After', String(RETRY_SECONDS));
    const localeTexts = localeTextsOf(request);
    const page = failurePage(status, request, localeTexts);
    sendPage(page, { ...context, localeTexts }, { request, response, status });
  };
}

/** Serves the files that make the reader installable, and the icon at the path that browsers request by default. */
function serveFiles(router: Router, installed: Installation, icon: string): void {
  for (const [path, type, text] of installed) {
    router.get(path, (_request, response) => {
      // `no-cache` makes the browser check for a new version each time.
      response.set({ 'Cache-Control': 'no-cache', 'Content-Type': type });
      response.end(text);
    });
  }
  router.get('/favicon.ico', (_request, response) => {
    response.redirect(303, icon);
  });
}

const showSearch: PageHandler = async (request, localeTexts, { read }) => {
  const query = { text: queryText(request, 'q'), dictionary: dictionaryIn(request) };
  const page = pageNumberIn(request);
  const [dictionaries, data, word] = await Promise.all([
    readDictionaries(read, query.dictionary),
    query.text === '' ? undefined : read<SearchData>('search', { ...query, page }),
    query.text === '' ? articleOfTheDay(read) : undefined,
  ]);
  if (data) refuseEmptyPage(page > 1 && data.search.totalCount !== 0, data.search);
  return searchPage({ query, page, dictionaries, data, word }, localeTexts);
};

/** Returns the dictionaries to choose from. @throws Failure NOT_FOUND if the chosen one does not exist */
async function readDictionaries(
  read: Read,
  chosenId: string | undefined,
): Promise<readonly DictionaryName[]> {
  const hasChosen = chosenId !== undefined;
  const { dictionaries, chosen } = await read<DictionaryNamesData>(
    'dictionary-names',
    hasChosen ? { dictionary: chosenId, hasChosen } : {},
  );
  if (!hasChosen) return dictionaries.nodes;
  const known = chosen ?? refuseUnknownPage();
  const isListed = dictionaries.nodes.some(({ dictionaryId }) => dictionaryId === known.dictionaryId);
  return isListed ? dictionaries.nodes : [...dictionaries.nodes, known];
}

const showHeadwords: PageHandler = async (request, localeTexts, { read }) => {
  const language = queryText(request, 'language');
  const query = {
    text: queryText(request, 'word'),
    dictionary: dictionaryIn(request),
    language: language === '' ? undefined : language,
  };
  const { text: word, ...narrowed } = query;
  const [dictionaries, data] = await Promise.all([
    readDictionaries(read, query.dictionary),
    word === '' ? undefined : read<HeadwordsData>('headwords', { word, ...narrowed }),
  ]);
  return headwordsPage({ query, dictionaries, data }, localeTexts);
};

const showDictionaries: PageHandler = async (request, localeTexts, { read }) => {
  const page = pageNumberIn(request);
  const data = await read<DictionariesData>('dictionaries', { page });
  refuseEmptyPage(page > 1, data.dictionaries);
  return dictionariesPage(data, page, localeTexts);
};

const showDictionary: PageHandler = async (request, localeTexts, { read }) => {
  const page = pageNumberIn(request);
  const { dictionary: name } = request.params;
  const letter = queryText(request, 'letter') || undefined;
  const { dictionary, articles } = await read<DictionaryData>('dictionary', {
    dictionary: name,
    letter,
    page: Math.min(page, LAST_NUMBERED_PAGE),
  });
  const existing = dictionary ?? refuseUnknownPage();
  if (page > LAST_NUMBERED_PAGE) {
    if (!articles.pageInfo.hasNextPage) refuseUnknownPage();
    return farPage(existing, letter, localeTexts);
  }
  const isFirst = page === 1 && letter === undefined;
  refuseEmptyPage(!isFirst, articles);
  const word = isFirst ? await articleOfTheDay(read, existing.dictionaryId) : undefined;
  return dictionaryPage(existing, { articles, page, letter, word }, localeTexts);
};

const showArticle: PageHandler = async (request, localeTexts, { read, cards }) => {
  const { article } = await read<ArticleData>('article', { ...request.params });
  const known = article ?? refuseUnknownPage();
  const card = await cardOf(cards, known);
  const description = articleDescription(known, localeTexts);
  return {
    ...articlePage(known, originOf(request), localeTexts, filesShown(localeTexts)),
    ...(description !== undefined && { description }),
    ...(card && { card: cardAddress(known, card) }),
  };
};

/** Redirects to a random article. */
const randomAddress: RedirectHandler = async (request, read) => {
  const article = await randomArticle(read, dictionaryIn(request));
  return articleAddress(article ?? refuseUnknownPage());
};

/** Match tiers of the word itself, as opposed to similar words. */
const SAME_WORD: ReadonlySet<string> = new Set(['EXACT', 'LIGHT', 'LETTERS', 'VARIANT']);

/** Redirects to the article of a word to which another article refers, or to a search unless there is exactly one. */
const wordAddress: RedirectHandler = async (request, read) => {
  const query = { text: queryText(request, 'q'), dictionary: dictionaryIn(request) };
  if (query.text === '') return HOME;
  const { search } = await read<SearchData>('search', { ...query, page: 1 });
  const same = search.nodes.filter(({ match }) => SAME_WORD.has(match.tier));
  const [only] = same;
  if (only !== undefined && same.length === 1) return articleAddress(only.article);
  return withQuery(HOME, { q: query.text, dictionary: query.dictionary });
};

const REDIRECTS: readonly (readonly [path: string, addressFor: RedirectHandler])[] = [
  [RANDOM, randomAddress],
  [WORD, wordAddress],
];

const PAGES: readonly (readonly [path: string, make: PageHandler])[] = [
  [HOME, showSearch],
  [SHELL, (_, localeTexts) => Promise.resolve(shellPage(localeTexts))],
  [HEADWORDS, showHeadwords],
  [DICTIONARIES, showDictionaries],
  [`${DICTIONARIES}/:dictionary`, showDictionary],
  [`${DICTIONARIES}/:dictionary/:article`, showArticle],
];

function refuseUnknownPage(): never {
  throw new Failure('NOT_FOUND', 'This page does not exist');
}

/** Refuses a page behind the end of a list, or a letter without articles. Only the first page of a list may be empty. */
function refuseEmptyPage(isFurther: boolean, { nodes }: { readonly nodes: readonly unknown[] }): void {
  if (isFurther && nodes.length === 0) refuseUnknownPage();
}

function dictionaryIn(request: Request): string | undefined {
  const text = queryText(request, 'dictionary');
  return text === '' ? undefined : text;
}
