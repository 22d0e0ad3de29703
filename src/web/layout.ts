import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { html, type Html, type Part } from '../shared/html';
import { DICTIONARIES, HEADWORDS, HOME, MANIFEST, OPEN_SEARCH } from './reader/addresses';
import { CARD_SIZE } from './card/draw-card';
import { quickSearch } from './reader/search-form';
import type { SiteLocaleTexts } from './locale-texts';
import {
  addressIn,
  alternates,
  languageCookie,
  languageLinks,
  pageAddress,
  type PageAddress,
} from './page-address';
import { PUBLIC_CACHING } from '../shared/extensions';
import { DESK } from '../shared/http';

/** Data of the request that a page needs. */
export interface PageContext {
  readonly localeTexts: SiteLocaleTexts;
  /** Returns the URL of a file of the build by its source name. */
  readonly assetAddress: (name: string) => string;
  /** Whether to link to the playground. */
  readonly hasPlayground: boolean;
}

export interface HtmlPage {
  /** Title; absent on the home page. */
  readonly title?: string;
  /** Description in one sentence, for search engines and link previews. */
  readonly description?: string;
  /** URL of the picture for link previews. */
  readonly card?: string;
  /** URL of the section to which the page belongs. */
  readonly section: string;
  readonly main: Part;
  /** Whether `main` has a search form. Otherwise the header has one. */
  readonly hasSearch?: boolean;
  /** Whether search engines may list the page. Search results are not listed. */
  readonly isListed?: boolean;
  /** HTTP status; 200 if absent. */
  readonly status?: number;
  /** Style sheet of a page outside of the reader, which has only one language. */
  readonly style?: string;
}

/** The layout around the content of a page. */
export interface Frame {
  /** Content of the head besides icon, style sheet and script. */
  readonly head: Html;
  readonly style: string;
  readonly script: string;
  /** Links to the other sections. */
  readonly top: Html;
  readonly main: Part;
  readonly foot: Html;
}

/** Returns a whole page with its landmarks. */
export function framed(
  frame: Frame,
  { localeTexts, assetAddress }: Omit<PageContext, 'hasPlayground'>,
): Html {
  const { texts, locale } = localeTexts;
  return html`<!doctype html>
    <html lang="${locale}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        ${frame.head}
        <link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetAddress(frame.style)}" />
        <script type="module" src="${assetAddress(frame.script)}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        <header class="top">${frame.top}</header>
        <main id="content" tabindex="-1">${frame.main}</main>
        <footer>${frame.foot}</footer>
      </body>
    </html>`;
}

/** Returns a page of the reader or of the documentation: links to the other sections, and the content. */
function layout(page: HtmlPage, context: PageContext, address: PageAddress): Html {
  const { texts } = context.localeTexts;
  const isOfReader = page.style === undefined;
  const head = html`${headings(page, address, texts.tagline)}
    ${isOfReader && page.isListed !== false && alternates(address)}
    ${page.isListed === false && html`<meta name="robots" content="noindex" />`}
    <link rel="modulepreload" href="${context.assetAddress(`texts-${context.localeTexts.locale}.js`)}" />
    <link rel="manifest" href="${MANIFEST}" />
    <link rel="search" href="${OPEN_SEARCH}" type="application/opensearchdescription+xml" title="Griot" />`;
  const top = html`<a class="brand" href="${HOME}">Griot</a>
    <nav aria-label="${texts.mainNavigation}">
      <ul>
        ${navigationItem(HOME, texts.search, page)} ${navigationItem(HEADWORDS, texts.headwords, page)}
        ${navigationItem(DICTIONARIES, texts.dictionaries, page)}
      </ul>
    </nav>
    ${isOfReader && page.hasSearch !== true && quickSearch(context.localeTexts)}`;
  const foot = footer(context, isOfReader && languageLinks(address, context.localeTexts));
  const style = page.style ?? 'reader-style.css';
  return framed({ head, style, script: 'reader.js', top, main: page.main, foot }, context);
}

function footer({ localeTexts: { texts }, hasPlayground }: PageContext, languages: Part): Html {
  return html`<p>${texts.tagline}</p>
    ${languages}
    <nav aria-label="${texts.forDevelopers}">
      <ul>
        <li><a href="${DESK}">${texts.desk}</a></li>
        <li><a href="/docs">${texts.apiDocumentation}</a></li>
        ${hasPlayground && html`<li><a href="/playground">${texts.playground}</a></li>`}
      </ul>
    </nav>`;
}

/** Returns the title of the page and the data for link previews. */
function headings({ title, description, card }: HtmlPage, address: PageAddress, tagline: string): Html {
  const text = description ?? tagline;
  return html`<title>${title !== undefined && `${title} · `}Griot</title>
    <meta name="description" content="${text}" />
    <meta property="og:title" content="${title ?? 'Griot'}" />
    <meta property="og:description" content="${text}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="Griot" />
    <meta property="og:url" content="${addressIn(address, address.language)}" />
    <meta name="twitter:card" content="${card === undefined ? 'summary' : 'summary_large_image'}" />
    ${card !== undefined && cardImage(address.origin + card, text)}`;
}

function cardImage(address: string, description: string): Html {
  return html`<meta property="og:image" content="${address}" />
    <meta property="og:image:type" content="image/png" />
    <meta property="og:image:width" content="${CARD_SIZE.width}" />
    <meta property="og:image:height" content="${CARD_SIZE.height}" />
    <meta property="og:image:alt" content="${description}" />`;
}

function navigationItem(address: string, name: string, page: HtmlPage): Html {
  return html`<li>
    <a href="${address}" ${page.section === address && html`aria-current="page"`}>${name}</a>
  </li>`;
}

/** Sends a page. Answers 304 if it has not changed. */
export function sendPage(
  page: HtmlPage,
  context: PageContext,
  {
    request,
    response,
    status = page.status ?? 200,
  }: { request: Request; response: Response; status?: number },
): void {
  const address = pageAddress(request);
  const listedPage = status === 200 ? page : { ...page, isListed: false };
  const text = layout(listedPage, context, address).text;
  response.vary('Accept-Language, Cookie');
  response.set({
    'Cache-Control': status === 200 ? PUBLIC_CACHING : 'no-store',
    'Content-Language': context.localeTexts.locale,
    'Content-Type': 'text/html; charset=utf-8',
    ...(address.language !== undefined && { 'Set-Cookie': languageCookie(address.language) }),
  });
  if (status === 200) response.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  response.status(status);
  if (request.fresh) response.status(304).end();
  else response.end(text);
}
