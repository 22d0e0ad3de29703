import { join } from 'node:path';
import { Router, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import { loadAssets } from './assets';
import { documentReader } from './reader/documents';
import { readerRouter } from './reader/reader-router';

export interface PagesOptions {
  readonly schema: GraphQLSchema;
  /** The folder `schema/operations`. */
  readonly operationsFolder: string;
  /** The folder of what browsers load, as the build makes it. */
  readonly assetsFolder: string;
  /** What the resolvers get for a page. Pages are the same for everyone. */
  readonly contextOf: () => Promise<unknown>;
  readonly report: (error: unknown, request: Request) => void;
}

/**
 * The pages for people; calls next() for any other path.
 *
 * @throws Error at once, when the documents do not fit the schema, or when the build of the pages is missing
 */
export function pagesRouter({
  schema,
  operationsFolder,
  assetsFolder,
  contextOf,
  report,
}: PagesOptions): Router {
  const assets = loadAssets([join(assetsFolder, 'reader')]);
  const read = documentReader(schema, join(operationsFolder, 'reader'), contextOf);
  const router = Router();
  router.use(assets.router);
  router.use(readerRouter({ read, report, assetAddress: assets.addressOf, hasPlayground: false }));
  return router;
}
