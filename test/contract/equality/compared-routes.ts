import type { Line } from './lines';
import { headwordOf, partOf, radicalOf, summaryOf, translationsOf } from './reading';

export interface Selection {
  readonly page: number | null;
  readonly language: string;
  readonly isHidden: (line: Line) => boolean;
}

/** A read of the interface, transcribed from its description. */
export interface ComparedRoute {
  readonly id: string;
  /** Spellings of the flag; none for the plain form. */
  readonly flags: readonly string[];
  /** Member of the body. */
  readonly key: string;
  /** Name of the stored document. */
  readonly document: string;
  readonly subject: string;
  /** What stands there for an article; on a list, `null` leaves the article out. */
  readonly shows: (line: Line, selection: Selection) => unknown;
}

const ids = ({ id_article, id_dico }: Line) => ({ id_article, id_dico: id_dico.normalize('NFC') });

function summarised(line: Line, { page, isHidden }: Selection) {
  return {
    ...ids(line),
    article_page: page,
    disable_article: isHidden(line),
    like: 0,
    unlike: 0,
    public_id: line.public_id,
    radical: radicalOf(line),
    article: summaryOf(line),
  };
}

/** Texts that are made from the content: what they say is told here by one word that they must hold. */
const madeOf = (line: Line): unknown =>
  expect.stringContaining(translationsOf(line)[0]?.content.slice(0, 3) ?? headwordOf(line).slice(0, 1));

const fullArticle = (line: Line, selection: Selection) => ({
  ...summarised(line, selection),
  article: line.article,
  all_raw_text: expect.any(String) as unknown,
  users_versions: '',
});

function part(name: string, key = name): ComparedRoute['shows'] {
  return (line) => {
    const value = partOf(line, name);
    return value === null ? null : { [key]: value, ...ids(line) };
  };
}

function translated(line: Line, { language }: Selection): unknown {
  const into = (lang: string) => {
    const contents = translationsOf(line).filter((translation) => translation.lang === lang.toLowerCase());
    return contents.length === 0 ? null : contents.map(({ content }) => content).join('; ');
  };
  if (into(language) === null) return null;
  const documented = ['en', 'es', 'fr', 'ko', language.toLowerCase()];
  return { ...ids(line), ...Object.fromEntries(documented.map((lang) => [`trad_${lang}`, into(lang)])) };
}

const route = (id: string, key: string, [subject, document]: readonly [string, string], rest: object) =>
  ({ id, key, subject, document, ...rest }) as ComparedRoute;
const flagged = (flags: readonly string[], shows: ComparedRoute['shows']) => ({ flags, shows });

const CATEGORY = ['category', 'categories', 'cat', 'cats'];
const CLASS = ['class', 'classes'];
const CONTENT = ['content', 'contents'];
const ENTRY = ['entry', 'entries'];
const EXAMPLE = ['example', 'examples'];
const FORM = ['form', 'forms'];
const TRAD = ['trad', 'trads'];
const TYPE = ['type', 'types'];

const html: ComparedRoute['shows'] = (line, selection) => ({
  ...fullArticle(line, selection),
  article: madeOf(line),
});

export const LISTS: readonly ComparedRoute[] = [
  route('B7 B8', 'contents', ['Article html', 'articles-html'], flagged(['html'], html)),
  route('B9 B10', 'contents', ['Article contents', 'article-contents'], flagged(CONTENT, fullArticle)),
  route('B11 B12', 'articles', ['Articles', 'articles'], flagged([], fullArticle)),
  route('B11 B12 resume', 'articles', ['Articles', 'article-summaries'], flagged(['resume'], summarised)),
  route(
    'B14 B15',
    'categories',
    ['Article categories', 'article-categories'],
    flagged(CATEGORY, part('category')),
  ),
  route('B18 B19', 'classes', ['Article classes', 'article-classes'], flagged(CLASS, part('class', 'data'))),
  route('B21 B22', 'entries', ['Article entries', 'article-entries'], flagged(ENTRY, part('entry'))),
  route('B25 B26', 'examples', ['Article examples', 'article-examples'], flagged(EXAMPLE, part('example'))),
  route('B27 B28', 'forms', ['Article forms', 'article-forms'], flagged(FORM, part('form'))),
  route(
    'B30 B31',
    'translation',
    ['Article translations', 'article-translations'],
    flagged(TRAD, translated),
  ),
  route('B32 lists', 'types', ['Article types', 'article-types'], flagged(TYPE, part('type'))),
];

const single =
  (name: string): ComparedRoute['shows'] =>
  (line) =>
    partOf(line, name);
const into: ComparedRoute['shows'] = (line, { language }) => {
  const found = translationsOf(line).filter(({ lang }) => lang === language.toLowerCase());
  return found.length === 0 ? null : found;
};

export const ARTICLES: readonly ComparedRoute[] = [
  route('B6', 'form', ['Article form', 'article-form'], flagged(FORM, single('form'))),
  route('B7 one', 'article', ['Article html', 'article-html'], flagged(['html'], madeOf)),
  route('B13', 'article', ['Article', 'article'], flagged([], fullArticle)),
  route('B16', 'category', ['Article category', 'article-category'], flagged(CATEGORY, single('category'))),
  route('B17', 'class', ['Article class', 'article-class'], flagged(CLASS, single('class'))),
  route(
    'B20',
    'article',
    ['Article content', 'article-content'],
    flagged(CONTENT, ({ article }) => article),
  ),
  route('B23', 'entry', ['Article entry', 'article-entry'], flagged(ENTRY, single('entry'))),
  route('B24', 'form', ['Article example', 'article-example'], flagged(EXAMPLE, single('example'))),
  route('B29', 'translate', ['Article translate', 'article-translation'], flagged(TRAD, into)),
  route('B32', 'type', ['Article', 'article-type'], flagged(TYPE, single('type'))),
];
