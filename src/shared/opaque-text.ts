/** A value as text that means nothing to those who get it: JSON in base64url. */
export function opaqueText(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64url');
}

/** The value of such a text; `undefined` where it is none. Decoding passes over what it does not understand. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
