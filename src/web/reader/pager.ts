import { html, type Html, type Part } from '../../shared/html';
import { fillText, type LocaleTexts } from '../locale-texts';

export interface Pager {
  /** Page number, from 1. */
  readonly page: number;
  readonly hasNext: boolean;
  /** Number of the last page, if known. */
  readonly last?: number | undefined;
  /** Returns the URL of another page of the same list. */
  readonly addressOf: (page: number) => string;
  /** Target of the form for page numbers, if pages have numbers. */
  readonly jump?: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> };
}

/** Number of linked pages. With more pages, a form accepts a page number. */
const MAX_LINKED = 7;

/** Returns links to the previous and next page and to numbered pages; nothing for a single page. */
export function pager(pages: Pager, { texts }: LocaleTexts): Html {
  const { page, hasNext, addressOf, last } = pages;
  if (page === 1 && !hasNext) return html``;
  const position =
    last === undefined ? fillText(texts.page, { n: page }) : fillText(texts.pageOf, { n: page, last });
  return html`<nav class="pager" aria-label="${texts.pages}">
      ${page > 1 && html`<a rel="prev" href="${addressOf(page - 1)}">← ${texts.previous}</a>`}
      <span aria-current="page">${position}</span>
      ${hasNext && html`<a rel="next" href="${addressOf(page + 1)}">${texts.next} →</a>`}
    </nav>
    ${last !== undefined && last > 2 && numbers({ ...pages, last }, texts)}`;
}

function numbers(
  { page, last, addressOf, jump }: Pager & { readonly last: number },
  texts: LocaleTexts['texts'],
): Html {
  const numbers = numbersNear(page, last);
  const links = numbers.map(
    (n, i) =>
      html`<li>
        ${n > (numbers[i - 1] ?? 0) + 1 && html`<span aria-hidden="true">…</span>`}
        ${n === page ? html`<b aria-current="page">${n}</b>` : html`<a href="${addressOf(n)}">${n}</a>`}
      </li>`,
  );
  return html`<nav class="numbers" aria-label="${texts.goToPage}">
    <ul>
      ${links}
    </ul>
    ${last > MAX_LINKED && jump && jumpForm(jump, { page, last }, texts)}
  </nav>`;
}

/** Returns the first and the last page, those around the present one, and some between. */
function numbersNear(page: number, last: number): readonly number[] {
  const steps = [1, page - 10, page - 2, page - 1, page, page + 1, page + 2, page + 10, last];
  return [...new Set(steps)].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b);
}

function jumpForm(
  { path, query }: NonNullable<Pager['jump']>,
  { page, last }: { readonly page: number; readonly last: number },
  texts: LocaleTexts['texts'],
): Html {
  const hiddenFields: readonly Part[] = Object.entries(query).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  return html`<form class="jump" action="${path}" method="get">
    ${hiddenFields}
    <label for="page">${texts.goToPage}</label>
    <input type="number" id="page" name="page" min="1" max="${last}" value="${page}" inputmode="numeric" />
    <button type="submit" class="quiet">${texts.go}</button>
  </form>`;
}
