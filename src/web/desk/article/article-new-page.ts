import { Failure } from '../../../shared/failure';
import { html } from '../../../shared/html';
import { suggestionAddress } from '../../reader/addresses';
import { deskArticle, deskDictionary } from '../addresses';
import { mayEdit, mayPropose, type NewArticleData, type Writing } from '../data';
import { inDictionary } from '../dictionary-frame';
import { type Faults, faultsOf, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type DeskHandler, type DeskContext } from '../desk-context';
import { changedBy, type ArticleState, EMPTY_STATE, withPart } from './article-parts';
import {
  contentInput,
  differingParts,
  faultsIn,
  fieldNameOf,
  type FormContent,
  normalised,
  stateFrom,
} from './article-state';
import { editor } from './editor';
import { propose } from '../proposals/proposing';

interface NewArticleForm {
  readonly state: ArticleState;
  readonly faults?: Faults;
}

const NO_CONTENT = { extra: {}, warnings: [] as readonly string[] } as unknown as FormContent;

/** The form of a new article, with a blank item in the lists that most articles use. */
export const showNew: DeskHandler = async (context) => {
  const { query } = context;
  const blank = withPart(withPart(EMPTY_STATE, 'categories', [{}]), 'translations', [{}]);
  return newPage(context, await writingFor(context), {
    state: withPart(blank, 'headword', query('headword')),
  });
};

/** Creates an article, or shows the form again. */
export const createArticle: DeskHandler = async (context) => {
  const { form, locale, param, write } = context;
  const dictionary = await writingFor(context);
  const state = stateFrom(form);
  const action = form.word('do');
  if (action !== 'save') return newPage(context, dictionary, { state: changedBy(state, action) });
  const own = normalised(state, EMPTY_STATE);
  const parts = differingParts(own, EMPTY_STATE);
  const faults = faultsIn(state, locale.desk.faults);
  if (parts.length === 0) faults.set('headword', locale.desk.faults.required);
  if (faults.size > 0) return { ...(await newPage(context, dictionary, { state, faults })), status: 400 };
  if (!mayEdit(dictionary) && mayPropose(dictionary)) {
    const outcome = await propose(context, { dictionaryId: dictionary.dictionaryId, state: own, parts });
    return outcome instanceof Redirect
      ? outcome
      : { ...(await newPage(context, dictionary, { state, faults: outcome })), status: 400 };
  }
  const { payload, errors } = await write<{
    readonly article: { readonly dictionaryId: string; readonly number: number } | null;
  }>('create-article', { dictionary: param('dictionary'), content: contentInput(own, parts) });
  if (payload.article) return new Redirect(`${deskArticle(payload.article)}?done=created`);
  return {
    ...(await newPage(context, dictionary, { state, faults: faultsOf(errors, fieldNameOf) })),
    status: 400,
  };
};

async function writingFor({ read, param, locale }: DeskContext): Promise<Writing> {
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return dictionary;
}

async function newPage(
  context: DeskContext,
  dictionary: Writing,
  { state, faults = NO_FAULTS }: NewArticleForm,
): Promise<DeskPage> {
  const { desk } = context.locale;
  const { dictionaryId } = dictionary;
  return inDictionary(context, dictionary, {
    title: desk.newArticle,
    tab: 'new',
    main: await editor(context, {
      action:
        context.viewer.role === 'GUEST'
          ? suggestionAddress(dictionaryId)
          : deskDictionary(dictionaryId, 'new'),
      dictionary,
      article: { dictionaryId, number: 0, headword: '…', radical: null, dictionary, content: NO_CONTENT },
      state,
      faults,
      sending: mayEdit(dictionary) ? 'save' : mayPropose(dictionary) ? 'propose' : 'nothing',
      above: html`<h1>${desk.newArticle}</h1>`,
    }),
  });
}
