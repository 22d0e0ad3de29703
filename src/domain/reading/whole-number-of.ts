import type { Json } from '../../shared/json';

/** Largest Int of GraphQL: 32 bits, signed. */
const MAX_INT = 2147483647;

/** @returns the integer of `1` or `"1"`; undefined for anything but a whole number from 0 to MAX_INT */
export function wholeNumberOf(value: Json): number | undefined {
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  const text = String(value).trim();
  if (!/^\d+$/.test(text) || Number(text) > MAX_INT) return undefined;
  return Number(text);
}
