import { article } from './support/dictionary-schema';
import { serve, type Server } from './support/server';

const translations = [
  { lang: 'fr', number: 1, content: 'maison' },
  { lang: 'fr', number: 2, content: 'foyer' },
  { lang: 'en', number: 1, content: 'house' },
  { lang: 'sw', number: 1, content: 'nyumba' },
];
const ids = { id_article: 7, id_dico: 'wol_fra' };

let server: Server;
beforeAll(async () => {
  server = await serve([article({ number: 7, translations })]);
});
afterAll(() => server.close());

describe('resume', () => {
  test.each(['resume', 'resume=true', 'resume=summary', 'resume='])(
    '?%s gives the summary form',
    async (query) => {
      for (const path of ['/lexicon/articles', '/lexicon/articles/wol_fra']) {
        const response = await server.get(`${path}?${query}`);

        expect(response.status).toBe(200);
        const [item] = response.body['articles'] as unknown[];
        expect(item).toEqual({
          article: { type: 'noun', category: 'n', translation: 'maison' },
          article_page: 1,
          disable_article: false,
          id_article: 7,
          id_dico: 'wol_fra',
          like: 2,
          public_id: 'p-7',
          radical: null,
          unlike: 1,
        });
      }
    },
  );

  test.each(['resume=false', 'resume=0', 'resume=no'])('?%s gives the whole form', async (query) => {
    const response = await server.get(`/lexicon/articles/wol_fra?${query}`);

    expect(response.body['articles']).toMatchObject([
      { article: { entry: { headword: 'word 7' } }, users_versions: '' },
    ]);
  });
});

describe('B30 and B31 in other languages', () => {
  test('a language other than the four documented ones has an additional key', async () => {
    const response = await server.get('/lexicon/articles/wol_fra?trads=sw');

    expect(response.body['translation']).toEqual([
      { ...ids, trad_en: 'house', trad_es: null, trad_fr: 'maison; foyer', trad_ko: null, trad_sw: 'nyumba' },
    ]);
  });

  test('a documented language in capitals adds no key', async () => {
    const response = await server.get('/lexicon/articles/wol_fra?trads=FR');

    expect(response.body['translation']).toEqual([
      { ...ids, trad_en: 'house', trad_es: null, trad_fr: 'maison; foyer', trad_ko: null },
    ]);
  });

  test.each(['trads', 'trads=', 'trad=%20', 'trads=xx', 'trads=es'])(
    '?%s finds nothing, with or without a dictionary',
    async (query) => {
      for (const scope of ['', '/wol_fra']) {
        const response = await server.get(`/lexicon/articles${scope}?${query}`);

        expect(response.status).toBe(206);
        expect(response.body['translation']).toEqual([]);
        expect(response.body['message']).toBe('Article translations not found');
      }
    },
  );
});
