import { type Page, positionOf, type SortOrder, type Window } from '../shared/paging';

/** How to read what a window asks for: between two positions, in one order, which may be against the list's own. */
export interface Stretch {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly order: SortOrder;
}

/**
 * The stretch of a window without a page number. A descending list has its first item at the upper end.
 *
 * @param version of the list's order; cursors of another one are refused with INVALID_INPUT
 */
export function stretchOf({ first, after, last, before, sort }: Window, version: number): Stretch {
  const isReversed = readsBackwards({ first, last, before });
  const [low, high] = sort === 'ASC' ? [after, before] : [before, after];
  const keyOf = (cursor: string | undefined) =>
    cursor === undefined ? undefined : positionOf(cursor, version);
  return {
    after: keyOf(low),
    before: keyOf(high),
    order: (sort === 'ASC') === isReversed ? 'DESC' : 'ASC',
  };
}

/** What was read for a window: one item more than its size where there are more. */
export interface Found<Item> {
  readonly window: Window;
  readonly size: number;
  readonly found: readonly Item[];
  /** The cursor of the place up to which was read, where that ended before the list and before the page was full. */
  readonly stoppedAt?: string | undefined;
  readonly total: () => Promise<number | null>;
}

/** The page of a window, items in the order of the list. */
export function pageOf<Item>({ window, size, found, stoppedAt, total }: Found<Item>): Page<Item> {
  const items = found.slice(0, size);
  const hasMore = found.length > size || stoppedAt !== undefined;
  const { after, before, page = 1 } = window;
  const isReversed = readsBackwards(window);
  return {
    items: isReversed ? items.toReversed() : items,
    hasNextPage: isReversed ? before !== undefined : hasMore,
    hasPreviousPage: isReversed ? hasMore : after !== undefined || page > 1,
    ...(stoppedAt !== undefined && { [isReversed ? 'startCursor' : 'endCursor']: stoppedAt }),
    total,
  };
}

/** `last` reads from the end; `before` alone means the items just before it. */
function readsBackwards({ first, last, before }: Pick<Window, 'first' | 'last' | 'before'>): boolean {
  return last !== undefined || (before !== undefined && first === undefined);
}
