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

/** Number of articles of a page of the query. */
const PAGE_SIZE = 10;

/**
 * Returns the article at a position of the list, or the next one on its page that has a translation, if one has.
 *
 * @param positionIn index of the article in the list, from 0
 */
async function pickedArticle(
  read: Read,
  dictionary: string | undefined,
  positionIn: (count: number) => number,
): Promise<ArticleItem | undefined> {
  const of = (page: number) => read<PickedData>('picked-article', { dictionary, page });
  const { articles: first } = await of(1);
  const count = first.totalCount ?? first.nodes.length;
  if (count === 0) return undefined;
  const position = positionIn(count);
  const isOnFirst = position < first.nodes.length;
  const { articles } = isOnFirst ? { articles: first } : await of(Math.floor(position / PAGE_SIZE) + 1);
  const after = articles.nodes.slice(position % PAGE_SIZE);
  return [...after, ...articles.nodes, ...first.nodes].find(isTranslated) ?? after[0] ?? first.nodes[0];
}

function isTranslated({ content }: ArticleItem): boolean {
  return content.translations.length > 0;
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
