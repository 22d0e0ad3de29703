import { readFileSync } from 'node:fs';
import { Router } from 'express';
import { PUBLIC_CACHING } from '../../shared/caching';
import type { Surroundings } from '../layout';
import { sendPage } from '../send-page';
import { wordingFor } from '../wording';
import { DOCS, DOCS_FILE, docsPage } from './docs-page';
import type { OpenApi } from './openapi';

/** Serves the description of the REST routes: as a page, and as the file. It is in English, as the interface is. */
export function docsRouter(file: string, surroundings: Omit<Surroundings, 'wording'>): Router {
  const text = readFileSync(file, 'utf8');
  const page = docsPage(JSON.parse(text) as OpenApi);
  const router = Router();
  router.get(DOCS, (request, response) => {
    sendPage(page, { ...surroundings, wording: wordingFor('en') }, { request, response });
  });
  router.get(DOCS_FILE, (_request, response) => {
    response.set({ 'Cache-Control': PUBLIC_CACHING, 'Content-Type': 'application/json; charset=utf-8' });
    response.end(text);
  });
  return router;
}
