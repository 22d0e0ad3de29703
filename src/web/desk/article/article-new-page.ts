import { Failure } from '../../../shared/failure';
import { html } from '../../../shared/html';
import { suggestionAddress } from '../../reader/addresses';
import { deskArticle, deskDictionary } from '../addresses';
import { isEditing, mayPropose, type NewArticleData, type Writing } from '../data';
import { inDictionary } from '../dictionary-frame';
import { type Faults, faultsOf, NO_FAULTS } from '../fields';
import { type DeskPage, Redirect, type Show, type Visit } from '../visit';
import { changedBy, type ArticleState, EMPTY_STATE, withPart } from './article-parts';
import {
  contentInput,
  differingParts,
  faultsIn,
  fieldNameOf,
  type FormContent,
  settled,
  stateFrom,
} from './article-state';
import { editor } from './editor';
import { propose } from '../proposals/proposing';

interface Editing {
  readonly state: ArticleState;
  readonly faults?: Faults;
}

const NO_CONTENT = { extra: {}, warnings: [] as readonly string[] } as unknown as FormContent;

/** The form of an article that is yet to be written, with a blank item where most articles have one. */
export const showNew: Show = async (visit) => {
  const { query } = visit;
  const blank = withPart(withPart(EMPTY_STATE, 'categories', [{}]), 'translations', [{}]);
  return newPage(visit, await writingFor(visit), { state: withPart(blank, 'headword', query('headword')) });
};

/** Creates an article, or shows the form again. */
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
  if (faults.size > 0) return { ...(await newPage(visit, dictionary, { state, faults })), status: 400 };
  if (!isEditing(dictionary) && mayPropose(dictionary)) {
    const sent = await propose(visit, { dictionaryId: dictionary.dictionaryId, state: own, parts });
    return sent instanceof Redirect
      ? sent
      : { ...(await newPage(visit, dictionary, { state, faults: sent })), status: 400 };
  }
  const { payload, errors } = await write<{
    readonly article: { readonly dictionaryId: string; readonly number: number } | null;
  }>('create-article', { dictionary: param('dictionary'), content: contentInput(own, parts) });
  if (payload.article) return new Redirect(`${deskArticle(payload.article)}?done=created`);
  return {
    ...(await newPage(visit, dictionary, { state, faults: faultsOf(errors, fieldNameOf) })),
    status: 400,
  };
};

async function writingFor({ read, param, locale }: Visit): Promise<Writing> {
  const { dictionary } = await read<NewArticleData>('new-article', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  return dictionary;
}

async function newPage(
  visit: Visit,
  dictionary: Writing,
  { state, faults = NO_FAULTS }: Editing,
): Promise<DeskPage> {
  const { desk } = visit.locale;
  const { dictionaryId } = dictionary;
  return inDictionary(visit, dictionary, {
    title: desk.newArticle,
    tab: 'new',
    main: await editor(visit, {
      action:
        visit.person.role === 'GUEST' ? suggestionAddress(dictionaryId) : deskDictionary(dictionaryId, 'new'),
      dictionary,
      article: { dictionaryId, number: 0, headword: '…', radical: null, dictionary, content: NO_CONTENT },
      state,
      faults,
      sending: isEditing(dictionary) ? 'save' : mayPropose(dictionary) ? 'propose' : 'nothing',
      above: html`<h1>${desk.newArticle}</h1>`,
    }),
  });
}
