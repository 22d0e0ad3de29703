import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { articleHtml } from '../../reader/pages/article-page';
import { articleAddress } from '../../reader/addresses';
import { filled } from '../../locale-texts';
import { deskArticle, deskDictionary } from '../addresses';
import { articleFields, labelsOf, letterKeys } from '../article-form';
import { changedBy, type ArticleState, EMPTY_STATE, withPart } from '../article-parts';
import {
  contentInput,
  differingParts,
  faultsIn,
  fieldNameOf,
  previewOf,
  settled,
  stateFrom,
  stateOf,
  type FormContent,
} from '../article-state';
import { Conflict, conflictPanel, conflictSince, saveArticle, withTheirs } from '../article-saving';
import type { EditedArticle, EditedArticleData, NewArticleData, Writing } from '../data';
import { moment } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { actionForm, faultList, type Faults, faultsOf, hidden, hiddenMark, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type Show, type Visit } from '../visit';

/** The form as it is shown. */
interface Editing {
  readonly state: ArticleState;
  readonly faults?: Faults;
  /** The revision that the form began with; the writer has seen what it says. */
  readonly revision?: number;
  readonly conflict?: Conflict | undefined;
}

/** The form of an article. */
export const showArticle: Show = async (visit) => {
  const article = await readArticle(visit);
  return editPage(visit, article, { state: stateOf(article.content) });
};

async function readArticle({ read, param, locale }: Visit): Promise<EditedArticle> {
  const names = { dictionary: param('dictionary'), article: param('article') };
  const { article } = await read<EditedArticleData>('article', names);
  if (!article) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return article;
}

/** Saves an article, or shows the form anew with what a button of it did. */
export const changeArticle: Show = async (visit) => {
  const { form, locale } = visit;
  const article = await readArticle(visit);
  const state = stateFrom(form);
  const revision = Number(form.word('revision'));
  const action = form.word('do');
  if (action !== 'save') {
    const changed = action.startsWith('theirs.')
      ? withTheirs(state, stateOf(article.content), action)
      : changedBy(state, action);
    const since = Number(form.word('since') || 'none');
    const conflict = await conflictSince(visit, article, { state: changed, revision: since });
    return editPage(visit, article, { state: changed, revision, conflict });
  }
  const faults = faultsIn(state, locale.desk.faults);
  if (faults.size > 0) return { ...editPage(visit, article, { state, faults, revision }), status: 400 };
  const saved = await saveArticle(visit, article, { state, revision });
  if (saved instanceof Conflict)
    return { ...editPage(visit, saved.current, { state: saved.merged, conflict: saved }), status: 409 };
  if (saved.errors.length > 0)
    return {
      ...editPage(visit, article, { state, faults: faultsOf(saved.errors, fieldNameOf), revision }),
      status: 400,
    };
  return new Redirect(`${deskArticle(article)}?done=${saved.isMerged ? 'merged' : 'saved'}`);
};

function editPage(visit: Visit, article: EditedArticle, editing: Editing): DeskPage {
  const { locale } = visit;
  const { desk } = locale;
  const { dictionary, number, headword } = article;
  const { state, faults = NO_FAULTS, revision = article.revision, conflict } = editing;
  const title = headword ?? filled(locale.texts.noHeadword, { n: number }).text;
  return inDictionary(visit, dictionary, {
    title,
    main: html`<div class="editing">
      <div>
        <h1>${title} ${article.isDisabled && html`<span class="tag">${desk.isHidden}</span>`}</h1>
        <p class="hint">
          ${filled(desk.lastChange, { when: moment(locale, article.updatedAt), n: article.revision })}
        </p>
        ${waysOn(visit, article)} ${conflict && conflictPanel(conflict, locale)}
        ${faultList(faults, locale, labelsOf(locale, faults.keys()))} ${unread(article, locale.desk.unread)}
        <form
          id="editor"
          method="post"
          action="${deskArticle(article)}"
          enctype="multipart/form-data"
          data-letters="${letterKeys(dictionary, state)}"
          data-insert="${desk.insert}"
        >
          ${saveBar(visit)} ${hidden('revision', revision)}
          ${conflict && hidden('since', conflict.about.since)}
          ${articleFields({ state, faults, dictionary, locale })}
        </form>
        ${article.viewerCanUpdate && hiding(visit, article)}
      </div>
      ${preview(visit, state, article)}
    </div>`,
  });
}

/** The buttons stand first, so that the enter key saves. */
function saveBar(visit: Visit): Html {
  const { desk } = visit.locale;
  return html`<p class="bar">
    ${hiddenMark(visit)}<button name="do" value="save">${desk.save}</button>
    <button class="plain" name="do" value="preview" formnovalidate data-swap="preview">
      ${desk.updatePreview}
    </button>
  </p>`;
}

function waysOn({ locale: { desk } }: Visit, article: EditedArticle): Html {
  return html`<ul class="ways">
    ${!article.isDisabled && html`<li><a href="${articleAddress(article)}">${desk.asReadersSee}</a></li>`}
    <li><a href="${deskArticle(article, 'history')}">${desk.history}</a></li>
    <li><a href="${deskArticle(article, 'json')}">${desk.freeJson}</a></li>
  </ul>`;
}

/** What the typed reading could not take from the free JSON: it stays as it is, whatever the form changes. */
function unread({ content }: EditedArticle, text: string): Part {
  const { warnings } = content;
  return (
    warnings.length > 0 &&
    html`<details class="notice">
      <summary>${text}</summary>
      <ul>
        ${warnings.slice(0, 20).map((warning) => html`<li>${warning}</li>`)}
      </ul>
    </details>`
  );
}

function hiding(visit: Visit, article: EditedArticle): Html {
  const { desk } = visit.locale;
  const { isDisabled, revision } = article;
  return actionForm(visit, deskArticle(article, 'state'), {
    label: isDisabled ? desk.show : desk.hide,
    fields: [hidden('revision', revision), hidden('isDisabled', String(!isDisabled))],
  });
}

function preview({ locale }: Visit, state: ArticleState, article: Parameters<typeof previewOf>[1]): Html {
  return html`<section id="preview" class="preview" aria-label="${locale.desk.preview}">
    <p class="hint">${locale.desk.preview}</p>
    ${articleHtml(previewOf(state, article), locale, { isInner: true })}
  </section>`;
}

/** Hides an article, or shows it again. */
export const changeState: Show = async (visit) => {
  const { form, param, write } = visit;
  const { errors } = await write('set-article-disabled', {
    dictionary: param('dictionary'),
    article: param('article'),
    revision: Number(form.word('revision')),
    isDisabled: form.word('isDisabled') === 'true',
  });
  const done =
    errors.length > 0 ? 'changedMeanwhile' : form.word('isDisabled') === 'true' ? 'hidden' : 'shown';
  return new Redirect(`${deskDictionary(param('dictionary'), 'articles', param('article'))}?done=${done}`);
};

const NO_CONTENT = { extra: {}, warnings: [] as readonly string[] } as unknown as FormContent;

/** The form of an article that is yet to be written, with a blank item where most articles have one. */
export const showNew: Show = async (visit) => {
  const { query } = visit;
  const blank = withPart(withPart(EMPTY_STATE, 'categories', [{}]), 'translations', [{}]);
  return newPage(visit, await writingFor(visit), { state: withPart(blank, 'headword', query('headword')) });
};

/** Creates an article, or shows the form anew. */
export const createArticle: Show = async (visit) => {
  const { form, locale, param, write } = visit;
  const dictionary = await writingFor(visit);
  const state = stateFrom(form);
  const action = form.word('do');
  if (action !== 'save') return newPage(visit, dictionary, { state: changedBy(state, action) });
  const own = settled(state, EMPTY_STATE);
  const parts = differingParts(own, EMPTY_STATE);
  const faults = faultsIn(state, locale.desk.faults);
  if (parts.length === 0) faults.set('headword', locale.desk.faults.required);
  if (faults.size > 0) return { ...newPage(visit, dictionary, { state, faults }), status: 400 };
  const { payload, errors } = await write<{
    readonly article: { readonly dictionaryId: string; readonly number: number } | null;
  }>('create-article', { dictionary: param('dictionary'), content: contentInput(own, parts) });
  if (payload.article) return new Redirect(`${deskArticle(payload.article)}?done=created`);
  return { ...newPage(visit, dictionary, { state, faults: faultsOf(errors, fieldNameOf) }), status: 400 };
};

async function writingFor({ read, param, locale }: Visit): Promise<Writing> {
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return dictionary;
}

function newPage(visit: Visit, dictionary: Writing, { state, faults = NO_FAULTS }: Editing): DeskPage {
  const { locale } = visit;
  const { desk } = locale;
  const { dictionaryId } = dictionary;
  const article = { dictionaryId, number: 0, headword: '…', radical: null, dictionary, content: NO_CONTENT };
  return inDictionary(visit, dictionary, {
    title: desk.newArticle,
    tab: 'new',
    main: html`<div class="editing">
      <div>
        <h1>${desk.newArticle}</h1>
        ${faultList(faults, locale, labelsOf(locale, faults.keys()))}
        <form
          id="editor"
          method="post"
          action="${deskDictionary(dictionaryId, 'new')}"
          enctype="multipart/form-data"
          data-letters="${letterKeys(dictionary, state)}"
          data-insert="${desk.insert}"
        >
          ${saveBar(visit)} ${articleFields({ state, faults, dictionary, locale })}
        </form>
      </div>
      ${preview(visit, state, article)}
    </div>`,
  });
}
