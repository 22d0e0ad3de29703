import { Failure } from '../../../shared/failure';
import { html, type Html, type Part } from '../../../shared/html';
import { deskDictionary } from '../addresses';
import type { ArticleRow, DictionaryHead, NewArticleData } from '../data';
import { localisedMessage } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import { hidden, csrfField } from '../fields';
import type { DeskPage, DeskHandler, DeskContext } from '../desk-context';

/** Actions on several articles at once. */
export const BULK_ACTIONS = ['disable', 'enable', 'delete'] as const;

type BulkAction = (typeof BULK_ACTIONS)[number];

/** Maximum number of articles of one form. A page of the table has fewer. */
const MAX_CHOSEN = 100;

/** A selected article with the state that the page showed. */
interface Chosen {
  readonly number: string;
  readonly revision: number;
  readonly isDisabled: boolean;
  readonly headword: string;
}

/** Encodes a selected article as the value of a form field. */
export function chosenValue({
  number,
  revision,
  isDisabled,
  headword,
}: Pick<ArticleRow, 'number' | 'revision' | 'isDisabled' | 'headword'>): string {
  return [number, revision, isDisabled ? 'hidden' : 'shown', headword ?? ''].join('.');
}

function chosenIn(value: string): readonly Chosen[] {
  const [, number, revision, state, headword = ''] =
    /^(\d{1,16})\.(\d{1,9})\.(hidden|shown)\.(.*)$/s.exec(value) ?? [];
  if (number === undefined) return [];
  return [
    { number, revision: Number(revision), isDisabled: state === 'hidden', headword: headword || number },
  ];
}

/** Asks for confirmation of an action on the selected articles, and runs it when it is confirmed. */
export const changeSelected: DeskHandler = async (context) => {
  const { form, param, read, locale } = context;
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const action = BULK_ACTIONS.find((name) => name === form.word('do')) ?? 'disable';
  const chosen = form.all('article').slice(0, MAX_CHOSEN).flatMap(chosenIn);
  if (chosen.length === 0) return page(context, dictionary, { title: locale.desk.bulkNone, status: 400 });
  return form.word('sure') === 'yes'
    ? done(context, dictionary, action, chosen)
    : question(context, dictionary, action, chosen);
};

function page(
  context: DeskContext,
  dictionary: DictionaryHead,
  { title, main = '', status = 200 }: { title: string; main?: Part; status?: number },
): DeskPage {
  return inDictionary(context, dictionary, {
    title,
    status,
    main: html`<h1>${title}</h1>
      ${main}
      <p class="below">
        <a href="${deskDictionary(dictionary.dictionaryId)}">${context.locale.desk.backToTable}</a>
      </p>`,
  });
}

/** Returns the page that asks for confirmation and lists the articles. */
function question(
  context: DeskContext,
  dictionary: DictionaryHead,
  action: BulkAction,
  chosen: readonly Chosen[],
): DeskPage {
  const { desk } = context.locale;
  const isDone = ({ isDisabled }: Chosen): boolean =>
    action !== 'delete' && isDisabled === (action === 'disable');
  const left = chosen.filter((article) => !isDone(article));
  return page(context, dictionary, {
    title: desk.bulkQuestion[action],
    main: html`<p class="hint">${desk.bulkHint[action]}</p>
      <ul class="lines">
        ${chosen.map((article) => html`<li class="line">${word(article)} ${isDone(article) && html`<span class="tag">${desk.bulkUnchanged}</span>`}</li>`)}
      </ul>
      ${left.length > 0 && actionButton(context, dictionary, { action, chosen: left, label: desk.bulkNow[action] })}`,
  });
}

function word({ headword }: Chosen): Html {
  return html`<span lang="" dir="auto">${headword}</span>`;
}

interface BulkButton {
  readonly action: BulkAction;
  readonly chosen: readonly Chosen[];
  readonly label: string;
}

function actionButton(
  context: DeskContext,
  { dictionaryId }: DictionaryHead,
  { action, chosen, label }: BulkButton,
): Html {
  return html`<form class="action" method="post" action="${deskDictionary(dictionaryId, 'bulk')}">
    ${csrfField(context)} ${hidden('sure', 'yes')}
    ${chosen.map((article) => hidden('article', chosenValue({ ...article, number: Number(article.number) })))}
    <button name="do" value="${action}">${label}</button>
  </form>`;
}

/** Runs the action for each article that is unchanged since the page showed it, and offers to undo what can be undone. */
async function done(
  context: DeskContext,
  dictionary: DictionaryHead,
  action: BulkAction,
  chosen: readonly Chosen[],
): Promise<DeskPage> {
  const { desk } = context.locale;
  const changed: Chosen[] = [];
  const refused: Refused[] = [];
  for (const article of chosen) {
    const after = await changedOne(context, dictionary.dictionaryId, action, article);
    if ('why' in after) refused.push(after);
    else changed.push(after);
  }
  const opposite = action === 'disable' ? 'enable' : 'disable';
  const list = (title: string, articles: readonly (Chosen | Refused)[]): Part =>
    articles.length > 0 &&
    html`<h2>${title}</h2>
      <ul class="lines">
        ${articles.map((article) => html`<li class="line">${word(article)}${'why' in article && html`: ${article.why}`}</li>`)}
      </ul>`;
  return page(context, dictionary, {
    title: `${desk.bulkDone[action]}${desk.colon} ${String(changed.length)}`,
    ...(refused.length > 0 ? { status: 409 } : {}),
    main: html`${list(desk.bulkDone[action], changed)} ${list(desk.bulkRefused, refused)}
    ${action !== 'delete' && changed.length > 0 && actionButton(context, dictionary, { action: opposite, chosen: changed, label: desk.undoBulk })}`,
  });
}

interface StatePayload {
  readonly article: { readonly revision: number } | null;
}

interface Refused extends Chosen {
  readonly why: Part;
}

/** Returns the article after the change, or the reason why it was not changed. */
async function changedOne(
  { write, locale }: DeskContext,
  dictionary: string,
  action: BulkAction,
  article: Chosen,
): Promise<Chosen | Refused> {
  const names = { dictionary, article: article.number, revision: article.revision };
  const isDisabled = action === 'disable';
  try {
    const { payload, errors } =
      action === 'delete'
        ? await write<StatePayload>('delete-article', names)
        : await write<StatePayload>('set-article-disabled', { ...names, isDisabled });
    const [error] = errors;
    if (error) return { ...article, why: error.message };
    return { ...article, isDisabled, revision: payload.article?.revision ?? article.revision };
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'missing') throw error;
    return { ...article, why: localisedMessage({ code: error.reason, message: error.message }, locale) };
  }
}
