import { htmlText } from '../../shared/html-text';
import type {
  ArticleContent,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
} from '../article/article-content';

/** Text in HTML; NUL, which HTML does not allow, as its stand-in. */
function escaped(text: string): string {
  return htmlText(text).replaceAll('\0', '\uFFFD');
}

/**
 * An element around HTML that is already escaped; attribute values are escaped here.
 *
 * @returns an empty text when there is nothing inside; attributes without a value are left out
 */
function element(
  name: string,
  inner: string,
  attributes: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  if (inner === '') return '';
  const written = Object.entries(attributes).flatMap(([attribute, value]) =>
    value === undefined || value === null ? [] : [` ${attribute}="${escaped(String(value))}"`],
  );
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

/** An element around plain text. */
function textElement(
  name: string,
  text: string | null | undefined,
  attributes: Readonly<Record<string, string | number | null | undefined>> = {},
): string {
  return element(name, escaped(text ?? ''), attributes);
}

/** Headwords may be written from right to left (N'Ko, Adlam, Ajami): each text finds its own direction. */
const ANY_DIRECTION = { dir: 'auto' };

/**
 * The article as one semantic HTML element, for any page: no script, no style, every value escaped. Parts
 * that the article does not have are left out.
 */
export function articleHtml(content: ArticleContent): string {
  const { entry, categories, classes, forms, translations, examples } = content;
  const inner = [
    element(
      'header',
      [
        element('h2', textElement('dfn', entry.headword, ANY_DIRECTION)),
        list(
          'categories',
          categories.map((category) => escaped(category.content)),
        ),
        list('classes', classes.map(classHtml)),
      ].join(''),
    ),
    list('variants', entry.variants.map(variantHtml)),
    list(
      'forms',
      forms.map(({ form, type }) => textElement('b', form, ANY_DIRECTION) + remark([type])),
    ),
    element('ol', translations.map(translationHtml).join(''), { class: 'translations' }),
    ...examples.map(exampleHtml),
  ].join('');
  return `<article>${inner}</article>`;
}

function list(name: string, items: readonly string[]): string {
  return element('ul', items.map((item) => element('li', item)).join(''), { class: name });
}

function classHtml({ pair, value, prefix, role }: GrammaticalClass): string {
  return escaped(filled([pair, value, prefix]).join(' ')) + remark([role]);
}

function variantHtml({ headword, form, type }: Variant): string {
  return textElement('b', headword, ANY_DIRECTION) + remark([form === headword ? null : form, type]);
}

function remark(texts: readonly (string | null | undefined)[]): string {
  const small = textElement('small', filled(texts).join(', '));
  return small === '' ? '' : ` ${small}`;
}

function filled(texts: readonly (string | null | undefined)[]): readonly string[] {
  return texts.filter((text): text is string => (text ?? '') !== '');
}

function translationHtml({ lang, number, content }: Translation): string {
  return textElement('li', content, { value: number, lang });
}

function exampleHtml({ content, target, lang }: Example): string {
  const quote = textElement('blockquote', content, ANY_DIRECTION);
  return element('figure', quote + textElement('figcaption', target, { lang }), { class: 'example' });
}
