const ARTICLE = {
  entry: { headword: 'kà' },
  category: 'v',
  translations: [
    { lang: 'en', number: 1, content: 'read' },
    { lang: 'fr', number: 1, content: 'lire' },
  ],
};

const ACCOUNT = { username: 'ade', password: 'a long password' };

/** Bodies of requests that show what a route takes, by the id of its row. */
export const SAMPLE_BODIES: Readonly<Record<string, unknown>> = {
  A1: {
    name: 'Market helper',
    email: 'market@example.org',
    password: 'a long password',
    compagny: 'Example',
    country: 'Cameroon',
    description: 'Answers questions about prices.',
  },
  A5: { public_id: '6a0f1f0e-3d52-4b53-9d0e-7c5b1a0c2f11', token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6Ij…' },
  A6: { description: 'Answers questions about prices and markets.' },
  B1: { article: ARTICLE },
  B33: { article: { ...ARTICLE, type: 'verb' } },
  'B37-post': { 'Basic-Auth': ACCOUNT },
  B38: { metadata: { id_dico: 'my_words', short_name: 'My words', long_name: 'Words that I collect' } },
  'B34-post': { comment: { id_article: '55', data: 'Also said of books.' } },
  'B34-put': { comment: { data: 'Also said of letters.' } },
  'B35-post': { comment: { id_dico: 'yor_eng_fra_griot', id_article: '55', data: 'Also said of books.' } },
  'B35-put': { comment: { data: 'Also said of letters.' } },
  'B36-post': { comment: { data: 'Also said of books.' } },
  'B36-put': { comment: { data: 'Also said of letters.' } },
  'B40-put': { metadata: { review_version: '2' } },
  'B43-put': { user: { name: 'Adé Bello', for_lang: 'en' } },
  B41: { user: { ...ACCOUNT, name: 'Adé Bello', nat_lang: 'yo', for_lang: 'fr' } },
};
