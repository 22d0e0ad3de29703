/** Characters of C0 that no text has, as XML says too: all but tabs and line ends. */
const CONTROL = /(?![\t\n\r\u007F-\u009F])\p{Cc}/u;

/** The first control character of a text, and where it stands, from 0. */
export function controlCharacterIn(text: string): { readonly at: number; readonly name: string } | undefined {
  const at = text.search(CONTROL);
  if (at === -1) return undefined;
  return { at, name: `U+${text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}` };
}
