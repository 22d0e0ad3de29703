import { Failure } from '../../../shared/failure';
import { html } from '../../../shared/html';
import { fillText } from '../../locale-texts';
import { withQuery } from '../../reader/addresses';
import { deskDictionary } from '../addresses';
import type { DictionaryHead } from '../data';
import { numberText } from '../desk-locale';
import { inDictionary } from '../dictionary-frame';
import type { DeskHandler } from '../desk-context';

interface MissedData {
  readonly dictionary:
    | (DictionaryHead & {
        readonly missedSearches: readonly { readonly text: string; readonly count: number }[];
      })
    | null;
}

/** The page of searches without hits, the most frequent first, each with a link that creates its article. */
export const showMissed: DeskHandler = async (context) => {
  const { read, param, locale } = context;
  const { desk } = locale;
  const { dictionary } = await read<MissedData>('missed', { dictionary: param('dictionary') });
  if (!dictionary) throw new Failure('NOT_FOUND', locale.texts.notFoundHint);
  const address = deskDictionary(dictionary.dictionaryId, 'new');
  return inDictionary(context, dictionary, {
    title: desk.tabs.missed,
    tab: 'missed',
    main: html`<h1>${desk.tabs.missed}</h1>
      <p class="hint">${desk.missedHint}</p>
      ${dictionary.missedSearches.length === 0 && html`<p>${desk.noMissed}</p>`}
      <ol class="lines">
        ${dictionary.missedSearches.map(
          ({ text, count }) =>
            html`<li class="line row">
              <span class="word" lang="" dir="auto">${text}</span>
              <span class="hint">${fillText(desk.times, { n: numberText(locale, count) })}</span>
              <a href="${withQuery(address, { headword: text })}">${fillText(desk.writeWord, { text })}</a>
            </li>`,
        )}
      </ol>`,
  });
};
