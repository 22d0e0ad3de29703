import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_NAME, ADMIN_PASSWORD, startWithAccounts, type AccountServer } from '../support/accounts';
import type { ChatbotServer } from '../support/applications';
import { type Bot, botOf } from '../support/bot';
import { dictionaryFolder } from '../support/dictionary-files';
import { call, type HttpResponse } from '../support/http';
import { DICTIONARY, LINES, METADATA } from './reader-dictionary';

export const DESK = `/desk/dictionaries/${DICTIONARY}`;
export const ARTICLES = `${DESK}/articles`;

/** Text that would run if a page did not escape it. */
export const MARKUP = '<img src=x onerror=alert(1)>"\'&';

/** A gateway with a dictionary, and an admin at its desk. */
export interface DeskServer extends AccountServer {
  readonly newBrowser: () => PlainBrowser;
  readonly root: PlainBrowser;
  /** Somebody who has just this role in the dictionary, and is signed in. */
  readonly member: (role: string) => Promise<PlainBrowser>;
  /** What is stored of an article. */
  readonly stored: (number: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Creates an article and returns its number. */
  readonly newArticle: (source: object) => Promise<string>;
}

export async function startDesk(): Promise<DeskServer> {
  const accounts = await startWithAccounts();
  const { server, graphql, admin } = accounts;
  await server.load(dictionaryFolder(DICTIONARY, LINES, METADATA));
  const newBrowser = () => new PlainBrowser(server.url);
  return {
    ...accounts,
    newBrowser,
    root: await newBrowser().signIn(ADMIN_NAME, ADMIN_PASSWORD),
    member: async (role) => {
      const [username, password] = [`the ${role.toLowerCase()}`, 'a password of a member'];
      const { rest } = accounts;
      await rest('POST', '/lexicon/users', { token: admin, body: { user: { username, password } } });
      const mutation = `mutation ($user: ID!, $role: DictionaryRole!) { setDictionaryMember(dictionary: "${DICTIONARY}", user: $user, role: $role) { userErrors { message } } }`;
      await graphql(mutation, { user: username, role }, admin);
      return newBrowser().signIn(username, password);
    },
    stored: async (number) => {
      const query = `{ article(dictionary: "${DICTIONARY}", number: "${number}") { headword revision isDisabled source } }`;
      return (await graphql(query, {}, admin)).data['article'] as Readonly<Record<string, unknown>>;
    },
    newArticle: async (source) => {
      const mutation = `mutation ($source: JSON!) { createArticle(dictionary: "${DICTIONARY}", input: {source: $source}) { article { number } userErrors { message } } }`;
      const { data } = await graphql(mutation, { source }, admin);
      return String((data['createArticle'] as { readonly number: number }).number);
    },
  };
}

export interface BotAtDesk extends Bot {
  readonly publicId: string;
  readonly token: string;
  /** The application itself, signed in. */
  readonly bot: PlainBrowser;
  readonly execute: ChatbotServer['execute'];
}

/** An application with a bot, at the desk. */
export async function botAtDesk(
  desk: Pick<DeskServer, 'graphql' | 'admin' | 'rest' | 'newBrowser'>,
  name: string,
): Promise<BotAtDesk> {
  const account = { name, email: `${name}@example.org`, password: 'correct horse battery' };
  const { data } = await desk.graphql(
    'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { publicId } userErrors { message } } }',
    { input: account },
    desk.admin,
  );
  const { publicId } = data['createApplication'] as { readonly publicId: string };
  const login = await desk.graphql(
    'mutation ($name: String!, $password: String!) { logInApplication(name: $name, password: $password) { login { token } userErrors { message } } }',
    { name: account.name, password: account.password },
  );
  const { token } = login.data['logInApplication'] as { readonly token: string };
  const execute = async (query: string, variables: object, as: string) => {
    const { body } = await desk.rest('POST', '/graphql', { token: as, body: { query, variables } });
    return body['data'] as Readonly<Record<string, never>>;
  };
  const bot = desk.newBrowser();
  await bot.post('/desk/sign-in', { name, password: account.password, kind: 'application' });
  return { ...(await botOf({ execute }, token)), publicId, token, bot, execute };
}

/** The fields of a form, by their names. */
export type Fields = Readonly<Record<string, string>>;

/** A browser without script: it keeps cookies, and sends forms as they stand in a page. */
export class PlainBrowser {
  cookie = '';

  constructor(private readonly url: string) {}

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    const request = { headers: { cookie: this.cookie, ...headers }, redirect: 'manual' } as const;
    return this.kept(await call(this.url + path, request));
  }

  async post(
    path: string,
    fields: Fields | FormData,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse> {
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
    const own = { cookie: this.cookie, origin: this.url };
    const request = { method: 'POST', body, redirect: 'manual', headers: { ...own, ...headers } } as const;
    return this.kept(await call(this.url + path, request));
  }

  /** Opens a page and sends its last form with that action, with a file, as browsers send it. */
  async sendFile(path: string, fields: Fields, file: Blob | string, action = path): Promise<HttpResponse> {
    const form = formsIn((await this.get(path)).text).findLast((form) => form.action === action);
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...form?.fields, ...fields }))
      if (name !== 'file') body.set(name, value);
    body.set('file', typeof file === 'string' ? new Blob([file]) : file, 'words.csv');
    return this.post(action, body);
  }

  /** The page of an import when nothing goes on by itself any more. */
  async settled(address: string): Promise<string> {
    for (;;) {
      const { text } = await this.get(address);
      if (!text.includes('data-refresh')) return text;
      await sleep(50);
    }
  }

  /** Forgets a cookie, as browsers do when it expires. */
  forget(name: string): void {
    this.cookie = this.cookie
      .split('; ')
      .filter((cookie) => !cookie.startsWith(`${name}=`))
      .join('; ');
  }

  private kept(response: HttpResponse): HttpResponse {
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/);
      const others = this.cookie
        .split('; ')
        .filter((cookie) => cookie !== '' && !cookie.startsWith(`${name}=`));
      this.cookie = (value === '' ? others : [...others, `${name}=${value}`]).join('; ');
    }
    return response;
  }

  async signIn(name: string, password: string): Promise<this> {
    const { status } = await this.post('/desk/sign-in', { name, password, to: '/desk' });
    if (status !== 303) throw new Error(`The sign-in was answered with ${String(status)}`);
    return this;
  }

  /** Opens a page and sends its form with some fields changed. */
  async fill(path: string, changes: Fields, isMeant?: (action: string) => boolean): Promise<HttpResponse> {
    return this.submit((await this.get(path)).text, changes, isMeant);
  }

  /** Sends a form of a page with some fields changed: that of an article, or the first that is meant. */
  submit(
    page: string,
    changes: Fields,
    isMeant: (action: string) => boolean = (action) => !action.endsWith('sign-out'),
  ): Promise<HttpResponse> {
    const form = formsIn(page).find(({ action }) => isMeant(action));
    if (!form) throw new Error(`The page has no such form: ${page}`);
    return this.post(form.action, { ...form.fields, ...changes });
  }
}

interface FormOfPage {
  readonly action: string;
  readonly fields: Fields;
}

/** The forms of a page that are sent, with what stands in their fields. */
export function formsIn(page: string): readonly FormOfPage[] {
  return [...page.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)]
    .filter(([, attributes = '']) => attributes.includes('method="post"'))
    .map(([, attributes = '', inner = '']) => ({
      action: plain(valueOf(attributes, 'action')),
      fields: Object.fromEntries([...inputsIn(inner), ...areasIn(inner), ...choicesIn(inner)]),
    }));
}

type Pair = readonly [name: string, value: string];

function inputsIn(form: string): readonly Pair[] {
  return [...form.matchAll(/<input([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const isOff = attributes.includes('type="checkbox"') && !/\bchecked\b/.test(attributes);
    return isOff ? [] : [[valueOf(attributes, 'name'), plain(valueOf(attributes, 'value'))]];
  });
}

function areasIn(form: string): readonly Pair[] {
  return [...form.matchAll(/<textarea([^>]*)>\n?(.*?)<\/textarea>/gs)].map(
    ([, attributes = '', text = '']) => [valueOf(attributes, 'name'), plain(text)],
  );
}

function choicesIn(form: string): readonly Pair[] {
  return [...form.matchAll(/<select([^>]*)>(.*?)<\/select>/gs)].map(([, attributes = '', options = '']) => {
    const [first, ...others] = [...options.matchAll(/<option([^>]*)>/g)].map(([, one = '']) => one);
    const chosen = [first, ...others].find((option) => /\bselected\b/.test(option ?? '')) ?? first ?? '';
    return [valueOf(attributes, 'name'), plain(valueOf(chosen, 'value'))];
  });
}

function valueOf(attributes: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`, 's').exec(attributes)?.[1] ?? '';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
