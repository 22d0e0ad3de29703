/** A token, and whom it is for. It lives as long as the page: nothing of it is stored. */
export interface Session {
  readonly token: string;
  readonly name: string;
  /** As the server says it. */
  readonly validity: string;
}

export type AccountKind = 'user' | 'application';

/** Logging in is the same for both: name and password in Basic credentials. */
const LOGINS: Readonly<Record<AccountKind, string>> = {
  user: '/lexicon/login',
  application: '/chatbot/core/applications/login',
};

interface LoginAnswer {
  readonly token?: string;
  readonly validity?: string;
  readonly hourtype?: string;
  readonly message?: string;
}

/** @throws Error with the words of the server when it refuses */
export async function logIn(kind: AccountKind, name: string, password: string): Promise<Session> {
  const response = await fetch(LOGINS[kind], {
    headers: { Authorization: `Basic ${inBase64(`${name}:${password}`)}` },
    // Else a refusal would make the browser ask for a password itself.
    credentials: 'omit',
    cache: 'no-store',
  });
  const { token, validity = '', hourtype = '', message = '' } = (await response.json()) as LoginAnswer;
  if (token === undefined) throw new Error(message);
  return { token, name, validity: `${validity} ${hourtype}`.trim() };
}

function inBase64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)));
}
