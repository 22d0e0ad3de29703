import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { html, type Html, type Part } from '../shared/html';
import { DICTIONARIES, HEADWORDS, HOME } from './reader/addresses';
import { type LocaleTexts, LOCALES, localeTextsFor } from './locale-texts';
import { PUBLIC_CACHING } from '../shared/extensions';

/** What a page needs of its surroundings. */
export interface PageContext {
  readonly localeTexts: LocaleTexts;
  /** The address of a file of the build, by its plain name. */
  readonly assetAddress: (name: string) => string;
  /** Whether there is a playground to link to. */
  readonly hasPlayground: boolean;
}

export interface Page {
  /** Absent on the page that has the name of the site. */
  readonly title?: string;
  /** The address of the section that the page belongs to. */
  readonly section: string;
  readonly main: Part;
  /** Style sheet of a page that is not of the reader. */
  readonly style?: string;
}

/** A whole page: landmarks, ways to the other sections, and the content. */
function layout(page: Page, { localeTexts, assetAddress, hasPlayground }: PageContext): Html {
  const { texts, locale } = localeTexts;
  return html`<!doctype html>
    <html lang="${locale}" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${page.title !== undefined && `${page.title} · `}Griot</title>
        <meta name="description" content="${texts.tagline}" />
        <link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetAddress(page.style ?? 'reader-style.css')}" />
        <script type="module" src="${assetAddress('reader.js')}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${texts.skip}</a>
        <header class="top">
          <a class="brand" href="${HOME}">Griot</a>
          <nav aria-label="${texts.mainNavigation}">
            <ul>
              ${section(HOME, texts.search, page)} ${section(HEADWORDS, texts.headwords, page)}
              ${section(DICTIONARIES, texts.dictionaries, page)}
            </ul>
          </nav>
        </header>
        <main id="content" tabindex="-1">${page.main}</main>
        <footer>
          <p>${texts.tagline}</p>
          <nav aria-label="${texts.forDevelopers}">
            <ul>
              <li><a href="/docs">${texts.apiDocumentation}</a></li>
              ${hasPlayground && html`<li><a href="/playground">${texts.playground}</a></li>`}
            </ul>
          </nav>
        </footer>
      </body>
    </html>`;
}

function section(address: string, name: string, page: Page): Html {
  return html`<li>
    <a href="${address}" ${page.section === address && html`aria-current="page"`}>${name}</a>
  </li>`;
}

/** The words for a visitor, in the language that the browser asks for. */
export function localeTextsOf(request: Request): LocaleTexts {
  const locale = request.acceptsLanguages([...LOCALES]);
  return localeTextsFor(locale === false ? '' : locale);
}

/** Sends a page; one that has not changed is not sent again. */
export function sendPage(
  page: Page,
  context: PageContext,
  { request, response, status = 200 }: { request: Request; response: Response; status?: number },
): void {
  const text = layout(page, context).text;
  response.vary('Accept-Language');
  response.set({
    'Cache-Control': status === 200 ? PUBLIC_CACHING : 'no-store',
    'Content-Language': context.localeTexts.locale,
    'Content-Type': 'text/html; charset=utf-8',
  });
  if (status === 200) response.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  response.status(status);
  if (request.fresh) response.status(304).end();
  else response.end(text);
}
