import type { ListedArticle } from '../../domain/article/article-record';
import { SORT_RULES_VERSION } from '../../domain/article/derive-article';
import { cursorOf, type Page, type Window } from '../../shared/paging';
import type { Projection } from '../../storage/articles/article-document';
import type { OpenList } from '../../storage/lists/article-list-reader';
import { beyondPages, type Bounded } from '../../storage/lists/bounded-read';
import { pageOf, stretchOf } from '../window';

interface Slice {
  readonly window: Window;
  readonly size: number;
  readonly fields?: Projection | undefined;
}

/** The cursor of an article, which holds as long as the rules of sorting do. */
export function articleCursor({ sortKey }: Pick<ListedArticle, 'sortKey'>): string {
  return cursorOf(sortKey, SORT_RULES_VERSION);
}

/** Reads a window of an open list: one page by number, or a stretch before or after a cursor. */
export async function readWindow(list: OpenList, slice: Slice): Promise<Page<ListedArticle>> {
  const { window, size } = slice;
  const { found, stoppedAt } =
    window.page === undefined ? await readStretch(list, slice) : await readPage(list, slice, window.page);
  const cursor = stoppedAt === undefined ? undefined : articleCursor({ sortKey: stoppedAt });
  return pageOf({ window, size, found, stoppedAt: cursor, total: () => list.total() });
}

async function readPage(
  list: OpenList,
  { window, size, fields }: Slice,
  page: number,
): Promise<Bounded<ListedArticle>> {
  const start = page === 1 ? { skip: 0 } : await list.seek(window.sort, (page - 1) * size);
  if (!start) return { found: [] };
  const { found, stoppedAt } = await list.read({ ...start, order: window.sort, limit: size + 1, fields });
  if (page > 1 && found.length === 0 && stoppedAt !== undefined) throw beyondPages();
  // The records were read for this page alone, and copying each would cost as much as serialising it.
  return { found: found.map((article) => Object.assign(article, { page })), stoppedAt };
}

function readStretch(list: OpenList, { window, size, fields }: Slice): Promise<Bounded<ListedArticle>> {
  const { after, before, order } = stretchOf(window, SORT_RULES_VERSION);
  return list.read({ after, before, order, limit: size + 1, fields });
}
