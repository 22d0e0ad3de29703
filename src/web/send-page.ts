import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { PUBLIC_CACHING } from '../shared/extensions';
import { layout, type Page, type Surroundings } from './layout';
import { LOCALES, wordingFor, type Wording } from './wording';

/** The words for a visitor, in the language that the browser asks for. */
export function wordingOf(request: Request): Wording {
  const locale = request.acceptsLanguages([...LOCALES]);
  return wordingFor(locale === false ? '' : locale);
}

/** Sends a page; one that has not changed is not sent again. */
export function sendPage(
  page: Page,
  surroundings: Surroundings,
  { request, response, status = 200 }: { request: Request; response: Response; status?: number },
): void {
  const text = layout(page, surroundings).text;
  response.vary('Accept-Language');
  response.set({
    'Cache-Control': status === 200 ? PUBLIC_CACHING : 'no-store',
    'Content-Language': surroundings.wording.locale,
    'Content-Type': 'text/html; charset=utf-8',
  });
  if (status === 200) response.set('ETag', `W/"${createHash('sha1').update(text).digest('base64url')}"`);
  response.status(status);
  if (request.fresh) response.status(304).end();
  else response.end(text);
}
