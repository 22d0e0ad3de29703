import type { Request, Response } from 'express';
import { Failure } from '../../../shared/failure';
import { html, type Html } from '../../../shared/html';
import { DESK } from '../../../shared/http';
import { longSteps } from '../../../shared/fair-queue';
import type { Read } from '../../documents';
import { choice, field, hidden } from '../fields';
import type { Form } from '../form';
import { dropSession, keepSession, type Login, MARK, markOf } from '../session';
import { type Answer, type DeskLocale, type DeskPage, Redirect } from '../visit';

export const SIGN_IN = `${DESK}/sign-in`;
export const SIGN_OUT = `${DESK}/sign-out`;

/** Fields of another form that was sent without a session: they wait until somebody has signed in. */
type Held = readonly (readonly [name: string, value: string])[];

const HELD = 'held.';

/** What a form brought that must not be lost. Files have to be chosen again. */
export function heldIn(form: Form): Held {
  return form.entries().filter(([name]) => name !== MARK);
}

export interface SignInState {
  /** Where to go on. */
  readonly to?: string;
  readonly held?: Held;
  readonly isExpired?: boolean;
  readonly name?: string;
  readonly kind?: string;
  readonly problem?: string;
}

export async function signInPage({ desk }: DeskLocale, state: SignInState): Promise<DeskPage> {
  const { to = '', held = [], name, kind, problem, isExpired } = state;
  return {
    title: desk.signIn,
    main: html`<h1>${desk.signIn}</h1>
      ${isExpired && html`<p class="notice" role="status">${held.length > 0 ? desk.expiredKept : desk.expired}</p>`}
      ${problem !== undefined && html`<p class="faults" role="alert">${problem}</p>`}
      <form class="narrow" method="post" action="${SIGN_IN}" enctype="multipart/form-data">
        ${hidden('to', to)} ${await heldFieldsOf(held, HELD)}
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

function heldFieldsOf(held: Held, prefix = ''): Promise<readonly Html[]> {
  return longSteps.map(held, ([name, value]) => heldField(`${prefix}${name}`, value));
}

/** A field that is carried along, with its line ends. */
function heldField(name: string, value: string): Html {
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

/** Signs a person in; the page that asks again if the name or password is wrong. */
export async function signIn({ request, response, form, locale, read }: SignIn): Promise<Answer> {
  const [name, kind] = [form.word('name'), form.word('kind') === 'application' ? 'application' : 'user'];
  try {
    const variables = { name, password: form.text('password') };
    const document = kind === 'user' ? 'sign-in' : 'sign-in-application';
    const { login } = (await read<LoginData>(document, variables)).result;
    // No account has a name or a password such as these.
    if (!login) throw new Failure('LOGIN_REFUSED', locale.desk.signInRefused);
    // What renewed the session of a user who was here before must not outlive that of an application.
    if (kind === 'application') dropSession(response);
    keepSession(response, request, login);
    return await goOn(locale, { to: form.text('to'), held: heldFields(form), token: login.token });
  } catch (error) {
    const problem = problemOf(error, locale);
    if (problem === undefined) throw error;
    const state = { to: form.text('to'), held: heldFields(form), name, kind, problem };
    return { ...(await signInPage(locale, state)), status: 403 };
  }
}

function problemOf(error: unknown, { desk }: DeskLocale): string | undefined {
  if (!(error instanceof Failure)) return undefined;
  if (error.kind === 'limited') return desk.tooManyAttempts;
  return ['forbidden', 'unauthenticated', 'invalid'].includes(error.kind) ? desk.signInRefused : undefined;
}

function heldFields(form: Form): Held {
  return form
    .entries()
    .flatMap(([name, value]) => (name.startsWith(HELD) ? [[name.slice(HELD.length), value] as const] : []));
}

/** What a form brought that came without its session, and the session in which it may be sent again. */
interface Waiting {
  readonly to: string;
  readonly held: Held;
  readonly token: string;
}

/** Back to the page where the session had ended. It shows the text that the user had sent, to be sent again. */
export async function goOn({ desk }: DeskLocale, { to, held, token }: Waiting): Promise<Answer> {
  const address = ownAddress(to);
  if (held.length === 0) return new Redirect(address);
  return {
    title: desk.goOn,
    main: html`<h1>${desk.goOn}</h1>
      <p>${desk.goOnHint}</p>
      <form method="post" action="${address}" enctype="multipart/form-data">
        ${hidden(MARK, markOf(token))} ${await heldFieldsOf(held)}
        <button autofocus>${desk.goOn}</button>
      </form>`,
  };
}

/** An address of the desk: a link from elsewhere must not lead somewhere else after signing in. */
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
    // The session was over already.
    if (!(error instanceof Failure) || error.kind !== 'unauthenticated') throw error;
  }
}
