/** An identifier among all objects: the type and what names the object within it. Opaque to clients. */
export function globalId(type: string, ...names: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify([type, ...names]), 'utf8').toString('base64url');
}
