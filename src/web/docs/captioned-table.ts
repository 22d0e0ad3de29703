import { html, type Html } from '../html';

/** A table that scrolls by itself where it is too wide, with its name above it; nothing when it has no lines. */
export function captionedTable(caption: string, columns: readonly string[], lines: readonly Html[]): Html {
  if (lines.length === 0) return html``;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${lines}
      </tbody>
    </table>
  </div>`;
}
