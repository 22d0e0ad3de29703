import type { Request, Response } from 'express';
import type { Failure } from '../../shared/failure';
import { html, type Html, type Part } from '../../shared/html';
import { DESK } from '../../shared/http';
import { HOME } from '../reader/addresses';
import { framed, type PageContext } from '../layout';
import { languageCookie, languageLinks, pageAddress } from '../page-address';
import { ACCOUNT, APPLICATIONS, AUDIT, COMMENTS, PROPOSALS, SENT_BY_SCRIPT, USERS } from './addresses';
import { localisedMessage } from './desk-locale';
import { csrfField } from './fields';
import { SIGN_OUT } from './pages/sign-in-page';
import {
  type DeskResponse,
  type DeskLocale,
  type DeskPage,
  type DeskViewer,
  Redirect,
  type DeskContext,
} from './desk-context';

/** The response settings of a page, and its viewer. */
export interface Exchange extends Pick<PageContext, 'assetAddress'> {
  readonly request: Request;
  readonly response: Response;
  readonly locale: DeskLocale;
  readonly context?: DeskContext | undefined;
}

/** Sends a page, which is never cached, or a redirect. */
export function sendDesk(
  content: DeskResponse,
  { request, response, locale, context, assetAddress }: Exchange,
): void {
  response.vary('Accept-Language, Cookie');
  response.set({
    'Cache-Control': 'no-store',
    'Content-Language': locale.locale,
    'Content-Type': 'text/html; charset=utf-8',
    // Without any referrer, browsers would omit the origin of forms. `strict-origin` sends only the origin.
    'Referrer-Policy': 'isSecret' in content && content.isSecret ? 'strict-origin' : 'same-origin',
  });
  const { language } = pageAddress(request);
  if (language !== undefined) response.append('Set-Cookie', languageCookie(language));
  if (content instanceof Redirect) {
    if (request.get(SENT_BY_SCRIPT) === undefined) response.redirect(303, content.address);
    else response.location(content.address).status(204).end();
    return;
  }
  const page = framed(
    {
      head: html`<title>${content.title} · ${locale.desk.name}</title>
        <meta name="robots" content="noindex" />`,
      style: 'desk-style.css',
      script: 'desk.js',
      top: top(content, locale, context),
      main: [unsentNotice(locale), context && notice(context), content.main],
      foot: foot(request, locale),
    },
    { localeTexts: locale, assetAddress },
  );
  response.status(content.status ?? 200).end(request.method === 'HEAD' ? undefined : page.text);
}

type Texts = DeskLocale['desk'];

/** The sections of the menu, with the viewers who see them. The pages check permissions themselves. */
const SECTIONS: readonly (readonly [
  address: string,
  name: (texts: Texts) => string,
  isFor: (viewer: DeskViewer) => boolean,
])[] = [
  [DESK, ({ dictionaries }) => dictionaries, ({ role }) => role !== 'APPLICATION'],
  [PROPOSALS, ({ ownProposals }) => ownProposals, ({ role }) => role !== 'APPLICATION'],
  [COMMENTS, ({ comments }) => comments, ({ role, edits }) => role === 'ADMIN' || edits.length > 0],
  [USERS, ({ users }) => users, ({ role }) => role === 'ADMIN'],
  [
    APPLICATIONS,
    ({ applications }) => applications,
    ({ role }) => role === 'ADMIN' || role === 'APPLICATION',
  ],
  [AUDIT, ({ audit }) => audit, ({ role }) => role === 'ADMIN'],
];

function top(page: DeskPage, { desk }: DeskLocale, context: DeskContext | undefined): Html {
  const sections = SECTIONS.filter(([, , isFor]) => context && isFor(context.viewer));
  const isSignedIn = context !== undefined && context.viewer.role !== 'GUEST';
  return html`<a class="brand" href="${DESK}">${desk.name}</a> ${
      isSignedIn &&
      html`<nav aria-label="${desk.sections}">
          <ul>
            ${sections.map(
              ([address, name]) =>
                html`<li>
                  <a href="${address}" ${page.section === address && html`aria-current="page"`}
                    >${name(desk)}</a
                  >
                </li>`,
            )}
          </ul>
        </nav>
        <form class="person" method="post" action="${SIGN_OUT}">
          ${csrfField(context)}<span>${viewerName(context, page)}</span>
          <button class="plain">${desk.signOut}</button>
        </form>`
    }`;
}

/** Returns the name of the viewer; for users, as a link to their account. */
function viewerName({ viewer }: DeskContext, { section }: DeskPage): Part {
  if (viewer.role === 'APPLICATION') return viewer.name;
  return html`<a href="${ACCOUNT}" ${section === ACCOUNT && html`aria-current="page"`}>${viewer.name}</a>`;
}

function foot(request: Request, locale: DeskLocale): Html {
  const { desk, texts } = locale;
  return html`<p>${desk.tagline}</p>
    ${request.method === 'GET' && languageLinks(pageAddress(request), locale)}
    <nav aria-label="${desk.elsewhere}">
      <ul>
        <li><a href="${HOME}">${desk.reader}</a></li>
        <li><a href="/docs">${texts.apiDocumentation}</a></li>
      </ul>
    </nav>`;
}

/** Returns the message about the last change, which a query parameter names. */
function notice({ query, locale }: DeskContext): Part {
  const notices: Readonly<Record<string, string>> = locale.desk.done;
  const done = query('done');
  return Object.hasOwn(notices, done) && html`<p class="notice" role="status">${notices[done]}</p>`;
}

/** Returns the notice that a script shows if a form could not be sent. */
function unsentNotice({ desk }: DeskLocale): Html {
  return html`<div id="unsent" class="faults" role="alert" tabindex="-1" hidden>
    <p>${desk.unsent}</p>
    <div><p>${desk.unreachable}</p></div>
  </div>`;
}

/** Returns the page for a failure. */
export function problemPage(status: number, failure: Failure | undefined, locale: DeskLocale): DeskPage {
  const { texts, desk } = locale;
  const titles: Readonly<Record<number, string>> = {
    403: desk.forbidden,
    404: texts.notFound,
    429: desk.tooMany,
    503: texts.unavailable,
  };
  const title = titles[status] ?? (status < 500 ? desk.refused : texts.failed);
  return {
    title,
    status,
    main: html`<h1>${title}</h1>
      <p>
        ${failure ? localisedMessage({ code: failure.reason, message: failure.message }, locale) : texts.unavailableHint}
      </p>
      <p><a href="${DESK}">${desk.toStart}</a></p>`,
  };
}
