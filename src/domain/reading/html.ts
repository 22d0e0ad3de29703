import { html, type Part } from '../../shared/html';
import type {
  ArticleContent,
  Example,
  GrammaticalClass,
  Translation,
  Variant,
} from '../article/article-content';

type Text = string | null | undefined;

/**
 * Renders an article as one semantic HTML element that any page can contain: no script, no style, every value escaped. Parts that the
 * article lacks are left out.
 */
export function articleHtml(content: ArticleContent): string {
  const { categories, classes, entry, forms, translations, examples } = content;
  const header = [
    element('h2', textElement('dfn', entry.headword)),
    listElement(
      'categories',
      categories.map((category) => category.content),
    ),
    listElement('classes', classes.map(classHtml)),
  ];
  const parts = [
    element('header', header),
    listElement('variants', entry.variants.map(variantHtml)),
    listElement(
      'forms',
      forms.map(({ form, type }) => [textElement('b', form), remark([type])]),
    ),
    element('ol', translations.map(translationHtml), html` class="translations"`),
    examples.map(exampleHtml),
  ];
  return html`<article>${parts}</article>`.text;
}

/** Returns an element with its inner parts; nothing if there are none. */
function element(name: string, inner: Part, attributes?: Part): Part {
  const content = html`${inner}`;
  return content.text && html`<${name}${attributes}>${content}</${name}>`;
}

/**
 * Returns an element with text in the language of the article. Its direction is `auto`, since texts in N'Ko, Adlam and Ajami run from
 * right to left.
 */
function textElement(name: string, text: Text): Part {
  return element(name, text, html` dir="auto"`);
}

function attribute(name: string, value: Text | number): Part {
  return value === null || value === undefined ? undefined : html` ${name}="${value}"`;
}

function listElement(name: string, items: readonly Part[]): Part {
  return element(
    'ul',
    items.map((item) => element('li', item)),
    attribute('class', name),
  );
}

function classHtml({ pair, value, prefix, role }: GrammaticalClass): Part {
  return [nonEmptyTexts([pair, value, prefix]).join(' '), remark([role])];
}

function variantHtml({ headword, form, type }: Variant): Part {
  return [textElement('b', headword), remark([form === headword ? null : form, type])];
}

function remark(texts: readonly Text[]): Part {
  const small = element('small', nonEmptyTexts(texts).join(', '));
  return small && html` ${small}`;
}

function nonEmptyTexts(texts: readonly Text[]): readonly string[] {
  return texts.filter((text): text is string => (text ?? '') !== '');
}

function translationHtml({ lang, number, content }: Translation): Part {
  return element('li', content, [attribute('value', number), attribute('lang', lang)]);
}

function exampleHtml({ content, target, lang }: Example): Part {
  const parts = [textElement('blockquote', content), element('figcaption', target, attribute('lang', lang))];
  return element('figure', parts, attribute('class', 'example'));
}
