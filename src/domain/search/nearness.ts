import { editsBetween, mayHaveErrors } from './edits';
import type { Folding } from './folding';
import type { NearTerms } from './search-steps';

/** How far a text is from what was typed. */
export interface Farness {
  /** Typing errors; none where it is another spelling of the same sound. */
  readonly errors: number;
  /** Edits that count marks and special letters too. */
  readonly edits: number;
}

/** `undefined` where neither one typing error nor another spelling of the same sound makes one of the other. */
export function farnessOf(text: string, near: NearTerms, folding: Folding): Farness | undefined {
  const typed = folding.typed(text);
  const isSame = folding.sounds(text).some((sound) => near.sounds.includes(sound));
  const isError = typed
    .filter(mayHaveErrors)
    .some((spelling) => [near.plain, ...near.sounds].some((one) => editsBetween(spelling, one) <= 1));
  if (!isError && !isSame) return undefined;
  const [, ...roman] = typed;
  const edits = [folding.light(text), ...roman].map((spelling) => editsBetween(spelling, near.light));
  return { errors: isSame ? 0 : 1, edits: Math.min(...edits) };
}

/** The order of texts by how far they are, as text: the nearest first. */
export function farnessKey({ errors, edits }: Farness): string {
  return `${errors}${String(edits).padStart(3, '0')}`;
}
