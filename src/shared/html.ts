/** Text that is HTML already, and is inserted into other HTML without escaping. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** A value in a template: HTML is inserted unchanged, other values are escaped, absent values are omitted. */
export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** A template in which every value is escaped: html`<p title="${title}">${text}</p>`. Attributes must be quoted. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const texts = unindented(strings);
  return new Html(
    parts.reduce<string>((text, part, i) => text + markupOf(part) + (texts[i + 1] ?? ''), texts[0] ?? ''),
  );
}

const UNINDENTED_TEMPLATES = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A template without the indentation of its source. Inserted values keep theirs. */
function unindented(strings: TemplateStringsArray): readonly string[] {
  const parts = UNINDENTED_TEMPLATES.get(strings) ?? strings.map((text) => text.replace(/\n\s+/g, '\n'));
  UNINDENTED_TEMPLATES.set(strings, parts);
  return parts;
}

/**
 * The markup of a value. Templates are concatenated with `+`, which copies nothing until the page is sent, and lists
 * with `join`, so that the final copy joins a few long texts instead of very many short ones.
 */
function markupOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(markupOf).join('');
  if (part === null || part === undefined || part === false) return '';
  return escapedHtml(String(part));
}

const HTML_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  // HTML does not allow NUL.
  '\0': '\uFFFD',
};

/** Escapes text for use between tags and in quoted attributes. Most texts have nothing to escape. */
function escapedHtml(text: string): string {
  return /[&<>"'\0]/.test(text) ? text.replace(/[&<>"'\0]/g, (sign) => HTML_ESCAPES[sign] ?? sign) : text;
}
