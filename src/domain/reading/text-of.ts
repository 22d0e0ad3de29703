import type { Json } from '../../shared/json';
import { nfc } from '../../shared/text';

/**
 * Text as the typed reading gives it: NFC, and free of what neither BSON keys nor UTF-8 can hold (NUL and
 * lone surrogates become U+FFFD). Idempotent.
 */
export function cleanText(text: string): string {
  return nfc(text.replace(/\p{Surrogate}/gu, '\uFFFD').replaceAll('\0', '\uFFFD'));
}

/** @returns the clean text of a string or number; undefined for a blank text and for anything else */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? cleanText(value) : undefined;
}
