import { htmlText } from '../../shared/html-text';

/** Text in HTML; NUL, which HTML does not allow, as its stand-in. */
export function escaped(text: string): string {
  return htmlText(text).replaceAll('\0', '\uFFFD');
}

/**
 * An element around HTML that is already escaped; attribute values are escaped here.
 *
 * @returns an empty text when there is nothing inside; attributes without a value are left out
 */
export function element(
  name: string,
  inner: string,
  attributes: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  if (inner === '') return '';
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === undefined || value === null ? [] : [` ${attribute}="${escaped(String(value))}"`],
  );
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

/** An element around plain text. */
export function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  return element(name, escaped(text ?? ''), attributes);
}
