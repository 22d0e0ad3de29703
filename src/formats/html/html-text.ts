import { decodeHTMLStrict } from 'entities';

/** A letter or sign by its number or its name. */
const CHARACTER_REFERENCE = /&(?:#\d+|#x[\da-f]+|\w+);/giu;

/** Control characters, lone surrogates, and the replacements that the library uses for these. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}\uFFFD]/u;

/**
 * A text of HTML with the signs that character references such as `&eacute;` stand for. Unknown names, and numbers of characters that are no
 * text, stay as they are. A space without a break becomes a plain one.
 */
export function unescaped(text: string): string {
  return text.replace(CHARACTER_REFERENCE, (reference) => {
    const sign = decodeHTMLStrict(reference);
    if (sign === '\u00A0') return ' ';
    return NO_TEXT.test(sign) ? reference : sign;
  });
}

/** The text that a reader sees of a piece of HTML: its lines without marks. */
export function textOfHtml(html: string): string {
  const lines = html
    .replace(/<(?:br|p|div|li|tr|dt|dd|h[1-6])\b[^>]*>|<\/(?:p|div|li|tr|dt|dd|h[1-6])>/giu, '\n')
    .replace(/<[^>]*>/gu, '');
  return unescaped(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** A text as HTML spells it, without its line ends. */
export function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
