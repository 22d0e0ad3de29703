import type { ArticleLine } from '../support/articles';

/** A small dictionary of marked words, with every part that a page shows. */
export const DICTIONARY = 'ewe_eng_test';

export const METADATA = {
  short_name: 'Ewe-English',
  long_name: 'A small Ewe dictionary',
  description: 'Words for <testing>',
  abbr_name: 'ewe-eng',
  src_authors: 'known to accounts alone',
};

export const LINES: readonly ArticleLine[] = [
  line(1, 'ɖɔ̀ŋkɔ́', {
    type: 'noun',
    category: 'n',
    class: '7/8',
    entry: {
      headword: 'ɖɔ̀ŋkɔ́',
      pronunciation: 'ɖɔ̀ŋkɔ́',
      variants: [{ headword: 'dɔŋkɔ', type: 'southern' }],
    },
    forms: [{ form: 'ɖɔ̀ŋkɔ́wó', type: 'plural' }],
    translations: [
      { lang: 'en', number: 1, content: 'village' },
      { lang: 'en', number: 2, content: 'home town' },
      { lang: 'fr', number: 1, content: 'village' },
    ],
    source: { page: 12, notes: ['heard in Ho', 'heard in Keta'] },
    pronunciation_key: '<ɖɔ̀ŋ>',
    synonyms: ['dukɔ', 'kɔƒe'],
    examples: [
      { text: 'Meyi ɖɔ̀ŋkɔ́.', translation: { en: 'I went to the village.', fr: 'Je suis allé au village.' } },
    ],
  }),
  line(2, '<script>alert("1")</script>', { entry: { headword: '<script>alert("1")</script>' } }),
  line(3, 'atí', { entry: { headword: 'atí' }, translations: [{ lang: 'en', number: 1, content: 'tree' }] }),
  line(4, 'aƒe', {
    entry: { headword: 'aƒe' },
    examples: [{ text: 'Meyi ɖɔ̀ŋkɔ́ <b>.', translation: { en: 'I went to the market <b>.' } }],
  }),
];

function line(number: number, word: string, article: Readonly<Record<string, unknown>>): ArticleLine {
  return { id_dico: DICTIONARY, id_article: number, public_id: `${DICTIONARY}-${word}`, article };
}
