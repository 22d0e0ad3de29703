import { html, type Html } from '../../shared/html';
import { filled, type Wording } from '../wording';

export interface Pager {
  /** Counted from 1. */
  readonly page: number;
  readonly hasNext: boolean;
  /** The address of another page of the same list. */
  readonly addressOf: (page: number) => string;
}

/** The ways to the pages before and after; nothing where there is only one. */
export function pager({ page, hasNext, addressOf }: Pager, { texts }: Wording): Html {
  if (page === 1 && !hasNext) return html``;
  return html`<nav class="pager" aria-label="${texts.pages}">
    ${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">← ${texts.previous}</a>`}
    <span aria-current="page">${filled(texts.page, { n: page })}</span>
    ${hasNext && html`<a rel="next" href="${addressOf(page + 1)}">${texts.next} →</a>`}
  </nav>`;
}
