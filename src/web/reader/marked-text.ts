import { html, Html, type Part } from '../../shared/html';

/**
 * Matches Toolbox markup around words of another language, `fv:word` and `|fv{several words}`, in escaped text. `fr:` alone is excluded,
 * since it may be a language code in texts of other programs.
 */
const TOOLBOX_MARKUP = /\|[a-z]{2}\{([^{}]*)\}|\bf[a-qs-z]:((?:&#39;|[^\s.,;:!?)\]}&<])+)/gu;

/** Marked words may be nested. */
function withMarks(text: string, shown: string): string {
  return text.replace(TOOLBOX_MARKUP, shown).replace(TOOLBOX_MARKUP, shown);
}

/** Returns a text with HTML elements instead of this markup. */
export function markedText(text: string | null | undefined): Part {
  return text && new Html(withMarks(html`${text}`.text, '<i>$1$2</i>'));
}

/** Returns a text without this markup, for places that have no HTML. */
export function plainText(text: string): string {
  return withMarks(text, '$1$2');
}
