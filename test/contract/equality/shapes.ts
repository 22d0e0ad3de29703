/** Content in every shape that the interface allows, each part several times. */
export const SHAPES: readonly Record<string, unknown>[] = [
  { entry: { headword: 'Ŋaŋa' }, category: 'n', class: '', translations: [] },
  { entry: { headword: 'ŋaŋa' }, category: 'n', class: '7/8', type: 'noun' },
  { entry: { headword: '-naŋa' }, translations: [{ lang: 'FR', number: '2', content: 'deux' }] },
  { entry: { headword: "n'aŋa" }, forms: [], form: ['nanga'], example: 'Naŋa!' },
  { entry: { headword: 'ɓàŋ' }, translations: ['sans langue', { lang: 'fr', content: 'bang' }] },
  { entry: { headword: 'ban g' }, class: { pair: '1/2' }, type: 'x' },
  { entry: { headword: 'bañ' }, examples: { text: 'Bañ naa.', translation: { fr: 'Je refuse.' } } },
  {
    article: {
      entry: { variant: { prefix: 'kɪ̀', radical: 'tɔ́ŋ', forme: 'simple' } },
      category: { cat: [{ number: '1', content: 'n' }] },
      translations: {
        equivalent: [
          { lang: 'fr', number: '1', content: 'oreille' },
          { lang: 'fr', number: '2', content: 'anse' },
          { lang: 'ko', number: '1', content: 'tɔ' },
        ],
      },
    },
  },
  {
    article: {
      article: {
        entry: { headword: 'kiton', variants: [{ radical: 'ton' }] },
        category: { cat: { number: '1', content: 'v' } },
        translations: { equivalent: { lang: 'es', number: '1', content: 'oír' } },
      },
    },
  },
  { category: 'nothing to look up' },
  { entry: {}, radical: 'ƴaru', forms: { form: 'ƴaruuji', type: 'plural' } },
  { entry: { headword: '‹zuzu›' }, type: '  ', examples: [], translations: [{ lang: 'wo', content: 'x' }] },
  { entry: { headword: 'kùrú' }, class: '1/2', type: 'verb', forms: [{ form: 'kùrúma', type: 'plural' }] },
  { entry: { headword: 'kúrú' }, class: 'ƙ', type: 'particle', category: { content: 'part' } },
  {
    article: {
      entry: { headword: 'kuru' },
      class: { data: [{ number: '1', content: '9/10' }] },
      type: 'ideophone',
      example: [{ text: 'Kuru-kuru!', translation: { en: 'All around!' } }],
    },
  },
];
