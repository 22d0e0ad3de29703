import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import { cookieOf, DESK, TOKEN_COOKIE } from '../../shared/http';

/** The name of the field that holds the mark of a form. */
export const MARK = 'mark';

/** The token of the browser that asks, whether it is still valid or not. */
export function tokenIn({ headers }: Request): string | undefined {
  return cookieOf(headers, TOKEN_COOKIE);
}

/**
 * Keeps a token in the browser, out of reach of scripts and of other sites. Over https it is sent over nothing else: the page that
 * sent the form says which it was, whatever proxies stand in between.
 */
export function keepToken(response: Response, request: Request, token: string, expiresAt: Date): void {
  const secure = request.headers.origin?.startsWith('https:') === true ? '; Secure' : '';
  const age = Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000));
  response.append(
    'Set-Cookie',
    `${TOKEN_COOKIE}=${token}; Path=${DESK}; HttpOnly; SameSite=Strict; Max-Age=${String(age)}${secure}`,
  );
}

export function dropToken(response: Response): void {
  response.append('Set-Cookie', `${TOKEN_COOKIE}=; Path=${DESK}; HttpOnly; SameSite=Strict; Max-Age=0`);
}

/** What every form of a session carries: nobody can make it without the token, and it does not give the token away. */
export function markOf(token: string): string {
  return createHash('sha256').update(`griot desk ${token}`).digest('base64url');
}

export function isMarkOf(token: string, mark: string): boolean {
  const [own, given] = [Buffer.from(markOf(token)), Buffer.from(mark)];
  return own.length === given.length && timingSafeEqual(own, given);
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
