import { Failure } from '../../shared/failure';
import { type Html, html as markup } from '../../shared/html';
import { articleAddress, dictionaryAddress, HOME, OPEN_SEARCH, SITEMAPS } from './addresses';
import type { Article, SitemapArticlesData, SitemapDictionariesData } from './data';
import type { Read } from '../documents';
import type { LocaleTexts } from '../locale-texts';
import { plainText } from './marked-text';
import { titleOf } from './pages/article-page';

/** Files for search engines and browsers, by path. */
type MachineFile = (
  origin: string,
  read: Read,
  parameters: Readonly<Record<string, string>>,
) => Promise<{ readonly type: string; readonly text: string }>;

/** Number of articles in a sitemap. Source: `schema/operations/reader/sitemap-articles.graphql`. */
const ARTICLES_PER_SITEMAP = 1000;

/** Maximum number of pages of the list of dictionaries, each with 100. */
const MAX_PAGES = 20;

const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

function xml(content: Html, type = 'application/xml') {
  return {
    type: `${type}; charset=utf-8`,
    text: `<?xml version="1.0" encoding="UTF-8"?>\n${content.text}\n`,
  };
}

const sitemaps: MachineFile = async (origin, read) => {
  const entries: Html[] = [];
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { dictionaries } = await read<SitemapDictionariesData>('sitemap-dictionaries', { page });
    for (const { dictionaryId, statistics } of dictionaries.nodes) {
      const pages = Math.max(1, Math.ceil(statistics.articles / ARTICLES_PER_SITEMAP));
      for (let n = 1; n <= pages; n++) {
        const address = `${origin}${SITEMAPS}/${encodeURIComponent(dictionaryId)}/${n}.xml`;
        entries.push(markup`<sitemap><loc>${address}</loc></sitemap>`);
      }
    }
    if (!dictionaries.pageInfo.hasNextPage) break;
  }
  return xml(markup`<sitemapindex xmlns="${SITEMAP_NAMESPACE}">${entries}</sitemapindex>`);
};

const sitemap: MachineFile = async (origin, read, { dictionary = '', page = '' }) => {
  const number = /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
  const { dictionary: knownDictionary, articles } = await read<SitemapArticlesData>('sitemap-articles', {
    dictionary,
    page: number,
  });
  if (knownDictionary === null) throw new Failure('NOT_FOUND', 'This page does not exist');
  const urls = articles.nodes.map((article) => {
    const change = new Date(article.updatedAt).toISOString();
    return markup`<url><loc>${origin + articleAddress(article)}</loc><lastmod>${change}</lastmod></url>`;
  });
  const dictionaryUrl = markup`<url><loc>${origin + dictionaryAddress(dictionary)}</loc></url>`;
  return xml(markup`<urlset xmlns="${SITEMAP_NAMESPACE}">${number === 1 && dictionaryUrl}${urls}</urlset>`);
};

const openSearch: MachineFile = (origin) =>
  Promise.resolve(
    xml(
      markup`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Griot</ShortName>
<Description>Dictionaries of African languages</Description>
<InputEncoding>UTF-8</InputEncoding>
<Url type="text/html" method="get" template="${origin}${HOME}?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${origin}${OPEN_SEARCH}"/>
</OpenSearchDescription>`,
      'application/opensearchdescription+xml',
    ),
  );

const robots: MachineFile = (origin) =>
  Promise.resolve({
    type: 'text/plain; charset=utf-8',
    text: `User-agent: *\nDisallow: /random\nDisallow: /word\nDisallow: /*?q=\nSitemap: ${origin}/sitemap.xml\n`,
  });

export const MACHINE_FILES: readonly (readonly [path: string, make: MachineFile])[] = [
  ['/sitemap.xml', sitemaps],
  [`${SITEMAPS}/:dictionary/:page.xml`, sitemap],
  [OPEN_SEARCH, openSearch],
  ['/robots.txt', robots],
];

/** Maximum number of equivalents where one line represents an article. */
const MAX_LINE_EQUIVALENTS = 8;

/** Returns the line that search engines and link previews show of an article. Copies on devices have none. */
export function articleDescription(article: Article, localeTexts: LocaleTexts): string | undefined {
  const { translations } = article.content;
  if (translations.length === 0) return undefined;
  const texts = new Set(translations.map(({ content }) => plainText(content)));
  return `${titleOf(article, localeTexts)}: ${[...texts].slice(0, MAX_LINE_EQUIVALENTS).join('; ')}`;
}
