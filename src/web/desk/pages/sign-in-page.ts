import type { Request, Response } from 'express';
import { Failure } from '../../../shared/failure';
import { html, type Html } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { longSteps } from '../../../shared/fair-queue';
import type { Read } from '../../documents';
import { fillText } from '../../locale-texts';
import { choice, field, hidden } from '../fields';
import type { Form } from '../form';
import { dropSession, keepSession, type Login, CSRF_FIELD, csrfTokenOf } from '../session';
import { type DeskResponse, type DeskLocale, type DeskPage, Redirect } from '../desk-context';

export const SIGN_IN = `${DESK}/sign-in`;
export const SIGN_OUT = `${DESK}/sign-out`;

/** Fields of a form that was submitted without a valid session. The login form carries them until the user has signed in. */
type PendingFields = readonly (readonly [name: string, value: string])[];

const PENDING_PREFIX = 'held.';

/** Returns the fields of a form to keep during the login. Files have to be chosen again. */
export function fieldsToResubmit(form: Form): PendingFields {
  return form.entries().filter(([name]) => name !== CSRF_FIELD);
}

export interface SignInState {
  /** URL to return to after the login. */
  readonly to?: string;
  readonly pending?: PendingFields;
  readonly isExpired?: boolean;
  readonly name?: string;
  readonly kind?: string;
  readonly problem?: string;
}

export async function signInPage({ desk }: DeskLocale, state: SignInState): Promise<DeskPage> {
  const { to = '', pending = [], name, kind, problem, isExpired } = state;
  return {
    title: desk.signIn,
    main: html`<h1>${desk.signIn}</h1>
      ${isExpired && html`<p class="notice" role="status">${pending.length > 0 ? desk.expiredKept : desk.expired}</p>`}
      ${problem !== undefined && html`<p class="faults" role="alert">${problem}</p>`}
      <form class="narrow" method="post" action="${SIGN_IN}" enctype="multipart/form-data">
        ${hidden('to', to)} ${await hiddenFields(pending, PENDING_PREFIX)}
        ${field({ name: 'name', label: desk.userName, value: name, isRequired: true, more: html`autocomplete="username" autocapitalize="off" spellcheck="false" ${name === undefined && html`autofocus`}` })}
        ${field({ name: 'password', label: desk.password, type: 'password', isRequired: true, more: html`autocomplete="current-password"` })}
        ${choice({
          name: 'kind',
          label: desk.accountKind,
          value: kind,
          options: [
            ['user', desk.asUser],
            ['application', desk.asApplication],
          ],
        })}
        <button>${desk.signIn}</button>
      </form>
      <p class="hint below">${desk.accounts.lostPassword}</p>`,
  };
}

function hiddenFields(pending: PendingFields, prefix = ''): Promise<readonly Html[]> {
  return longSteps.map(pending, ([name, value]) => hiddenField(`${prefix}${name}`, value));
}

/** Returns a hidden field that preserves line breaks. */
function hiddenField(name: string, value: string): Html {
  if (!value.includes('\n')) return hidden(name, value);
  return html`<textarea name="${name}" hidden>${'\n'}${value}</textarea>`;
}

interface SignIn {
  readonly request: Request;
  readonly response: Response;
  readonly form: Form;
  readonly locale: DeskLocale;
  readonly read: Read;
}

interface LoginData {
  readonly result: { readonly login: Login | null };
}

/** Signs a user in. If the name or password is wrong, returns the login page again. */
export async function signIn({ request, response, form, locale, read }: SignIn): Promise<DeskResponse> {
  const [name, kind] = [form.word('name'), form.word('kind') === 'application' ? 'application' : 'user'];
  try {
    const variables = { name, password: form.text('password') };
    const document = kind === 'user' ? 'sign-in' : 'sign-in-application';
    const { login } = (await read<LoginData>(document, variables)).result;
    // No account can have a name or password like these.
    if (!login) throw new Failure('LOGIN_REFUSED', locale.desk.signInRefused);
    // The refresh token of an earlier user session must be removed when an application signs in.
    if (kind === 'application') dropSession(response);
    keepSession(response, request, login);
    return await resubmitPage(locale, {
      to: form.text('to'),
      pending: pendingFields(form),
      token: login.token,
      name,
    });
  } catch (error) {
    const problem = problemOf(error, locale);
    if (problem === undefined) throw error;
    const state = { to: form.text('to'), pending: pendingFields(form), name, kind, problem };
    return { ...(await signInPage(locale, state)), status: 403 };
  }
}

function problemOf(error: unknown, { desk }: DeskLocale): string | undefined {
  if (!(error instanceof Failure)) return undefined;
  if (error.kind === 'limited') return desk.tooManyAttempts;
  return ['forbidden', 'unauthenticated', 'invalid'].includes(error.kind) ? desk.signInRefused : undefined;
}

function pendingFields(form: Form): PendingFields {
  return form
    .entries()
    .flatMap(([name, value]) =>
      name.startsWith(PENDING_PREFIX) ? [[name.slice(PENDING_PREFIX.length), value] as const] : [],
    );
}

/** A form that was submitted without a valid session, and the token of the session in which it may be submitted again. */
interface PendingForm {
  readonly to: string;
  readonly pending: PendingFields;
  readonly token: string;
  /** Name of the user who is signed in now, who may be another one than the user who typed the text. */
  readonly name: string;
}

/** The page after a login: a redirect, or a page that submits the pending form again. */
export async function resubmitPage(
  { desk }: DeskLocale,
  { to, pending, token, name }: PendingForm,
): Promise<DeskResponse> {
  const address = ownAddress(to);
  if (pending.length === 0) return new Redirect(address);
  return {
    title: desk.goOn,
    main: html`<h1>${desk.goOn}</h1>
      <p>${desk.goOnHint}</p>
      <p>${fillText(desk.signedInAs, { name: html`<b>${name}</b>` })}</p>
      <form method="post" action="${address}" enctype="multipart/form-data" data-holds-text>
        ${hidden(CSRF_FIELD, csrfTokenOf(token))} ${await hiddenFields(pending)}
        <button autofocus>${desk.goOn}</button>
      </form>`,
  };
}

/** Returns a URL if it belongs to the desk. A crafted link must not redirect elsewhere after the login. */
function ownAddress(to: string): string {
  const isOwn = /^\/desk(?:[/?][^\\]*)?$/.test(to) && !to.startsWith(SIGN_IN) && !to.startsWith(SIGN_OUT);
  return isOwn ? to : DESK;
}

export async function signOut({
  response,
  read,
}: Pick<SignIn, 'request' | 'response' | 'read'>): Promise<void> {
  dropSession(response);
  try {
    await read('sign-out', {});
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof Failure) || error.kind !== 'unauthenticated') throw error;
  }
}
