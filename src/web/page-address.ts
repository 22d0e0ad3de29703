import type { Request } from 'express';
import { html, type Html } from '../shared/html';
import { nfc } from '../shared/text';
import { withQuery } from './reader/addresses';
import type { SiteLocaleTexts } from './locale-texts';
import { LOCALES, localeTextsFor } from './texts/locales';

/** Query parameter that selects the language of a page, and the cookie that remembers it. */
const LANGUAGE_PARAMETER = 'lang';
const COOKIE = 'griot-language';
const COOKIE_SECONDS = 31_536_000;

/** URL of a page. */
export interface PageAddress {
  /** Scheme and host as the visitor entered them; empty if they are invalid. */
  readonly origin: string;
  readonly path: string;
  /** All query parameters except the language. */
  readonly query: Readonly<Record<string, string>>;
  /** Language in the URL, if any. */
  readonly language: string | undefined;
}

export function pageAddress(request: Request): PageAddress {
  const { [LANGUAGE_PARAMETER]: language, ...query } = request.query as Readonly<Record<string, string>>;
  return {
    origin: originOf(request),
    // A link that begins with two slashes would lead to another host.
    path: request.path.replace(/^\/{2,}/, '/'),
    query,
    language: language !== undefined && LOCALES.includes(language) ? language : undefined,
  };
}

/** Returns the origin of a request. A proxy states the scheme, which affects only links to the same host. */
export function originOf(request: Request): string {
  const host = request.headers.host ?? '';
  if (!/^[\w.:[\]-]+$/.test(host)) return '';
  const forwarded = request.headers['x-forwarded-proto'] === 'https';
  return `${forwarded ? 'https' : request.protocol}://${host}`;
}

/** Returns a query parameter, normalised and trimmed; empty if it is absent or repeated. */
export function queryText({ query }: Request, name: string): string {
  const text = query[name];
  return typeof text === 'string' ? nfc(text.trim()) : '';
}

/** Maximum page number. Such a page is always after the end of a list. */
const MAX_PAGE = 1_000_000;

/** Returns the page number in the query; 1 if it is absent or invalid. */
export function pageNumberIn(request: Request): number {
  const text = queryText(request, 'page');
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), MAX_PAGE) : 1;
}

/** Returns the texts for a visitor: in the language of the URL, of the cookie, or of the browser settings. */
export function localeTextsOf(request: Request): SiteLocaleTexts {
  const { language } = pageAddress(request);
  const preferred = request.acceptsLanguages([...LOCALES]);
  return localeTextsFor(language ?? chosenBefore(request) ?? (preferred === false ? '' : preferred));
}

function chosenBefore({ headers }: Request): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === COOKIE)?.[1];
  return value !== undefined && LOCALES.includes(value) ? value : undefined;
}

/** Returns the cookie that remembers a language. */
export function languageCookie(language: string): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

/** Returns the URL of the same page, in another language if one is given. */
export function addressIn({ origin, path, query }: PageAddress, language?: string): string {
  return origin + withQuery(path, { ...query, [LANGUAGE_PARAMETER]: language });
}

/** Returns the link elements with the URL of a page and of its other languages, for search engines. */
export function alternates(address: PageAddress): Html {
  const links = LOCALES.map(
    (locale) => html`<link rel="alternate" hreflang="${locale}" href="${addressIn(address, locale)}" />`,
  );
  return html`<link rel="canonical" href="${addressIn(address, address.language)}" />
    ${links}
    <link rel="alternate" hreflang="x-default" href="${addressIn(address)}" />`;
}

/** Returns links to the same page in each language. */
export function languageLinks(address: PageAddress, { locale, texts }: SiteLocaleTexts): Html {
  const localAddress = { ...address, origin: '' };
  const links = LOCALES.map((offered) => {
    const name = new Intl.DisplayNames(offered, { type: 'language' }).of(offered);
    return html`<li>
      <a
        href="${addressIn(localAddress, offered)}"
        lang="${offered}"
        hreflang="${offered}"
        ${offered === locale && html`aria-current="true"`}
        >${name}</a
      >
    </li>`;
  });
  return html`<nav aria-label="${texts.language}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
