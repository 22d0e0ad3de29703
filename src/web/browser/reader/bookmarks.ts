import { html, type Html } from '../../../shared/html';
import type { LocaleTexts } from '../../locale-texts';

/** Favourites and recent articles of a reader. They are stored on the device and never sent to the server. */

/** An article that was read. */
interface Bookmark {
  readonly address: string;
  readonly word: string;
  readonly dictionary: string;
}

const RECENT_KEY = 'griot-recent';
const FAVOURITES = 'griot-favourites';
const MOST = { [RECENT_KEY]: 20, [FAVOURITES]: 500 };
type List = keyof typeof MOST;

/** Browsers may refuse to store data. Then there are no bookmarks. */
function readList(list: List): readonly Bookmark[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(list) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isBookmark) : [];
  } catch {
    return [];
  }
}

function isBookmark(value: unknown): value is Bookmark {
  const { address, word, dictionary } = (value ?? {}) as Partial<Bookmark>;
  return (
    [address, word, dictionary].every((text) => typeof text === 'string') && address?.startsWith('/') === true
  );
}

/** @returns whether the browser stored the list */
function writeList(list: List, items: readonly Bookmark[]): boolean {
  try {
    localStorage.setItem(list, JSON.stringify(items.slice(0, MOST[list])));
    return true;
  } catch {
    return false;
  }
}

/** Stores the article of the page as recent, and adds the button that makes it a favourite. */
export function rememberArticle({ texts }: LocaleTexts): void {
  const actions = document.getElementById('actions');
  if (!actions) return;
  const { address = '', word = '', dictionary = '' } = actions.dataset;
  const own: Bookmark = { address, word, dictionary };
  const without = (list: List) => readList(list).filter((article) => article.address !== address);
  const isStored = writeList(RECENT_KEY, [own, ...without(RECENT_KEY)]);
  actions.hidden = false;
  document.getElementById('print')?.addEventListener('click', () => {
    print();
  });
  const button = document.getElementById('favourite');
  if (!isStored) button?.remove();
  const show = (): void => {
    const isFavourite = readList(FAVOURITES).some((article) => article.address === address);
    button?.setAttribute('aria-pressed', String(isFavourite));
    if (button) button.textContent = isFavourite ? `★ ${texts.isFavourite}` : `☆ ${texts.favourite}`;
  };
  button?.addEventListener('click', () => {
    const others = without(FAVOURITES);
    writeList(FAVOURITES, others.length < readList(FAVOURITES).length ? others : [own, ...others]);
    show();
  });
  show();
}

/** Shows favourites and recent articles on the home page. */
export function showBookmarks({ texts }: LocaleTexts): void {
  const container = document.getElementById('kept');
  if (!container) return;
  const show = (): void => {
    container.innerHTML = html`${bookmarkSection(FAVOURITES, texts.favourites)}
    ${bookmarkSection(RECENT_KEY, texts.recent, texts.forget)}`.text;
    document.getElementById('forget')?.addEventListener('click', () => {
      writeList(RECENT_KEY, []);
      show();
    });
  };
  show();
}

function bookmarkSection(list: List, title: string, forget?: string): Html {
  const items = readList(list);
  if (items.length === 0) return html``;
  const links = items.map(
    ({ address, word, dictionary }) =>
      html`<li>
        <a href="${address}"><span lang="" dir="auto">${word}</span></a>
        <span class="kind">${dictionary}</span>
      </li>`,
  );
  return html`<section class="shelf" aria-labelledby="${list}">
    <h2 id="${list}">${title}</h2>
    <ul class="words">
      ${links}
    </ul>
    ${forget !== undefined && html`<button type="button" id="forget" class="quiet">${forget}</button>`}
  </section>`;
}
