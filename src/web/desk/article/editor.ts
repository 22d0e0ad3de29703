import { html, type Html, type Part } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { longSteps } from '../../../shared/fair-queue';
import { articleMarkup } from '../../reader/pages/article-page';
import { filesShown } from '../../reader/pages/media';
import type { Writing } from '../data';
import { faultList, type Faults, csrfField } from '../fields';
import type { DeskContext } from '../desk-context';
import { articleFields, labelsOf, letterKeys } from './article-form';
import type { ArticleState } from './article-parts';
import { previewOf } from './article-state';
import { invisibleWarning } from './invisible-characters';
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
