/** A token and its account. The browser stores it for this tab only, until it expires. */
export interface Session {
  readonly token: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export type AccountKind = 'user' | 'application';

/** Users and applications log in the same way: name and password in Basic credentials. */
const LOGINS: Readonly<Record<AccountKind, string>> = {
  user: '/lexicon/login',
  application: '/chatbot/core/applications/login',
};

interface LoginBody {
  readonly token?: string;
  readonly validity?: string;
  readonly hourtype?: string;
  readonly message?: string;
  readonly code?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Returns the lifetime of a token. The server states `30 minutes` for users, and separate number and unit for applications. */
function lifetimeOf({ validity = '', hourtype = '' }: LoginBody): number {
  const [, number, unit] = /^(\d+) (hour|minute)/.exec(`${validity} ${hourtype}`) ?? [];
  return Number(number ?? 0) * (unit === 'hour' ? HOUR_MS : MINUTE_MS);
}

/** @throws Error with the reason for which the server refuses */
export async function logIn(kind: AccountKind, name: string, password: string): Promise<Session> {
  const response = await fetch(LOGINS[kind], {
    headers: { Authorization: `Basic ${inBase64(`${name}:${password}`)}` },
    // With credentials, the browser would ask for a password itself after a refusal.
    credentials: 'omit',
    cache: 'no-store',
  });
  const body = (await response.json()) as LoginBody;
  const { token } = body;
  if (token === undefined) throw new Error(reasonOf(body));
  return { token, name, kind, expiresAt: Date.now() + lifetimeOf(body) };
}

/** Returns the reason of a refusal for people. REST messages are written for its clients. */
function reasonOf({ code, message = '' }: LoginBody): string {
  if (code === 'LOGIN_REFUSED') return 'The name or the password is wrong, or the account is disabled.';
  if (code === 'RATE_LIMITED') return 'Too many attempts. Try again later.';
  return message;
}

function inBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}

const SESSION_KEY = 'griot:session';

export function storeSession(session: Session | undefined): void {
  if (session === undefined) sessionStorage.removeItem(SESSION_KEY);
  else sessionStorage.setItem(SESSION_KEY, JSON.stringify(session));
}

/** Returns the session of this tab, if it has not expired. */
export function storedSession(): Session | undefined {
  const text = sessionStorage.getItem(SESSION_KEY);
  const session = text === null ? undefined : (JSON.parse(text) as Session);
  return session !== undefined && session.expiresAt > Date.now() ? session : undefined;
}

type Headers = Readonly<Record<string, unknown>>;

/** Sends an operation with the token of the session. The given headers take precedence over the token. */
export async function sendOperation(operation: object, headers: Headers = {}) {
  const token = storedSession()?.token;
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { 'X-Access-Token': token }),
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify(operation),
  });
  return (await response.json()) as { data?: Record<string, unknown> };
}

/** Returns the data of an operation with the rights of the caller, for the examples. */
export async function askAsCaller(query: string, variables: object): Promise<unknown> {
  return (await sendOperation({ query, variables })).data;
}

const STORED_WITH_HEADERS = /headers|tabState|queries|favorites/;

/** Storage of GraphiQL. Headers may contain tokens. Data with headers is stored only for this tab, and without them for later tabs. */
export const TAB_STORAGE = {
  get length() {
    return localStorage.length;
  },
  getItem: (key: string) => sessionStorage.getItem(key) ?? localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    if (!STORED_WITH_HEADERS.test(key)) {
      localStorage.setItem(key, value);
      return;
    }
    sessionStorage.setItem(key, value);
    if (!key.endsWith('headers')) localStorage.setItem(key, withoutHeaders(value));
  },
  removeItem: (key: string) => {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  },
  clear: () => {
    sessionStorage.clear();
    localStorage.clear();
  },
};

function withoutHeaders(text: string): string {
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === 'headers' ? null : value));
}
