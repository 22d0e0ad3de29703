import { DESK } from '../../shared/http';
import { changeArticle, changeState, createArticle, showArticle, showNew } from './pages/article-edit-page';
import { changeSource, showSource } from './pages/article-json-page';
import { showArticles } from './pages/articles-page';
import { showHome } from './pages/home-page';
import type { Show } from './visit';

const DICTIONARY = `${DESK}/dictionaries/:dictionary`;
const ARTICLE = `${DICTIONARY}/articles/:article`;

/** All pages of the desk for people who are signed in. */
export const ROUTES: readonly (readonly [method: 'get' | 'post', path: string, show: Show])[] = [
  ['get', DESK, showHome],
  ['get', DICTIONARY, showArticles],
  ['get', `${DICTIONARY}/new`, showNew],
  ['post', `${DICTIONARY}/new`, createArticle],
  ['get', ARTICLE, showArticle],
  ['post', ARTICLE, changeArticle],
  ['post', `${ARTICLE}/state`, changeState],
  ['get', `${ARTICLE}/json`, showSource],
  ['post', `${ARTICLE}/json`, changeSource],
];
