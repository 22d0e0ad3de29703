import { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { Failure, STATUS_OF } from '../../shared/failure';
import { longSteps } from '../../shared/fair-queue';
import { DESK, type FormFile, type HttpRequest, RESET_PATH } from '../../shared/http';
import { nfc } from '../../shared/text';
import type { Read, ReadWith } from '../documents';
import type { PageContext } from '../layout';
import { pageNumberIn, queryText } from '../page-address';
import { SUGGESTIONS } from '../reader/addresses';
import { deskLocaleOf } from './desk-locale';
import { Form } from './form';
import { GUEST_ROUTES, ROUTES } from './routes';
import {
  CSRF_FIELD,
  csrfTokenOf,
  dropToken,
  isCsrfTokenOf,
  isSameOrigin,
  keepSession,
  type Login,
  refreshTokenIn,
  tokenIn,
} from './session';
import { problemPage, sendDesk } from './desk-layout';
import {
  fieldsToResubmit,
  resubmitPage,
  SIGN_IN,
  SIGN_OUT,
  signIn,
  signInPage,
  signOut,
} from './pages/sign-in-page';
import { showReset, usedReset } from './pages/account/reset-page';
import {
  type DeskContext,
  type DeskLocale,
  type DeskResponse,
  type DeskViewer,
  GUEST,
  Redirect,
  viewerOf,
} from './desk-context';
import { runMutation } from './mutations';

export interface DeskOptions extends Omit<PageContext, 'localeTexts'> {
  readonly readWith: ReadWith;
  /** Returns the resolver context of a request. */
  readonly contextOf: (request: HttpRequest) => Promise<unknown>;
  /** Stores a file for an import as the sender of the request, and returns the identifier of the upload. */
  readonly receive: (request: HttpRequest, file: FormFile) => Promise<string>;
  /** Looks up the sender of a request again, after its token has changed. */
  readonly identifyAgain: (request: HttpRequest) => void;
  /** Receives unexpected errors. */
  readonly report: (error: unknown, request: Request) => void;
}

/** The pages for editors, moderators and admins. They are rendered from the results of GraphQL documents and need no script. */
export function deskRouter(options: DeskOptions): Router {
  const router = Router();
  const desk = new Desk(options);
  router.get(SIGN_IN, async (request, response) => {
    desk.send(
      { request, response },
      await signInPage(deskLocaleOf(request), {
        to: typeof request.query['to'] === 'string' ? request.query['to'] : '',
      }),
    );
  });
  router.post(SIGN_IN, (request, response) => desk.signIn({ request, response }));
  router.post(SIGN_OUT, (request, response) => desk.signOut({ request, response }));
  router.get(`${RESET_PATH}/:token`, (request, response) => desk.reset({ request, response }, showReset));
  router.post(`${RESET_PATH}/:token`, (request, response) => desk.reset({ request, response }, usedReset));
  for (const [method, path, show] of [...ROUTES, ...GUEST_ROUTES]) {
    const isForGuests = path.startsWith(SUGGESTIONS);
    router[method](path, async (request: Request, response: Response) => {
      const context = await desk.contextFor({ request, response }, isForGuests);
      response.locals['context'] = context;
      if (context === undefined) return;
      const content = await show(context);
      await longSteps.runBySize(() => {
        desk.send({ request, response }, content);
      });
    });
  }
  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent || !request.path.toLowerCase().startsWith(DESK)) next(error);
    else desk.refuse({ request, response }, error);
  };
  router.use(DESK, (request, response) => desk.refuseUnknownPage({ request, response }));
  return router.use(onError);
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

class Desk {
  constructor(private readonly options: DeskOptions) {}

  /** Sends a response. If the user is signed in, `response.locals` has the context of the request. */
  send({ request, response }: Exchange, content: DeskResponse): void {
    const context = response.locals['context'] as DeskContext | undefined;
    const { assetAddress } = this.options;
    sendDesk(content, { request, response, context, assetAddress, locale: deskLocaleOf(request) });
  }

  /**
   * Returns the context of a request of a signed-in user. Without a session, it sends the login page, which keeps the typed text, and
   * returns `undefined`.
   *
   * @param isForGuests whether the page is available without an account
   */
  async contextFor({ request, response }: Exchange, isForGuests: boolean): Promise<DeskContext | undefined> {
    const read = this.readFor(request);
    if (request.method === 'POST') assertSameOrigin(request);
    // The session is read before the form, because the maximum size of the form depends on the user.
    const session = await this.sessionOf({ request, response });
    const form = request.method === 'POST' ? await formOf(request) : new Form();
    const receive = this.receiverFor(request);
    if (session === undefined && isForGuests) {
      dropToken(request);
      this.options.identifyAgain(request as Request & HttpRequest);
      return createContext(request, { read, receive, token: '', viewer: GUEST, form });
    }
    if (session === undefined) {
      const page = await signInPage(deskLocaleOf(request), {
        to: request.originalUrl,
        pending: fieldsToResubmit(form),
        isExpired: (tokenIn(request) ?? refreshTokenIn(request)) !== undefined || request.method === 'POST',
      });
      this.send({ request, response }, { ...page, status: request.method === 'POST' ? 401 : 200 });
      return undefined;
    }
    const { token, viewer } = session;
    if (request.method === 'POST' && !isCsrfTokenOf(token, form.word(CSRF_FIELD))) {
      // The page belongs to an earlier session or another user. The present user has to submit it again.
      const page = await resubmitPage(deskLocaleOf(request), {
        to: request.originalUrl,
        pending: fieldsToResubmit(form),
        token,
        name: viewer.name,
      });
      this.send({ request, response }, page instanceof Redirect ? page : { ...page, status: 403 });
      return undefined;
    }
    return createContext(request, { read, receive, token, viewer, form });
  }

  /** Answers unknown paths of the desk, with the menu if the user is signed in. */
  async refuseUnknownPage({ request, response }: Exchange): Promise<never> {
    const session = await this.sessionOf({ request, response });
    if (session) {
      response.locals['context'] = createContext(request, {
        ...session,
        read: this.readFor(request),
        receive: this.receiverFor(request),
        form: new Form(),
      });
    }
    throw new Failure('NOT_FOUND', deskLocaleOf(request).texts.notFoundHint);
  }

  /** Returns the session of a request. Renews an expired token, except for HEAD. */
  private async sessionOf({ request, response }: Exchange): Promise<Session | undefined> {
    const read = this.readFor(request);
    const token = tokenIn(request);
    const viewer = token === undefined ? undefined : await viewerOf(read);
    if (viewer !== undefined && token !== undefined) return { token, viewer };
    const refreshToken = request.method === 'HEAD' ? undefined : refreshTokenIn(request);
    const locale = deskLocaleOf(request);
    const login = refreshToken === undefined ? undefined : await renewLogin({ read, locale }, refreshToken);
    if (login === undefined) return undefined;
    keepSession(response, request, login);
    this.options.identifyAgain(request as Request & HttpRequest);
    const renewed = await viewerOf(read);
    return renewed && { token: login.token, viewer: renewed };
  }

  async signIn({ request, response }: Exchange): Promise<void> {
    assertSameOrigin(request);
    const form = await formOf(request);
    const locale = deskLocaleOf(request);
    const content = await signIn({ request, response, form, locale, read: this.readFor(request) });
    this.send({ request, response }, content);
  }

  async signOut({ request, response }: Exchange): Promise<void> {
    assertSameOrigin(request);
    await formOf(request);
    // Ends the session even if its token has expired.
    await this.sessionOf({ request, response });
    await signOut({ request, response, read: this.readFor(request) });
    this.send({ request, response }, new Redirect(SIGN_IN));
  }

  /** The page of a password reset link, for people who are not signed in. */
  async reset({ request, response }: Exchange, show: typeof showReset): Promise<void> {
    if (request.method === 'POST') assertSameOrigin(request);
    const form = request.method === 'POST' ? await formOf(request) : new Form();
    const token = String(request.params['token'] ?? '');
    const page = await show({ token, form, locale: deskLocaleOf(request), read: this.readFor(request) });
    this.send({ request, response }, { ...page, isSecret: true });
  }

  refuse({ request, response }: Exchange, error: unknown): void {
    const failure = error instanceof Failure ? error : undefined;
    const status = failure ? STATUS_OF[failure.kind] : 500;
    if (status === 500) this.options.report(error, request);
    const { retryAfter } = failure?.details ?? {};
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    this.send({ request, response }, problemPage(status, failure, deskLocaleOf(request)));
  }

  private receiverFor(request: Request): DeskContext['receive'] {
    return (file: FormFile) => this.options.receive(request as Request & HttpRequest, file);
  }

  private readFor(request: Request): Read {
    return this.options.readWith(() => this.options.contextOf(request as Request & HttpRequest));
  }
}

interface Session {
  readonly token: string;
  readonly viewer: DeskViewer;
}

/** @throws Failure FORBIDDEN for a form of another site */
function assertSameOrigin(request: Request): void {
  if (!isSameOrigin(request))
    throw new Failure('FORBIDDEN', 'The form must be sent by a page of this server');
}

async function formOf(request: Request): Promise<Form> {
  const { readForm } = request as Request & HttpRequest;
  return new Form(await readForm?.());
}

/** Returns a new token for an expired one; `undefined` if the session has ended. */
async function renewLogin(
  by: { readonly read: Read; readonly locale: DeskLocale },
  refreshToken: string,
): Promise<Login | undefined> {
  try {
    const { payload } = await runMutation<{ readonly login: Login | null }>(by, 'renew', { refreshToken });
    return payload.login ?? undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
    throw error;
  }
}

interface ContextParts {
  readonly read: Read;
  readonly receive: DeskContext['receive'];
  readonly token: string;
  readonly viewer: DeskViewer;
  readonly form: Form;
}

function createContext(request: Request, { read, receive, token, viewer, form }: ContextParts): DeskContext {
  const locale = deskLocaleOf(request);
  return {
    request,
    viewer,
    locale,
    csrfToken: csrfTokenOf(token),
    param: (name) => nfc(String(request.params[name] ?? '')),
    query: (name) => queryText(request, name),
    page: pageNumberIn(request),
    form,
    read,
    receive,
    write: (name, variables) => runMutation({ read, locale }, name, variables),
  };
}
