import { html, Html, type Part } from '../../shared/html';

/**
 * Marks of Toolbox around words of another language, `fv:word` and `|fv{several words}`, in escaped text. `fr:` alone may be a language in
 * texts of other programs.
 */
const MARK = /\|[a-z]{2}\{([^{}]*)\}|\bf[a-qs-z]:((?:&#39;|[^\s.,;:!?)\]}&<])+)/gu;

/** A text with its marked words as such, in place of the marks. Words with marks may be inside others. */
export function markedText(text: string | null | undefined): Part {
  const marked = (shown: string) => shown.replace(MARK, '<i>$1$2</i>');
  return text && new Html(marked(marked(html`${text}`.text)));
}
