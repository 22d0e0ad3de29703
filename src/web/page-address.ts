import type { Request } from 'express';
import { html, type Html } from '../shared/html';
import { nfc } from '../shared/text';
import { withQuery } from './reader/addresses';
import type { LocaleTexts } from './locale-texts';
import { LOCALES, localeTextsFor } from './texts/locales';

/** The field of an address that chooses the language of a page, and the cookie that remembers it. */
const LANGUAGE = 'lang';
const COOKIE = 'griot-language';
const COOKIE_SECONDS = 31_536_000;

/** The address of a page. */
export interface PageAddress {
  /** Scheme and host as the visitor wrote them; empty if they are no such. */
  readonly origin: string;
  readonly path: string;
  /** All fields but the one of the language. */
  readonly query: Readonly<Record<string, string>>;
  /** The language that the address names. */
  readonly language: string | undefined;
}

export function pageAddress(request: Request): PageAddress {
  const { [LANGUAGE]: language, ...query } = request.query as Readonly<Record<string, string>>;
  return {
    origin: originOf(request),
    // A link that begins with two slashes would lead to another host.
    path: request.path.replace(/^\/{2,}/, '/'),
    query,
    language: language !== undefined && LOCALES.includes(language) ? language : undefined,
  };
}

/** A proxy in front says by which scheme it was asked; nothing but links to the same host depends on it. */
export function originOf(request: Request): string {
  const host = request.headers.host ?? '';
  if (!/^[\w.:[\]-]+$/.test(host)) return '';
  const forwarded = request.headers['x-forwarded-proto'] === 'https';
  return `${forwarded ? 'https' : request.protocol}://${host}`;
}

/** A parameter of the query, normalised and trimmed; empty if it is absent or repeated. */
export function queryText({ query }: Request, name: string): string {
  const text = query[name];
  return typeof text === 'string' ? nfc(text.trim()) : '';
}

/** The largest page number that is requested; any page as far out is past the end of a list. */
const LAST_PAGE = 1_000_000;

/** The page number in the query; 1 if there is no valid one. */
export function pageNumberIn(request: Request): number {
  const text = queryText(request, 'page');
  return /^[1-9]\d*$/.test(text) ? Math.min(Number(text), LAST_PAGE) : 1;
}

/** The wording for a visitor: the language that the address names, that was chosen before, or that the browser asks for. */
export function localeTextsOf(request: Request): LocaleTexts {
  const { language } = pageAddress(request);
  const preferred = request.acceptsLanguages([...LOCALES]);
  return localeTextsFor(language ?? chosenBefore(request) ?? (preferred === false ? '' : preferred));
}

function chosenBefore({ headers }: Request): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  const value = pairs.find(([name]) => name === COOKIE)?.[1];
  return value !== undefined && LOCALES.includes(value) ? value : undefined;
}

/** The cookie that remembers a language; it says nothing else. */
export function languageCookie(language: string): string {
  return `${COOKIE}=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`;
}

/** The address of the same page, in a language if one is named. */
export function addressIn({ origin, path, query }: PageAddress, language?: string): string {
  return origin + withQuery(path, { ...query, [LANGUAGE]: language });
}

/** For search engines: the address of a page, and its addresses in other languages. */
export function alternates(address: PageAddress): Html {
  const links = LOCALES.map(
    (locale) => html`<link rel="alternate" hreflang="${locale}" href="${addressIn(address, locale)}" />`,
  );
  return html`<link rel="canonical" href="${addressIn(address, address.language)}" />
    ${links}
    <link rel="alternate" hreflang="x-default" href="${addressIn(address)}" />`;
}

/** The same page in each language. */
export function languageLinks(address: PageAddress, { locale, texts }: LocaleTexts): Html {
  const own = { ...address, origin: '' };
  const links = LOCALES.map((offered) => {
    const name = new Intl.DisplayNames(offered, { type: 'language' }).of(offered);
    return html`<li>
      <a
        href="${addressIn(own, offered)}"
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
