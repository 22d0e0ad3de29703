import MiniSearch from 'minisearch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as french } from '@orama/stemmers/french';
import { stopwords as englishStops } from '@orama/stopwords/english';
import { stopwords as frenchStops } from '@orama/stopwords/french';
import { folded } from './rows.mjs';

const LANGUAGES = { en: [english, new Set(englishStops)], fr: [french, new Set(frenchStops)] };
const MOST = 10;

/** The fields, one for each language of translations, so that each has its stemmer. */
function termOf(term, field) {
  const [stem, stops] = LANGUAGES[field] ?? [];
  const lower = term.toLowerCase();
  if (stem === undefined) return folded(lower);
  return stops.has(lower) ? null : folded(stem(lower));
}

/** Searches with MiniSearch: for all words, then with prefixes and typing errors, then for any of the words. */
export function askMiniSearch(articles, queries) {
  const index = new MiniSearch({
    fields: ['headword', 'forms', 'en', 'fr', 'other', 'texts'],
    storeFields: ['dictionary', 'plain'],
    processTerm: termOf,
    tokenize: (text) => text.split(/[\s,;:.!?()[\]/"«»’']+/u).filter(Boolean),
    searchOptions: {
      boost: { headword: 8, forms: 5, en: 3, fr: 3, other: 3, texts: 0.5 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 1 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
    },
  });
  index.addAll(
    articles.map(({ id, dictionary, headword, forms, glosses, texts }) => {
      const of = (isOf) =>
        glosses
          .filter(({ lang }) => isOf(lang))
          .map(({ content }) => content)
          .join('; ');
      return {
        id,
        dictionary,
        plain: folded(headword),
        headword,
        forms: forms.join(' '),
        en: of((lang) => lang === 'en'),
        fr: of((lang) => lang === 'fr'),
        other: of((lang) => !(lang in LANGUAGES)),
        texts: texts.join(' '),
      };
    }),
  );
  return queries.map(({ query, id_dico: dictionary }) => {
    const plain = folded(query);
    const filter = (result) => dictionary === null || result.dictionary === dictionary;
    const boostDocument = (_, __, stored) => (stored.plain === plain ? 5 : 1);
    const search = (combineWith) => {
      const of = (fields, language) => ({
        queries: [query],
        fields,
        combineWith,
        processTerm: (term) => termOf(term, language),
      });
      const parts = [of(['headword', 'forms', 'other', 'texts']), of(['en'], 'en'), of(['fr'], 'fr')];
      return index.search({ combineWith: 'OR', queries: parts }, { filter, boostDocument });
    };
    const all = search('AND');
    return (all.length > 0 ? all : search('OR')).slice(0, MOST).map(({ id }) => id);
  });
}
