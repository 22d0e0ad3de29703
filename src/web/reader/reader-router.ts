import { html } from '../../shared/html';
import { HOME, DICTIONARIES, HEADWORDS } from './addresses';
import { type Page, type PageContext, sendPage, localeTextsOf } from '../layout';
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
import type { Read } from './documents';
import { articlePage } from './pages/article-page';
import { dictionariesPage } from './pages/dictionaries-page';
import { dictionaryPage } from './pages/dictionary-page';
import { headwordsPage } from './pages/headwords-page';
import { searchPage } from './pages/search-page';

/** What is said in place of a page that cannot be shown. */
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
  /** Takes what nobody meant to happen; the visitor learns only that it did. */
  readonly report: (error: unknown, request: Request) => void;
}

/** Seconds after which a browser may try again when the database was away. */
const RETRY_SECONDS = 5;

/** The largest page number that is asked for; any page as far out is past the end. */
const LAST_PAGE = 1_000_000;

/** Makes a page of a request. */
type Make = (request: Request, localeTexts: LocaleTexts, read: Read) => Promise<Page>;

/** The pages for readers, each made of what the GraphQL schema answers to one or two documents. */
export function readerRouter({ read, report, ...context }: ReaderOptions): Router {
  const router = Router();
  for (const [path, make] of PAGES) {
    router.get(path, async (request, response) => {
      const localeTexts = localeTextsOf(request);
      sendPage(await make(request, localeTexts, read), { ...context, localeTexts }, { request, response });
    });
  }
  // Whoever asks for a page by an address that there is not, and no program, is told on a page.
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

const showSearch: Make = async (request, localeTexts, read) => {
  const asked = { text: textIn(request, 'q'), dictionary: dictionaryIn(request) };
  const page = pageIn(request);
  const [{ dictionaries }, data] = await Promise.all([
    read<DictionaryNamesData>('dictionary-names', {}),
    asked.text === '' ? undefined : read<SearchData>('search', { ...asked, page }),
  ]);
  return searchPage({ asked, page, dictionaries: dictionaries.nodes, data }, localeTexts);
};

const showHeadwords: Make = async (request, localeTexts, read) => {
  const language = textIn(request, 'language');
  const asked = {
    text: textIn(request, 'word'),
    dictionary: dictionaryIn(request),
    language: language === '' ? undefined : language,
  };
  const { text: word, ...narrowed } = asked;
  const [{ dictionaries }, data] = await Promise.all([
    read<DictionaryNamesData>('dictionary-names', {}),
    word === '' ? undefined : read<HeadwordsData>('headwords', { word, ...narrowed }),
  ]);
  return headwordsPage({ asked, dictionaries: dictionaries.nodes, data }, localeTexts);
};

const showDictionaries: Make = async (request, localeTexts, read) => {
  const page = pageIn(request);
  return dictionariesPage(await read<DictionariesData>('dictionaries', { page }), page, localeTexts);
};

const showDictionary: Make = async (request, localeTexts, read) => {
  const page = pageIn(request);
  const { dictionary: name } = request.params;
  const letter = textIn(request, 'letter') || undefined;
  const { dictionary, articles } = await read<DictionaryData>('dictionary', {
    dictionary: name,
    letter,
    page,
  });
  return dictionaryPage(dictionary ?? refuseUnknown(), { articles, page, letter }, localeTexts);
};

const showArticle: Make = async (request, localeTexts, read) => {
  const { article } = await read<ArticleData>('article', { ...request.params });
  return articlePage(article ?? refuseUnknown(), localeTexts);
};

const PAGES: readonly (readonly [path: string, make: Make])[] = [
  [HOME, showSearch],
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
