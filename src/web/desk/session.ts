import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { cookieOf, DESK, REFRESH_COOKIES, TOKEN_COOKIE } from '../../shared/http';

/** The name of the field that holds the mark of a form. */
export const MARK = 'mark';

/** A session, as signing in and renewing return it. */
export interface Login {
  readonly token: string;
  readonly expiresAt: string | Date;
  /** Applications have none. */
  readonly refreshToken?: string | null;
  readonly refreshExpiresAt?: string | Date | null;
}

/** The token of the browser that asks, whether it is still valid or not. */
export function tokenIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  return cookieOf(headers, TOKEN_COOKIE);
}

/** The refresh token, which renews it. */
export function refreshTokenIn({ headers }: Request): string | undefined {
  return cookieOf(headers, REFRESH_COOKIES.secure) ?? cookieOf(headers, REFRESH_COOKIES.plain);
}

/**
 * Keeps a session in the browser, out of reach of scripts and of other sites; what is left of this request has its token too. Over https it
 * is sent over nothing else: the page that sent the form says which it was, whatever proxies stand in between, and the name of a cookie
 * says it from then on.
 */
export function keepSession(response: Response, request: Request, login: Login): void {
  const isSecure =
    request.headers.origin?.startsWith('https:') === true ||
    cookieOf(request.headers, REFRESH_COOKIES.secure) !== undefined;
  const keep = (name: string, value: string, until: string | Date): void => {
    const age = Math.max(0, Math.floor((new Date(until).getTime() - Date.now()) / 1000));
    setCookie(response, `${name}=${value}`, { age, isSecure });
  };
  const { token, expiresAt, refreshToken, refreshExpiresAt } = login;
  keep(TOKEN_COOKIE, token, expiresAt);
  if (refreshToken && refreshExpiresAt)
    keep(REFRESH_COOKIES[isSecure ? 'secure' : 'plain'], refreshToken, refreshExpiresAt);
  dropToken(request);
  request.headers.cookie = [request.headers.cookie, `${TOKEN_COOKIE}=${token}`].join('; ');
}

/** Leaves a token that is not valid out of what is left of a request. */
export function dropToken({ headers }: Pick<Request, 'headers'>): void {
  headers.cookie = (headers.cookie ?? '')
    .split(/; */)
    .filter((cookie) => !cookie.startsWith(`${TOKEN_COOKIE}=`))
    .join('; ');
}

/** Forgets the session of a browser. */
export function dropSession(response: Response): void {
  setCookie(response, `${TOKEN_COOKIE}=`, { age: 0, isSecure: false });
  setCookie(response, `${REFRESH_COOKIES.plain}=`, { age: 0, isSecure: false });
  setCookie(response, `${REFRESH_COOKIES.secure}=`, { age: 0, isSecure: true });
}

function setCookie(
  response: Response,
  cookie: string,
  { age, isSecure }: { readonly age: number; readonly isSecure: boolean },
): void {
  const rest = `Path=${DESK}; HttpOnly; SameSite=Strict; Max-Age=${String(age)}${isSecure ? '; Secure' : ''}`;
  response.append('Set-Cookie', `${cookie}; ${rest}`);
}

/**
 * What every form of a session carries: nobody can make it without the token, and it does not give the token away. It is of the session,
 * not of one token, so that a form may be sent after the token was renewed.
 */
export function markOf(token: string): string {
  return createHash('sha256')
    .update(`griot desk ${sessionOf(token)}`)
    .digest('base64url');
}

export function isMarkOf(token: string, mark: string): boolean {
  const [own, given] = [Buffer.from(markOf(token)), Buffer.from(mark)];
  return own.length === given.length && timingSafeEqual(own, given);
}

/** The session that a token names. The token was verified before; any other text is its own session. */
function sessionOf(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { jti } = claims as { readonly jti?: unknown };
    return typeof jti === 'string' ? jti : token;
  } catch {
    return token;
  }
}

/**
 * Whether a page of this server sent a form. Browsers say so themselves on https; elsewhere the name of the origin must be that
 * of the server.
 */
export function isFromHere({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
