import type { Json } from '../../shared/json';
import { textOf } from './text-of';

/** Shape of a BCP 47 tag, not a check against its registry: dictionaries bring languages of their own. */
const TAG = /^[a-z0-9-]{1,35}$/;

/** @returns the tag in lower case with hyphens (`fr-CA`, `fr_CA` → `fr-ca`); undefined for anything else */
export function languageTagOf(value: Json): string | undefined {
  const tag = textOf(value)?.trim().toLowerCase().replaceAll('_', '-');
  return tag !== undefined && TAG.test(tag) ? tag : undefined;
}
