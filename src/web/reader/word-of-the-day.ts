import { html, type Html } from '../../shared/html';
import type { ArticleItem, PickedData } from './data';
import type { Read } from '../documents';
import { articleItem } from './result-list';
import type { LocaleTexts } from '../locale-texts';

const DAY_MS = 86_400_000;

/** Returns an article of a dictionary, or of all, that stays the same for a day in UTC. */
export function articleOfTheDay(read: Read, dictionary?: string): Promise<ArticleItem | undefined> {
  const day = Math.floor(Date.now() / DAY_MS);
  return pickedArticle(read, dictionary, (count) => scattered(day) % count);
}

export function randomArticle(read: Read, dictionary?: string): Promise<ArticleItem | undefined> {
  return pickedArticle(read, dictionary, (count) => Math.floor(Math.random() * count));
}

/** @param positionIn index of the article in the list, from 0 */
async function pickedArticle(
  read: Read,
  dictionary: string | undefined,
  positionIn: (count: number) => number,
): Promise<ArticleItem | undefined> {
  const of = (page: number) => read<PickedData>('picked-article', { dictionary, page });
  const { articles: first } = await of(1);
  if (first.totalCount === null || first.totalCount < 2) return first.nodes[0];
  const { articles } = await of(positionIn(first.totalCount) + 1);
  return articles.nodes[0] ?? first.nodes[0];
}

/** Returns distant numbers for consecutive ones (Knuth's multiplicative hash). */
function scattered(n: number): number {
  return Math.imul(n, 2_654_435_761) >>> 0;
}

export function wordOfTheDay(article: ArticleItem | undefined, localeTexts: LocaleTexts): Html {
  if (article === undefined) return html``;
  return html`<section class="today" aria-labelledby="today">
    <h2 id="today">${localeTexts.texts.wordOfTheDay}</h2>
    <ul>
      ${articleItem(article, localeTexts)}
    </ul>
  </section>`;
}
