import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { cookieOf, DESK, REFRESH_COOKIES, TOKEN_COOKIE } from '../../shared/http';

/** Name of the form field that holds the CSRF token. */
export const CSRF_FIELD = 'mark';

/** A session as the login and the renewal return it. */
export interface Login {
  readonly token: string;
  readonly expiresAt: string | Date;
  /** Refresh token; absent for applications. */
  readonly refreshToken?: string | null;
  readonly refreshExpiresAt?: string | Date | null;
}

/** Returns the access token in the cookies of a request, even if it is invalid. */
export function tokenIn({ headers }: Pick<Request, 'headers'>): string | undefined {
  return cookieOf(headers, TOKEN_COOKIE);
}

/** Returns the refresh token in the cookies of a request. */
export function refreshTokenIn({ headers }: Request): string | undefined {
  return cookieOf(headers, REFRESH_COOKIES.secure) ?? cookieOf(headers, REFRESH_COOKIES.plain);
}

/**
 * Stores a session in cookies that scripts and other sites cannot read, and adds its token to this request. Over https the cookies are
 * `Secure`. The origin of the form shows whether the browser uses https, whatever proxies there are; later the name of the refresh cookie
 * does.
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

/** Removes an invalid token from the cookies of a request, before other code reads them. */
export function dropToken({ headers }: Pick<Request, 'headers'>): void {
  headers.cookie = (headers.cookie ?? '')
    .split(/; */)
    .filter((cookie) => !cookie.startsWith(`${TOKEN_COOKIE}=`))
    .join('; ');
}

/** Deletes the session cookies of a browser. */
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
 * Returns the CSRF token of a session, which every form contains. It cannot be computed without the access token and does not reveal it.
 * It depends on the session instead of one access token, so that a form remains valid when the token is renewed.
 */
export function csrfTokenOf(token: string): string {
  return createHash('sha256')
    .update(`griot desk ${sessionOf(token)}`)
    .digest('base64url');
}

export function isCsrfTokenOf(token: string, formToken: string): boolean {
  const [expected, received] = [Buffer.from(csrfTokenOf(token)), Buffer.from(formToken)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}

/** Returns the session of a verified token. Any other text is its own session. */
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
 * Whether a page of this server sent a form. Over https, browsers state this in `Sec-Fetch-Site`; otherwise the origin must have the host
 * of the server.
 */
export function isSameOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}
