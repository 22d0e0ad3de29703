import { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { Failure, STATUS_OF } from '../../shared/failure';
import { longSteps } from '../../shared/fair-queue';
import { DESK, type FormFile, type Incoming, RESET_PATH } from '../../shared/http';
import { nfc } from '../../shared/text';
import type { Read, ReadWith } from '../documents';
import type { PageContext } from '../layout';
import { SUGGESTIONS } from '../reader/addresses';
import { type DictionaryRole, mayAs } from './data';
import { localisedFor } from './desk-locale';
import { Form } from './form';
import { GUEST_ROUTES, ROUTES } from './routes';
import {
  dropToken,
  isFromHere,
  isMarkOf,
  keepSession,
  type Login,
  MARK,
  markOf,
  refreshTokenIn,
  tokenIn,
} from './session';
import { problemPage, sendDesk } from './desk-layout';
import { goOn, heldIn, signIn, signInPage, signOut, SIGN_IN, SIGN_OUT } from './pages/sign-in-page';
import { showReset, usedReset } from './pages/account/reset-page';
import { type Answer, type DeskLocale, type Person, Redirect, type Visit } from './visit';
import { written } from './writing';

export interface DeskOptions extends Omit<PageContext, 'localeTexts'> {
  readonly readWith: ReadWith;
  /** The context of the resolvers for a request. */
  readonly contextOf: (request: Incoming) => Promise<unknown>;
  /** Takes a file for an import, as the person of a request, and returns the identifier of the upload. */
  readonly receive: (request: Incoming, file: FormFile) => Promise<string>;
  /** Has the sender of a request looked up again, after the request got another token. */
  readonly identifyAgain: (request: Incoming) => void;
  /** Takes what nobody meant to happen. */
  readonly report: (error: unknown, request: Request) => void;
}

/** The largest page number that is asked for; any page as far out is past the end. */
const LAST_PAGE = 1_000_000;

/** The pages for editors, moderators and admins. Each is made of what the schema answers to documents, and needs no script. */
export function deskRouter(options: DeskOptions): Router {
  const router = Router();
  const desk = new Desk(options);
  router.get(SIGN_IN, async (request, response) => {
    desk.send(
      { request, response },
      await signInPage(localisedFor(request), {
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
      const visit = await desk.visitOf({ request, response }, isForGuests);
      response.locals['visit'] = visit;
      if (visit === undefined) return;
      const answer = await show(visit);
      await longSteps.runBySize(() => {
        desk.send({ request, response }, answer);
      });
    });
  }
  const onError: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (response.headersSent || !request.path.toLowerCase().startsWith(DESK)) next(error);
    else desk.refuse({ request, response }, error);
  };
  return router.use(DESK, unknown).use(onError);
}

/** An address below the desk that there is not. */
function unknown(): never {
  throw new Failure('NOT_FOUND', 'This page does not exist');
}

interface Exchange {
  readonly request: Request;
  readonly response: Response;
}

class Desk {
  constructor(private readonly options: DeskOptions) {}

  /** Sends an answer; who is signed in is known from here on. */
  send({ request, response }: Exchange, answer: Answer): void {
    const visit = response.locals['visit'] as Visit | undefined;
    const { assetAddress } = this.options;
    sendDesk(answer, { request, response, visit, assetAddress, locale: localisedFor(request) });
  }

  /**
   * The visit of a signed-in user; `undefined` without a session, after a redirect to the login page, which keeps the typed text.
   *
   * @param isForGuests whether the page is there for people without an account too
   */
  async visitOf({ request, response }: Exchange, isForGuests: boolean): Promise<Visit | undefined> {
    const read = this.readFor(request);
    if (request.method === 'POST') assertFromHere(request);
    // Before the form is read: how much may be sent depends on who sends it.
    const session = await this.sessionOf({ request, response });
    const form = request.method === 'POST' ? await formOf(request) : new Form();
    const receive = (file: FormFile) => this.options.receive(request as Request & Incoming, file);
    if (session === undefined && isForGuests) {
      dropToken(request);
      this.options.identifyAgain(request as Request & Incoming);
      return visitFor(request, { read, receive, token: '', person: GUEST, form });
    }
    if (session === undefined) {
      const page = await signInPage(localisedFor(request), {
        to: request.originalUrl,
        held: heldIn(form),
        isExpired: (tokenIn(request) ?? refreshTokenIn(request)) !== undefined || request.method === 'POST',
      });
      this.send({ request, response }, { ...page, status: request.method === 'POST' ? 401 : 200 });
      return undefined;
    }
    const { token, person } = session;
    if (request.method === 'POST' && !isMarkOf(token, form.word(MARK))) {
      // The page is from an earlier session or another user's: the present user has to submit it again.
      const page = await goOn(localisedFor(request), { to: request.originalUrl, held: heldIn(form), token });
      this.send({ request, response }, page instanceof Redirect ? page : { ...page, status: 403 });
      return undefined;
    }
    return visitFor(request, { read, receive, token, person, form });
  }

  /** Who is signed in. A token that has expired is renewed; who only looks what is there, by HEAD, gets none. */
  private async sessionOf({ request, response }: Exchange): Promise<Session | undefined> {
    const read = this.readFor(request);
    const token = tokenIn(request);
    const person = token === undefined ? undefined : await personOf(read);
    if (person !== undefined && token !== undefined) return { token, person };
    const refreshToken = request.method === 'HEAD' ? undefined : refreshTokenIn(request);
    const locale = localisedFor(request);
    const login = refreshToken === undefined ? undefined : await renewed({ read, locale }, refreshToken);
    if (login === undefined) return undefined;
    keepSession(response, request, login);
    this.options.identifyAgain(request as Request & Incoming);
    const found = await personOf(read);
    return found && { token: login.token, person: found };
  }

  async signIn({ request, response }: Exchange): Promise<void> {
    assertFromHere(request);
    const form = await formOf(request);
    const locale = localisedFor(request);
    const answer = await signIn({ request, response, form, locale, read: this.readFor(request) });
    this.send({ request, response }, answer);
  }

  async signOut({ request, response }: Exchange): Promise<void> {
    assertFromHere(request);
    await formOf(request);
    // The session ends, also when its token has expired.
    await this.sessionOf({ request, response });
    await signOut({ request, response, read: this.readFor(request) });
    this.send({ request, response }, new Redirect(SIGN_IN));
  }

  /** The page of a link for a new password, for which nobody is signed in. */
  async reset({ request, response }: Exchange, show: typeof showReset): Promise<void> {
    if (request.method === 'POST') assertFromHere(request);
    const form = request.method === 'POST' ? await formOf(request) : new Form();
    const token = String(request.params['token'] ?? '');
    const page = await show({ token, form, locale: localisedFor(request), read: this.readFor(request) });
    this.send({ request, response }, { ...page, isSecret: true });
  }

  refuse({ request, response }: Exchange, error: unknown): void {
    const failure = error instanceof Failure ? error : undefined;
    const status = failure ? STATUS_OF[failure.kind] : 500;
    if (status === 500) this.options.report(error, request);
    const { retryAfter } = failure?.details ?? {};
    if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
    const locale = localisedFor(request);
    this.send({ request, response }, problemPage(status, failure, locale));
  }

  private readFor(request: Request): Read {
    return this.options.readWith(() => this.options.contextOf(request as Request & Incoming));
  }
}

interface Session {
  readonly token: string;
  readonly person: Person;
}

/** @throws Failure FORBIDDEN for a form of another site */
function assertFromHere(request: Request): void {
  if (!isFromHere(request)) throw new Failure('FORBIDDEN', 'The form must be sent by a page of this server');
}

async function formOf(request: Request): Promise<Form> {
  const { readForm } = request as Request & Incoming;
  return new Form(await readForm?.());
}

/** Another token in place of one that has expired; `undefined` when the session has ended. */
async function renewed(
  by: { readonly read: Read; readonly locale: DeskLocale },
  refreshToken: string,
): Promise<Login | undefined> {
  try {
    const { payload } = await written<{ readonly login: Login | null }>(by, 'renew', { refreshToken });
    return payload.login ?? undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
    throw error;
  }
}

const GUEST: Person = { name: '', role: 'GUEST', edits: [] };

interface VisitParts {
  readonly read: Read;
  readonly receive: Visit['receive'];
  readonly token: string;
  readonly person: Person;
  readonly form: Form;
}

function visitFor(request: Request, { read, receive, token, person, form }: VisitParts): Visit {
  const query = (name: string): string => {
    const text = request.query[name];
    return typeof text === 'string' ? nfc(text.trim()) : '';
  };
  const page = query('page');
  const locale = localisedFor(request);
  return {
    request,
    person,
    locale,
    mark: markOf(token),
    param: (name) => nfc(String(request.params[name] ?? '')),
    query,
    page: /^[1-9]\d*$/.test(page) ? Math.min(Number(page), LAST_PAGE) : 1,
    form,
    read,
    receive,
    write: (name, variables) => written({ read, locale }, name, variables),
  };
}

interface PersonData {
  readonly me: {
    readonly username: string;
    readonly role: 'ADMIN' | 'USER';
    readonly memberships: readonly { readonly dictionaryId: string; readonly role: DictionaryRole }[];
  } | null;
}

interface ApplicationPersonData {
  readonly application: { readonly name: string } | null;
}

/** The account of the token; `undefined` when its session is over. */
async function personOf(read: Read): Promise<Person | undefined> {
  const { me } = await read<PersonData>('person', {});
  if (me) {
    const edits = me.memberships.flatMap(({ role, dictionaryId }) =>
      mayAs('EDITOR', role) ? [dictionaryId] : [],
    );
    return { name: me.username, role: me.role, edits };
  }
  try {
    const { application } = await read<ApplicationPersonData>('application-person', {});
    return application ? { name: application.name, role: 'APPLICATION', edits: [] } : undefined;
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return undefined;
    throw error;
  }
}
