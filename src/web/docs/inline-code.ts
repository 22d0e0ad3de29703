import { html, type Html } from '../html';

/** Text in which backquotes mark code, as descriptions have it. */
export function inlineCode(text: string): Html {
  const pieces = text.split('`');
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? piece : html`<code>${piece}</code>`))}`;
}
