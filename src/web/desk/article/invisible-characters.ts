import { html, type Html } from '../../../shared/html';
import type { DeskLocale } from '../desk-context';
import type { ArticleState } from './article-parts';

/**
 * Invisible characters that copied text often contains and that belong to no spelling. Joiners (U+200C, U+200D and U+034F), variation
 * selectors and marks of direction (U+061C, U+200E and U+200F) change what readers see, and so are not reported.
 */
const INVISIBLE =
  /(?![\u034F\u061C\u200C-\u200F\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/** Maximum number of words that a warning names. */
const MAX_NAMED = 5;

/** Characters that are shown on either side of the first invisible one of a word. */
const MAX_AROUND = 50;

/** Warns of invisible characters in the headword, its variants and its forms, and shows where they are. */
export function invisibleWarning({ singles, lists }: ArticleState, { desk }: DeskLocale): Html | undefined {
  const words = [
    singles.headword,
    singles.citation,
    ...lists.variants.map(({ headword = '' }) => headword),
    ...lists.forms.map(({ form = '' }) => form),
  ].filter((word) => INVISIBLE.test(word));
  if (words.length === 0) return undefined;
  return html`<div class="notice">
    <p>${desk.invisible}</p>
    <ul>
      ${words.slice(0, MAX_NAMED).map((word) => html`<li><bdi>${withCodes(word)}</bdi></li>`)}
    </ul>
  </div>`;
}

/** Returns a word around its first invisible character, with the codes of such characters in their places. */
function withCodes(word: string): readonly (string | Html)[] {
  const first = word.search(INVISIBLE);
  return Array.from(word.slice(Math.max(0, first - MAX_AROUND), first + MAX_AROUND), (character) =>
    INVISIBLE.test(character) ? html`<mark>${codeOf(character)}</mark>` : character,
  );
}

function codeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
