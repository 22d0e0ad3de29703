import { Failure } from '../shared/failure';

type Name = string | number;

/** What an identifier says: the type, and what names the object within it. */
export type GlobalName =
  | { readonly type: 'Article'; readonly dictionaryId: string; readonly number: number }
  | { readonly type: 'Dictionary'; readonly dictionaryId: string };

/** An identifier among all objects: the type and what names the object within it. Opaque to clients. */
export function globalId(type: GlobalName['type'], ...names: readonly Name[]): string {
  return Buffer.from(JSON.stringify([type, ...names]), 'utf8').toString('base64url');
}

/** @throws Failure INVALID_INPUT when the text is no identifier that this server could have given */
export function globalNameOf(id: string): GlobalName {
  const name = nameIn(parsed(id));
  // Decoding passes over what it does not understand; only the one way of writing an identifier is one.
  if (name && idOf(name) === id) return name;
  throw new Failure('INVALID_INPUT', 'the id is not one that this server gave');
}

function idOf(name: GlobalName): string {
  return name.type === 'Article'
    ? globalId(name.type, name.dictionaryId, name.number)
    : globalId(name.type, name.dictionaryId);
}

function nameIn(value: unknown): GlobalName | undefined {
  const [type, dictionaryId, number] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof dictionaryId !== 'string') return undefined;
  if (type === 'Dictionary') return { type, dictionaryId };
  const isNumber = Number.isSafeInteger(number) && Number(number) > 0;
  return type === 'Article' && isNumber ? { type, dictionaryId, number: Number(number) } : undefined;
}

function parsed(id: string): unknown {
  try {
    return JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
