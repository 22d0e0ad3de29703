import { articleText } from '../../../../src/domain/article/derive-article';
import { readArticle } from '../../../../src/domain/reading/read-article';

describe('the searchable text of an article', () => {
  it('has headword, variants, forms, translations and examples, each once and on a separate line', () => {
    const content = readArticle({
      type: 'noun',
      entry: { headword: 'nyumba', variants: [{ radical: 'nyumba' }, { prefix: 'ma', radical: 'jumba' }] },
      category: 'n',
      forms: ['majumba', 'manyumba'],
      translations: [
        { lang: 'en', content: 'house' },
        { lang: 'fr', content: 'maison,\n\tlogis ' },
      ],
      examples: [
        { text: 'Nyumba ni kubwa.', translation: { en: 'The house is big.', fr: 'Grande maison.' } },
      ],
    });

    expect(articleText(content)).toBe(
      [
        'nyumba',
        'majumba',
        'manyumba',
        'house',
        'maison, logis',
        'Nyumba ni kubwa.',
        'The house is big.',
        'Grande maison.',
      ].join('\n'),
    );
  });

  it('is empty where the article is', () => {
    expect(articleText(readArticle({}))).toBe('');
  });
});
