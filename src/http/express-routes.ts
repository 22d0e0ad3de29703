import express, { type Router } from 'express';
import type { Handler } from '../shared/http';

/** Routers of express as one handler. Express takes longer for a request than GraphQL does: nothing that must be quick stands here. */
export function expressRoutes(...routers: readonly Router[]): Handler {
  const app = express();
  app.disable('x-powered-by');
  // The routes know the revision of what they send; hashing every body would only cost time.
  app.set('etag', false);
  // Plain texts: brackets have no meaning, and of a repeated key the last one counts.
  app.set('query parser', (text: string | null) => Object.fromEntries(new URLSearchParams(text ?? '')));
  for (const router of routers) app.use(router);
  return app;
}
