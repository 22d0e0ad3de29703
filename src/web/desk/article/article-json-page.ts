import { Failure } from '../../../shared/failure';
import { html } from '../../../shared/html';
import { deskArticle } from '../addresses';
import type { DictionaryHead } from '../data';
import { inDictionary } from '../dictionary-frame';
import { NO_FAULTS, csrfField, faultList, faultsOf, field, hidden, jsonFault, type Faults } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';

interface SourceArticle {
  readonly dictionaryId: string;
  readonly number: number;
  readonly headword: string | null;
  readonly revision: number;
  readonly source: unknown;
  readonly content: { readonly warnings: readonly string[] };
  readonly dictionary: DictionaryHead;
}

interface SourceData {
  readonly article: SourceArticle | null;
}

/** The page with the free JSON of an article. */
export const showSource: DeskHandler = async (context) => {
  const article = await readSource(context);
  return sourcePage(context, article, { text: indentedJson(article.source), revision: article.revision });
};

/** Replaces the free JSON if the text is valid and nobody has changed the article since the page was loaded. */
export const changeSource: DeskHandler = async (context) => {
  const { form, write, locale } = context;
  const article = await readSource(context);
  const text = form.text('source');
  const revision = Number(form.word('revision'));
  const parsed = submittedJson(text);
  if (!parsed)
    return {
      ...sourcePage(context, article, {
        text,
        revision,
        faults: new Map([['source', jsonFault(text, locale)]]),
      }),
      status: 400,
    };
  const names = { dictionary: article.dictionaryId, article: String(article.number) };
  const { errors } = await write('save-article-source', { ...names, revision, source: parsed.value });
  if (errors.length === 0) return new Redirect(`${deskArticle(article, 'json')}?done=saved`);
  if (errors.some(({ code }) => code === 'REVISION_MISMATCH')) {
    const now = await readSource(context);
    return {
      ...sourcePage(context, now, { text, revision: now.revision, theirs: indentedJson(now.source) }),
      status: 409,
    };
  }
  const faults = faultsOf(errors, () => 'source');
  return { ...sourcePage(context, article, { text, revision, faults }), status: 400 };
};

async function readSource({ read, param, locale }: DeskContext): Promise<SourceArticle> {
  const names = { dictionary: param('dictionary'), article: param('article') };
  const { article } = await read<SourceData>('article-source', names);
  if (!article) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return article;
}

function indentedJson(source: unknown): string {
  // Values that are stored as JSON text are parsed first, so that they are indented.
  return JSON.stringify(JSON.parse(JSON.stringify(source ?? null)), null, 2);
}

/** Returns the value of a text; `undefined` if it is not JSON. */
function submittedJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

interface SourceForm {
  readonly text: string;
  readonly revision: number;
  readonly faults?: Faults;
  /** The version that another user has stored since the page was loaded. */
  readonly theirs?: string;
}

function sourcePage(
  context: DeskContext,
  article: SourceArticle,
  { text, revision, faults = NO_FAULTS, theirs }: SourceForm,
): DeskPage {
  const { desk } = context.locale;
  const title = `${article.headword ?? ''} · ${desk.freeJson}`;
  const { warnings } = article.content;
  return inDictionary(context, article.dictionary, {
    title,
    main: html`<h1><span lang="" dir="auto">${article.headword}</span> · ${desk.freeJson}</h1>
      <p><a href="${deskArticle(article)}">${desk.toForm}</a></p>
      <p class="hint">${desk.freeJsonHint}</p>
      ${theirs !== undefined && conflict(theirs, desk)}
      ${faultList(faults, context.locale, { source: desk.freeJson })}
      ${
        warnings.length > 0 &&
        html`<details class="notice">
          <summary>${desk.unread}</summary>
          <ul>
            ${warnings.slice(0, 20).map((warning) => html`<li>${warning}</li>`)}
          </ul>
        </details>`
      }
      <form method="post" action="${deskArticle(article, 'json')}" enctype="multipart/form-data">
        ${csrfField(context)} ${hidden('revision', revision)}
        ${field({ name: 'source', label: desk.freeJson, value: text, type: 'area', more: html`rows="24" class="code" spellcheck="false" autocapitalize="off"` }, faults)}
        <button>${desk.save}</button>
      </form>`,
  });
}

function conflict(theirs: string, desk: DeskContext['locale']['desk']) {
  return html`<section class="faults" role="alert" aria-labelledby="conflict">
    <h2 id="conflict">${desk.conflict}</h2>
    <p>${desk.jsonConflictHint}</p>
    <pre class="code" tabindex="0" aria-label="${desk.theirs}">${theirs}</pre>
  </section>`;
}
