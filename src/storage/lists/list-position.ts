import type { SortOrder } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { ArticleSet, Reading } from '../articles/article-range';
import { findAll } from '../mongo/find-all';
import { listFilter } from './list-filter';
import type { Models } from '../models';

type Bounds = Pick<Reading, 'after' | 'before' | 'from' | 'order'>;

/**
 * The sort key of the n-th article of one list from where a reading begins, read from the index alone; `undefined` where no other
 * follows it. Of two visibilities the nearer one counts, so that no more than n are passed of either.
 */
export async function positionIn(
  models: Pick<Models, 'articles'>,
  { scope, list, visibility }: ArticleSet,
  { order, ...bounds }: Bounds,
  n: number,
): Promise<string | undefined> {
  const sides = await Promise.all(
    visibility.map((side) =>
      findAll(models.articles, {
        filter: listFilter({ scope, list, visibility: [side], ...bounds }),
        ...{ fields: { sortKey: 1 }, sort: { sortKey: order === 'ASC' ? 1 : -1 }, skip: n - 1, limit: 2 },
      }),
    ),
  );
  const reached = sides.flatMap(([nth, next]) => (nth && next ? [nth.sortKey] : []));
  return inOrder(reached, order)[0];
}

/** Sort keys in the order of a reading. */
export function inOrder(keys: readonly string[], order: SortOrder): readonly string[] {
  const sign = order === 'ASC' ? 1 : -1;
  return keys.toSorted((a, b) => sign * byCodePoint(a, b));
}
