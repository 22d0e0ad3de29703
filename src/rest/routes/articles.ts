import { reads, type RouteDefinition } from '../table/route';
import { MAX_STREAMED_ITEMS } from '../../shared/paging';
import { nameOtherLanguage, withoutMatch } from '../response/item-mapper';

const ARTICLE = {
  method: 'GET',
  path: '/lexicon/articles/:dictionary_id/:article_id',
  shows: 'object',
} as const;

/** One article, and its parts. B23 alone answers 404 where the others answer 206. */
export const oneArticle: readonly RouteDefinition[] = [
  { id: 'B6', ...ARTICLE, when: 'form', run: 'lexicon/article-form', responses: reads('Article form') },
  {
    id: 'B7-article',
    ...ARTICLE,
    when: 'html',
    run: 'lexicon/article-html',
    responses: reads('Article html'),
  },
  { id: 'B13', ...ARTICLE, run: 'lexicon/article', responses: reads('Article') },
  {
    id: 'B16',
    ...ARTICLE,
    when: 'category',
    run: 'lexicon/article-category',
    responses: reads('Article category'),
  },
  { id: 'B17', ...ARTICLE, when: 'class', run: 'lexicon/article-class', responses: reads('Article class') },
  {
    id: 'B20',
    ...ARTICLE,
    when: 'content',
    run: 'lexicon/article-content',
    responses: reads('Article content'),
  },
  {
    id: 'B23',
    ...ARTICLE,
    when: 'entry',
    run: 'lexicon/article-entry',
    responses: { success: [200, 'Article found'], empty: [404, 'Article entry not found'] },
  },
  {
    id: 'B24',
    ...ARTICLE,
    when: 'example',
    run: 'lexicon/article-example',
    responses: reads('Article example'),
  },
  {
    id: 'B29',
    ...ARTICLE,
    when: 'trad',
    run: 'lexicon/article-translation',
    responses: reads('Article translate'),
  },
  {
    id: 'B32',
    ...ARTICLE,
    when: 'type',
    run: 'lexicon/article-type',
    responses: { success: [200, 'Article type found'], empty: [206, 'Article not found'] },
  },
];

const ARTICLES_OF_ALL = { method: 'GET', path: '/lexicon/articles', shows: 'list' } as const;
const ARTICLES_OF_ONE = { method: 'GET', path: '/lexicon/articles/:dictionary_id', shows: 'list' } as const;

/** The same for articles that are selected by their dictionary alone. */
const ARTICLES_WITH_STATE = { ...ARTICLES_OF_ONE, state: 'lexicon/articles-state' } as const;

/** Clients request whole dictionaries in one list. */
const long = { maxPageSize: MAX_STREAMED_ITEMS } as const;

const html = {
  ...long,
  when: 'html',
  run: 'lexicon/articles-html',
  responses: reads('Article html'),
} as const;
const contents = {
  ...long,
  when: 'content',
  run: 'lexicon/article-contents',
  responses: reads('Article contents'),
} as const;
const plain = { ...long, run: 'lexicon/articles', responses: reads('Articles') } as const;
const summaries = {
  ...long,
  when: 'resume',
  run: 'lexicon/article-summaries',
  responses: reads('Articles'),
} as const;
const categories = {
  ...long,
  when: 'category',
  run: 'lexicon/article-categories',
  responses: reads('Article categories'),
} as const;
const classes = {
  ...long,
  when: 'class',
  run: 'lexicon/article-classes',
  responses: reads('Article classes'),
} as const;
const entries = {
  ...long,
  when: 'entry',
  run: 'lexicon/article-entries',
  responses: reads('Article entries'),
} as const;
const examples = {
  ...long,
  when: 'example',
  run: 'lexicon/article-examples',
  responses: reads('Article examples'),
} as const;
const forms = {
  ...long,
  when: 'form',
  run: 'lexicon/article-forms',
  responses: reads('Article forms'),
} as const;
const types = {
  ...long,
  when: 'type',
  run: 'lexicon/article-types',
  responses: reads('Article types'),
} as const;
const translations = {
  ...long,
  when: 'trad',
  run: 'lexicon/article-translations',
  responses: reads('Article translations'),
  itemMapper: nameOtherLanguage,
} as const;

const search = {
  when: 'search',
  run: 'lexicon/search',
  responses: reads('Articles'),
  itemMapper: withoutMatch,
} as const;

/** Lists of articles and of their parts, for all dictionaries and for one. */
export const articleLists: readonly RouteDefinition[] = [
  { id: 'B4', ...ARTICLES_OF_ALL, ...search },
  { id: 'B5', ...ARTICLES_OF_ONE, ...search },
  { id: 'B7', ...ARTICLES_OF_ALL, ...html },
  { id: 'B8', ...ARTICLES_WITH_STATE, ...html },
  { id: 'B9', ...ARTICLES_OF_ALL, ...contents },
  { id: 'B10', ...ARTICLES_WITH_STATE, ...contents },
  { id: 'B11', ...ARTICLES_OF_ALL, ...plain },
  { id: 'B11-resume', ...ARTICLES_OF_ALL, ...summaries },
  { id: 'B12', ...ARTICLES_WITH_STATE, ...plain },
  { id: 'B12-resume', ...ARTICLES_WITH_STATE, ...summaries },
  { id: 'B14', ...ARTICLES_OF_ALL, ...categories },
  { id: 'B15', ...ARTICLES_WITH_STATE, ...categories },
  { id: 'B18', ...ARTICLES_OF_ALL, ...classes },
  { id: 'B19', ...ARTICLES_WITH_STATE, ...classes },
  { id: 'B21', ...ARTICLES_OF_ALL, ...entries },
  { id: 'B22', ...ARTICLES_WITH_STATE, ...entries },
  { id: 'B25', ...ARTICLES_OF_ALL, ...examples },
  { id: 'B26', ...ARTICLES_WITH_STATE, ...examples },
  { id: 'B27', ...ARTICLES_OF_ALL, ...forms },
  { id: 'B28', ...ARTICLES_WITH_STATE, ...forms },
  { id: 'B30', ...ARTICLES_OF_ALL, ...translations },
  { id: 'B31', ...ARTICLES_WITH_STATE, ...translations },
  { id: 'B32-all', ...ARTICLES_OF_ALL, ...types },
  { id: 'B32-dictionary', ...ARTICLES_WITH_STATE, ...types },
];
