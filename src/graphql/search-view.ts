import type { SearchHit } from '../services/search-hit';
import type { SearchPage } from '../services/search-page';
import type { PageInfo } from './types/page-info';

/** The page of a search in the form of a connection. Counting and guessing are done when they are asked for. */
export class SearchView {
  constructor(private readonly page: SearchPage) {}

  get nodes(): readonly SearchHit[] {
    return this.page.items;
  }

  get edges(): readonly { readonly cursor: string; readonly node: SearchHit }[] {
    return this.page.items.map((node) => ({ cursor: node.cursor, node }));
  }

  get pageInfo(): PageInfo {
    const { items, hasNextPage, hasPreviousPage } = this.page;
    return {
      hasNextPage,
      hasPreviousPage,
      startCursor: items[0]?.cursor ?? null,
      endCursor: items.at(-1)?.cursor ?? null,
    };
  }

  totalCount(): Promise<number | null> {
    return this.page.total();
  }

  didYouMean(): Promise<readonly string[]> {
    return this.page.didYouMean();
  }
}
