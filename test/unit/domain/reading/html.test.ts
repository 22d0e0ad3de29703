import fc from 'fast-check';
import { articleHtml } from '../../../../src/domain/reading/html';
import { readArticle } from '../../../../src/domain/reading/read-article';

describe('the HTML of an article', () => {
  it('shows each part in an element that names it', () => {
    const content = readArticle({
      entry: { headword: 'nyumba', variants: [{ forme: 'simple', radical: 'jumba', type: 'augmentative' }] },
      category: 'n',
      class: { pair: '9/10', role: 'singular' },
      forms: [{ form: 'nyumbani', type: 'locative' }],
      translations: [{ lang: 'en', number: 2, content: 'house' }, { content: 'x' }],
      examples: [{ text: 'Nyumba ni kubwa.', translation: { en: 'The house is big.' } }],
    });

    expect(articleHtml(content)).toBe(
      [
        '<article><header><h2><dfn dir="auto">nyumba</dfn></h2>',
        '<ul class="categories"><li>n</li></ul>',
        '<ul class="classes"><li>9/10 <small>singular</small></li></ul></header>',
        '<ul class="variants"><li><b dir="auto">jumba</b> <small>simple, augmentative</small></li></ul>',
        '<ul class="forms"><li><b dir="auto">nyumbani</b> <small>locative</small></li></ul>',
        '<ol class="translations"><li value="2" lang="en">house</li><li value="2">x</li></ol>',
        '<figure class="example"><blockquote dir="auto">Nyumba ni kubwa.</blockquote>',
        '<figcaption lang="en">The house is big.</figcaption></figure></article>',
      ].join(''),
    );
  });

  it('leaves out the parts that are missing', () => {
    expect(articleHtml(readArticle({ translations: 'x' }))).toBe(
      '<article><ol class="translations"><li value="1">x</li></ol></article>',
    );
    expect(articleHtml(readArticle(null))).toBe('<article></article>');
  });

  it('escapes what could be markup in every value', () => {
    const tricky = fc.constantFrom('<script>', '"', "'", '&amp;', '& ', '</b>', '<img onerror=x>', '\0');
    fc.assert(
      fc.property(fc.array(tricky, { minLength: 1 }), (pieces) => {
        const raw = pieces.join('');
        const content = readArticle({
          type: raw,
          radical: raw,
          entry: { headword: raw, variants: [{ form: `f${raw}`, radical: raw, type: raw }] },
          categories: raw,
          classes: { pair: raw, role: raw, value: raw, prefix: raw },
          forms: { form: raw, type: raw },
          examples: { content: raw, target: raw },
          translations: { content: raw, lang: raw },
        });
        const translations = [{ lang: raw, number: 1, content: raw }];

        const html = articleHtml(Object.assign(content, { translations }));
        const bare = html.replace(/<\/?[a-z0-9]+(?: [a-z]+="[^"<>]*")*>/g, '');

        expect(bare).not.toMatch(/[<>"'\0]/);
        expect(bare.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
        expect(html).not.toMatch(/<(?:script|style|img)/);
        expect(html.replace(/"[^"]*"/g, '""')).not.toMatch(/<[^>]* (?!dir=|class=|lang=|value=)\w/);
      }),
    );
  });
});
