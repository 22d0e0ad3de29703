import type { Json } from '../../shared/json';
import { nfc } from '../../shared/text';
import type { Variant } from '../article/article-content';

/** Largest GraphQL Int: 32 bits, signed. */
const MAX_INT = 2147483647;

/** The shape of a BCP 47 tag. The registry is not checked, since dictionaries use tags of their own. */
const TAG_SHAPE = /^[a-z0-9-]{1,35}$/;

/**
 * Returns text as the typed reading contains it: in NFC, with U+FFFD instead of characters that BSON keys or UTF-8 cannot hold (NUL and
 * lone surrogates). Idempotent.
 */
export function cleanText(text: string): string {
  return nfc(text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD'));
}

/** @returns the clean text of a string or number; undefined for blank text and for other values */
export function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? cleanText(value) : undefined;
}

/** @returns prefix, radical and suffix of a variant as one word in NFC; undefined if it has none of them */
export function wordOf({ prefix, radical, suffix }: Partial<Variant>): string | undefined {
  return scalarText([prefix, radical, suffix].join(''));
}

/** @returns the integer of `1` or `"1"`; undefined unless it is a whole number from 0 to MAX_INT */
export function wholeNumberOf(value: Json): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value).trim();
  if (!/^\d+$/.test(text) || Number(text) > MAX_INT) return undefined;
  return Number(text);
}

/** @returns the tag in lower case with hyphens (`fr-CA`, `fr_CA` → `fr-ca`); undefined for other values */
export function languageTagOf(value: Json): string | undefined {
  const tag = scalarText(value)?.trim().toLowerCase().replaceAll('_', '-');
  return tag !== undefined && TAG_SHAPE.test(tag) ? tag : undefined;
}
