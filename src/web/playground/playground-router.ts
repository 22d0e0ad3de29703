import { Router } from 'express';
import type { GraphQLSchema } from 'graphql';
import Negotiator from 'negotiator';
import { html, type Html } from '../../shared/html';
import { type Handler, vary } from '../../shared/http';
import { lazily } from '../assets';
import { examplesOf } from './examples';

/** URL path of the playground. */
const PLAYGROUND = '/playground';

/**
 * Additional content security policy for the GraphiQL editor: it positions lines by style attributes, creates style
 * sheets for its themes, and embeds its fonts. Scripts are restricted to files of this server, as on all pages.
 */
const MORE_POLICY = "style-src 'self' 'unsafe-inline';font-src 'self' data:";

/** Serves GraphiQL with an example for every root field. */
export function playgroundRouter(schema: GraphQLSchema, assetAddress: (name: string) => string): Router {
  const page = playgroundPage(assetAddress).text;
  const examples = lazily(() => JSON.stringify(examplesOf(schema)));
  const router = Router();
  router.get(PLAYGROUND, (_request, response) => {
    const policy = String(response.get('Content-Security-Policy'));
    response.set({
      'Cache-Control': 'no-cache',
      'Content-Security-Policy': `${policy};${MORE_POLICY}`,
      'Content-Type': 'text/html; charset=utf-8',
    });
    response.end(page);
  });
  router.get(`${PLAYGROUND}/examples.json`, (_request, response) => {
    response.set({ 'Cache-Control': 'no-cache', 'Content-Type': 'application/json; charset=utf-8' });
    response.end(examples());
  });
  return router;
}

/** Distinguishes a browser that opens /graphql from a program by `Accept`. A client that accepts anything counts as a program. */
const RESPONSE_TYPES = ['application/graphql-response+json', 'application/json', 'text/html'];

/** Redirects people who open /graphql in a browser to the playground, with their query. */
export function redirectBrowsers(graphql: Handler): Handler {
  return (request, response, next) => {
    const { method, url } = request;
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || new Negotiator(request).mediaType(RESPONSE_TYPES) !== 'text/html')
      return graphql(request, response, next);
    const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
    vary(response, 'Accept');
    response.setHeader('Cache-Control', 'no-cache');
    response.writeHead(302, { Location: `${PLAYGROUND}${search}` }).end();
    return undefined;
  };
}

/** The build hashes the file names of the editor's workers, so the page contains their URLs. */
function playgroundPage(assetAddress: (name: string) => string): Html {
  return html`<!doctype html>
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>GraphQL playground · Griot</title>
        <link rel="icon" href="${assetAddress('icon.svg')}" type="image/svg+xml" />
        <link rel="stylesheet" href="${assetAddress('playground.css')}" />
      </head>
      <body>
        <div
          id="playground"
          data-editor-worker="${assetAddress('editor-worker.js')}"
          data-graphql-worker="${assetAddress('graphql-worker.js')}"
          data-json-worker="${assetAddress('json-worker.js')}"
        >
          <noscript
            >The playground requires JavaScript. <a href="/docs">The REST documentation</a> works without
            it.</noscript
          >
        </div>
        <script type="module" src="${assetAddress('playground.js')}"></script>
      </body>
    </html>`;
}
