import { reads, type RouteDefinition } from '../table/route';

const ARTICLE = {
  method: 'GET',
  path: '/lexicon/articles/:dictionary_id/:article_id',
  shows: 'one',
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
