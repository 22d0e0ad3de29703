import { html, type Html, type Part } from '../../shared/html';
import { DESK } from '../../shared/http';
import { dictionaryAddress } from '../reader/addresses';
import { dictionaryTitle } from '../reader/pages/dictionaries-page';
import { deskDictionary } from './addresses';
import { type DictionaryHead, type DictionaryRole, hasRole, mayPropose } from './data';
import type { DeskPage, DeskContext } from './desk-context';

/** The pages of a dictionary by the last segment of their paths, with the required role. */
const TABS = [
  ['', () => true],
  ['new', mayPropose],
  ['proposals', from('READER')],
  ['missed', from('EDITOR')],
  ['import', from('OWNER')],
  ['members', from('OWNER')],
  ['profile', from('OWNER')],
] as const satisfies readonly (readonly [step: string, isFor: (dictionary: DictionaryHead) => boolean])[];
type Tab = (typeof TABS)[number][0];

function from(role: DictionaryRole): (dictionary: DictionaryHead) => boolean {
  return ({ viewerRole }) => hasRole(role, viewerRole);
}

export interface DictionaryPage extends Pick<DeskPage, 'title' | 'status'> {
  readonly tab?: Tab;
  readonly main: Part;
}

/** Adds the name of the dictionary and the links to its pages to a page. */
export function inDictionary(
  context: DeskContext,
  dictionary: DictionaryHead,
  { title, tab, main, status }: DictionaryPage,
): DeskPage {
  const { desk } = context.locale;
  const isGuest = context.viewer.role === 'GUEST';
  const tabs = isGuest ? [] : TABS.filter(([, isFor]) => isFor(dictionary));
  const name = dictionaryTitle(dictionary);
  const { dictionaryId } = dictionary;
  return {
    title: `${title} · ${name}`,
    section: DESK,
    ...(status === undefined ? {} : { status }),
    main: html`<nav class="tabs" aria-label="${name}">
        <p>
          <a href="${isGuest ? dictionaryAddress(dictionaryId) : deskDictionary(dictionaryId)}">${name}</a>
        </p>
        <ul>
          ${tabs.map(([section]) => link(section, desk.tabs[section === '' ? 'articles' : section], section === tab))}
        </ul>
      </nav>
      ${main}`,
  };

  function link(step: Tab, text: string, isCurrent: boolean): Html {
    const address = deskDictionary(dictionaryId, ...(step === '' ? [] : [step]));
    return html`<li><a href="${address}" ${isCurrent && html`aria-current="page"`}>${text}</a></li>`;
  }
}
