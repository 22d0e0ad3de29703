import { grouped } from '../../../shared/grouped';
import { html, type Html, type Part } from '../../../shared/html';
import { DICTIONARIES, dictionaryAddress } from '../addresses';
import type { Json } from '../../../shared/json';
import type { Article, ArticleContent, DictionaryName } from '../data';
import { headwordAttributes, langAttribute, type WrittenIn } from '../languages';
import { markedText } from '../marked-text';
import type { HtmlPage } from '../../layout';
import { citation, neighbours, suggestion, tools } from './article-tools';
import { dictionaryTitle } from './dictionaries-page';
import type { MediaOfArticle } from './media';
import { isNumbered, kind, labelText, senseDetails, senseNumber, wordLink } from './sense-details';
import { translationList } from './translation-list';
import { fillText, type LocaleTexts } from '../../locale-texts';
import type { Texts } from '../../texts/en';

/** The page of an article. Devices have no files of articles, nor the code that shows them. */
export function articlePage(
  article: Article,
  origin: string,
  localeTexts: LocaleTexts,
  filesOf?: FilesOf,
): HtmlPage {
  const { dictionary } = article;
  const title = titleOf(article, localeTexts);
  const around: ArticleSurroundings = {
    filesOf,
    tools: tools(article, title, localeTexts),
    end: [suggestion(article, localeTexts), citation(article, { title, origin }, localeTexts)],
  };
  return {
    title: [title, dictionary?.shortName].filter(Boolean).join(' · '),
    section: DICTIONARIES,
    main: [neighbours(article, localeTexts), articleMarkup(article, localeTexts, around)],
  };
}

export function titleOf(
  { headword, number, content }: Pick<Article, 'headword' | 'number' | 'content'>,
  { texts }: LocaleTexts,
): string {
  return content.entry.citation ?? headword ?? fillText(texts.noHeadword, { n: number }).text;
}

/** The fields of an article that every view of it shows. */
export type ShownArticle = Pick<
  Article,
  'dictionaryId' | 'number' | 'headword' | 'radical' | 'content' | 'media'
> & {
  readonly dictionary: (WrittenIn & DictionaryName) | null;
};

/** Shows the recordings and pictures of an article. */
export type FilesOf = (
  article: Pick<ShownArticle, 'content' | 'media'>,
  title: string,
) => Pick<MediaOfArticle, 'at' | 'unshownSection'>;

const NO_FILES = { at: () => undefined, unshownSection: () => undefined };

interface ArticleSurroundings {
  readonly tools?: Part;
  readonly end?: Part;
  /** Whether the article is only part of the page and has a lower heading. */
  readonly isInner?: boolean;
  readonly filesOf?: FilesOf | undefined;
}

/** Renders a whole article. */
export function articleMarkup(
  article: ShownArticle,
  localeTexts: LocaleTexts,
  around: ArticleSurroundings = {},
): Html {
  const { content, dictionaryId, dictionary } = article;
  const lang = headwordAttributes(dictionary);
  const title = titleOf(article, localeTexts);
  const files = around.filesOf?.(article, title) ?? NO_FILES;
  const attributes = (content.entry.citation ?? article.headword) !== null && lang;
  const heading =
    around.isInner === true
      ? html`<h2 class="headword" ${attributes}>${title}</h2>`
      : html`<h1 class="headword" ${attributes}>${title}</h1>`;
  return html`<article class="entry">
    <header>${heading} ${grammar(article, localeTexts)} ${around.tools}</header>
    ${translations(content, localeTexts)} ${spellings(content, lang, localeTexts)}
    ${senseDetails(content, dictionaryId, localeTexts, files)}
    ${examples(content, { lang, localeTexts, files })} ${files.unshownSection()}
    ${further(article, localeTexts)}
    <p class="from">
      ${localeTexts.texts.fromDictionary}
      <a href="${dictionaryAddress(dictionaryId)}"
        >${dictionary === null ? dictionaryId : dictionaryTitle(dictionary)}</a
      >
    </p>
    ${around.end}
  </article>`;
}

function grammar({ content, radical, headword, dictionary }: ShownArticle, localeTexts: LocaleTexts): Html {
  const { texts } = localeTexts;
  const classes = content.classes.map(({ pair, value, role, prefix }) =>
    [pair ?? value, role && labelText(role, localeTexts), prefix].filter(Boolean).join(' '),
  );
  const categories = [...new Set(content.categories.map((category) => category.content))];
  const rows: readonly (readonly [name: string, value: string])[] = [
    [texts.type, categories.includes(content.type ?? '') ? '' : (content.type ?? '')],
    [texts.category, categories.join(', ')],
    [texts.classes, classes.join(', ')],
  ];
  const facts = rows.filter(([, value]) => value !== '').map(([name, value]) => fact(name, value));
  const stem =
    radical !== null && radical.trim() !== '' && radical !== (content.entry.citation ?? headword)
      ? [fact(texts.radical, html`<span ${headwordAttributes(dictionary)}>${radical}</span>`)]
      : [];
  if (facts.length + stem.length === 0) return html``;
  return html`<dl class="facts">${facts}${stem}</dl>`;
}

function fact(name: string, value: Part): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;
}

function translations(content: ArticleContent, localeTexts: LocaleTexts): Part {
  const list = translationList(content, localeTexts);
  return list && part('translations', localeTexts.texts.translations, list);
}

function spellings(content: ArticleContent, lang: Html, localeTexts: LocaleTexts): Part {
  const { texts } = localeTexts;
  const hasNumbers = isNumbered(content);
  const variants = content.entry.variants.map((variant) => ({
    ...variant,
    word: variant.headword ?? variant.form,
  }));
  const inflected = content.forms.map((form) => ({ ...form, word: form.form }));
  const words = (all: readonly Spelling[]) =>
    html`<ul class="wordlist">
      ${all.map(
        ({ word, type, sense }) =>
          html`<li>
            ${hasNumbers && senseNumber(sense)}<span class="word" ${lang}>${word}</span>
            ${kind(type && labelText(type, localeTexts))}
          </li>`,
      )}
    </ul>`;
  return [
    variants.length > 0 && part('variants', texts.variants, words(variants)),
    inflected.length > 0 && part('forms', texts.forms, words(inflected)),
  ];
}

/** A variant or form as it is listed. */
type Spelling = Pick<ArticleContent['forms'][number], 'sense' | 'type'> & { readonly word: string | null };

/** Groups the examples of one sentence, since the typed reading has one for each translation language. */
function examples(
  content: ArticleContent,
  { lang, localeTexts, files }: { lang: Html; localeTexts: LocaleTexts; files: Pick<MediaOfArticle, 'at'> },
): Html {
  const { texts } = localeTexts;
  const all = content.examples;
  if (all.length === 0) return html``;
  const hasNumbers = isNumbered(content);
  const items = [...grouped(all, (example) => example.content)].map(([sentence, same]) => {
    const number = hasNumbers && senseNumber(same[0]?.sense);
    return html`<li>
      ${sentence !== null && html`<p class="sentence" ${lang}>${number}${markedText(sentence)}</p>`}
      ${files.at(same.find(({ href }) => href)?.href)}
      ${same.filter(({ target }) => target !== null).map((target) => html`<p class="target" ${langAttribute(target.lang)}>${markedText(target.target)}</p>`)}
    </li>`;
  });
  return part(
    'examples',
    texts.examples,
    html`<ul class="examples">
      ${items}
    </ul>`,
  );
}

function part(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`;
}

/** Maximum number of lines of other members, and of links in one of them. Some articles contain whole tables. */
const MAX_DETAILS = 100;

/** Renders the members of an article that are not in the typed reading: one line for each value, labelled with its path. */
function further({ content, dictionaryId }: ShownArticle, { texts }: LocaleTexts): Part {
  const labels = memberLabels(texts);
  const lines = detailsOf(content.extra, [])
    .slice(0, MAX_DETAILS)
    .map(([path, values]) => {
      const hasWords = WORD_MEMBERS.has(path.join()) && values.length <= MAX_DETAILS;
      const shown = values.map((value) => (hasWords ? wordLink(value, null, dictionaryId) : value));
      return html`<div>
        <dt>${placeName(path, labels)}</dt>
        <dd lang="" dir="auto">${shown.flatMap((value, i) => (i === 0 ? [value] : ['; ', value]))}</dd>
      </div>`;
    });
  return lines.length > 0 && part('further', texts.further, html`<dl class="free">${lines}</dl>`);
}

/** Members that the typed reading does not know and whose values are words of the dictionary. */
const WORD_MEMBERS = new Set(['synonyms', 'antonyms', 'homonyms', 'see', 'derived', 'plural_of']);

/** Labels, in the language of the page, of frequent member names that the typed reading does not know. */
function memberLabels(texts: Texts): ReadonlyMap<string, string> {
  return new Map([
    ['etymology', texts.etymologies],
    ['semantic_domain', texts.domains],
    ['synonyms', texts.synonyms],
    ['homonyms', texts.homonyms],
    ['see', texts.relations],
  ]);
}

type Detail = readonly [path: readonly string[], values: readonly string[]];

function detailsOf(value: Json, path: readonly string[]): readonly Detail[] {
  if (value === null || value === '') return [];
  if (typeof value !== 'object') return [[path, [String(value)]]];
  if (!isList(value))
    return Object.entries(value).flatMap(([name, member]) => detailsOf(member, [...path, name]));
  if (value.every((item) => typeof item !== 'object'))
    return value.length === 0 ? [] : [[path, value.map(String)]];
  return value.flatMap((item, i) => detailsOf(item, [...path, String(i)]));
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the label of a path. Positions count from 1, and fields next to the headword have no member name. */
function placeName(path: readonly string[], labels: ReadonlyMap<string, string>): string {
  const steps = path[0] === 'entry' && path.length > 1 ? path.slice(1) : path;
  return steps.map((step, i) => (i === 0 ? labels.get(step) : undefined) ?? namedStep(step)).join(' › ');
}

function namedStep(step: string): string {
  return /^\d+$/.test(step) ? String(Number(step) + 1) : step.replaceAll('_', ' ');
}
