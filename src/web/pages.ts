import { join } from 'node:path';
import { Router, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import { embeddedScript, loadAssets, publishedFile } from './assets';
import { playgroundRouter } from './playground/playground-router';
import { deskRouter, type DeskOptions } from './desk/desk-router';
import { documentReader } from './documents';
import { docsRouter, type DocsFiles } from './docs/docs-page';
import { installation, workerScript } from './reader/installation';
import { readerRouter, refusedUrls } from './reader/reader-router';
import { ShareCards } from './card/share-cards';

export interface PagesOptions extends DocsFiles {
  readonly schema: GraphQLSchema;
  /** Path of the folder `schema/operations`. */
  readonly operationsFolder: string;
  /** Path of `schema/schema.graphql`, if the schema is public. */
  readonly schemaFile: string | undefined;
  /** Folder of the built files for browsers. */
  readonly assetsFolder: string;
  /** Whether the playground is enabled. */
  readonly hasPlayground: boolean;
  /** Whether all metadata of dictionaries is public. */
  readonly isMetadataPublic: boolean;
  /** Returns the resolver context of public pages, which are the same for everyone. */
  readonly contextOf: () => Promise<unknown>;
  /** Returns the resolver context of the desk, whose pages depend on the user. */
  readonly contextOfSender: DeskOptions['contextOf'];
  readonly receive: DeskOptions['receive'];
  readonly identifyAgain: DeskOptions['identifyAgain'];
  readonly report: (error: unknown, request: Request) => void;
}

/** Permanent URL path of the script of `<griot-search>`, which other sites embed. */
const SEARCH_ELEMENT = '/griot-search.js';

/**
 * The pages for people. Calls next() for other paths.
 *
 * @throws Error if the build of the pages is missing
 */
export function pagesRouter(options: PagesOptions): Router {
  const { schema, operationsFolder, schemaFile, assetsFolder } = options;
  const { hasPlayground, contextOf, report } = options;
  const constants = { withMetadata: options.isMetadataPublic };
  const assets = loadAssets(
    ['reader', 'worker', 'element', 'card', 'playground'].map((name) => join(assetsFolder, name)),
  );
  const context = { assetAddress: assets.addressOf, hasPlayground };
  const read = documentReader(schema, join(operationsFolder, 'reader'), constants)(contextOf);
  const readWith = documentReader(schema, join(operationsFolder, 'desk'));
  const router = Router();
  router.use(refusedUrls(report, context));
  router.use(assets.router);
  router.get(SEARCH_ELEMENT, embeddedScript(assets.textOf('griot-search.js')));
  if (schemaFile !== undefined) router.get('/schema.graphql', publishedFile(schemaFile, 'text/plain'));
  router.use(docsRouter(options, context));
  if (hasPlayground) router.use(playgroundRouter(schema, assets.addressOf));
  const shell = assets
    .addressesIn(join(assetsFolder, 'reader'))
    .filter((address) => !/\/(docs-style|desk|desk-style|griot-sans-licence)-/.test(address));
  const installed = installation(
    assets.addressOf('icon.svg'),
    workerScript(shell, assets.textOf('worker.js')),
  );
  router.use(
    deskRouter({
      readWith,
      contextOf: options.contextOfSender,
      receive: options.receive,
      identifyAgain: options.identifyAgain,
      report,
      ...context,
    }),
  );
  const cards = new ShareCards(assets.pathOf('card-font.ttf'));
  router.use(readerRouter({ read, report, installed, cards, ...context }));
  return router;
}
