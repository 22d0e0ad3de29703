import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { longSteps } from '../../../shared/fair-queue';
import { articleMarkup } from '../../reader/pages/article-page';
import { filesShown } from '../../reader/pages/media';
import type { Writing } from '../data';
import { csrfField, faultList, type Faults } from '../fields';
import type { DeskContext, DeskLocale } from '../desk-context';
import { articleFields, labelsOf, letterKeys } from './article-form';
import type { ArticleState } from './article-parts';
import { previewOf } from './article-state';
import { noteField } from '../proposals/proposing';

export interface Editor {
  /** URL to which the form is submitted. */
  readonly action: string;
  readonly dictionary: Writing;
  /** The present article, for the preview. */
  readonly article: Parameters<typeof previewOf>[1];
  readonly state: ArticleState;
  readonly faults: Faults;
  /** Permitted action: saving, proposing, or only reading. */
  readonly sending: 'save' | 'propose' | 'nothing';
  readonly above: Part;
  /** Content at the top of the form. */
  readonly first?: Part;
  readonly below?: Part;
}

/** Returns the form of an article with a preview. */
export async function editor(context: DeskContext, parts: Editor): Promise<Html> {
  const { locale } = context;
  const { action, dictionary, state, faults, sending, above, first, below } = parts;
  const form = html`<form
    id="editor"
    method="post"
    action="${action}"
    enctype="multipart/form-data"
    data-letters="${letterKeys(dictionary, state)}"
    data-insert="${locale.desk.insert}"
  >
    ${sendBar(context, parts)} ${first} ${await articleFields({ state, faults, dictionary, locale })}
  </form>`;
  return html`<div class="editing">
    <div>
      ${sending !== 'nothing' && html`<a class="skip" href="#f-headword">${locale.desk.toFields}</a>`}
      ${above} ${faultList(faults, locale, labelsOf(locale, faults.keys()))}
      ${sending === 'nothing' ? html`<p>${locale.desk.readOnly}</p>` : form} ${below}
    </div>
    ${await longSteps.runBySize(() => preview(context, parts))}
  </div>`;
}

/** The submit buttons are first in the form, so that the enter key saves. */
function sendBar(context: DeskContext, { sending, faults }: Editor): Html {
  const { desk } = context.locale;
  const isProposal = sending === 'propose';
  return html`<p class="bar">
      ${csrfField(context)}<button name="do" value="save">${isProposal ? desk.propose : desk.save}</button>
      <button class="plain" name="do" value="preview" formnovalidate data-swap="preview">
        ${desk.updatePreview}
      </button>
    </p>
    ${isProposal && html`<p class="hint">${desk.proposeHint}</p>`} ${isProposal && noteField(context, faults)}`;
}

function preview({ locale, viewer }: DeskContext, { state, article }: Editor): Html {
  return html`<section id="preview" class="preview" aria-label="${locale.desk.preview}">
    <p class="hint">${locale.desk.preview}</p>
    ${invisibleWarning(state, locale)}
    ${articleMarkup(previewOf(state, article), locale, {
      isInner: true,
      filesOf: filesShown(locale, viewer.role === 'GUEST' ? undefined : DESK),
    })}
  </section>`;
}

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
function invisibleWarning({ singles, lists }: ArticleState, { desk }: DeskLocale): Html | undefined {
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
