import { html, Html, type Part } from '../../shared/html';

/**
 * Matches Toolbox markup around words of another language, `fv:word` and `|fv{several words}`, in escaped text. `fr:` alone is excluded,
 * since it may be a language code in texts of other programs.
 */
const TOOLBOX_MARKUP = /\|[a-z]{2}\{([^{}]*)\}|\bf[a-qs-z]:((?:&#39;|[^\s.,;:!?)\]}&<])+)/gu;

/** Returns a text with HTML elements instead of this markup. Marked words may be nested. */
export function markedText(text: string | null | undefined): Part {
  const marked = (shown: string) => shown.replace(TOOLBOX_MARKUP, '<i>$1$2</i>');
  return text && new Html(marked(marked(html`${text}`.text)));
}

/** Matches the same markup in a text that is not escaped. */
const PLAIN_MARK = /\|[a-z]{2}\{([^{}]*)\}|\bf[a-qs-z]:(?=[^\s.,;:!?)\]}&<])/gu;

/** Returns a text without this markup, for places that have no HTML. */
export function plainText(text: string): string {
  const plain = (marked: string) => marked.replace(PLAIN_MARK, '$1');
  return plain(plain(text));
}

/** Returns a piece of a text without a mark at its end that belongs to the next piece. */
export function withoutOpenMark(text: string): string {
  return text.replace(/(?:\bf[a-qs-z]:|\|[a-z]{2}\{)$/u, '');
}
