import { join } from 'node:path';
import { Router, type Request } from 'express';
import type { GraphQLSchema } from 'graphql';
import { embeddedScript, loadAssets, publishedFile } from './assets';
import { playgroundRouter } from './playground/playground-router';
import { deskRouter, type DeskOptions } from './desk/desk-router';
import { documentReader } from './documents';
import { docsRouter, type DocsFiles } from './docs/docs-page';
import { installation, workerScript } from './reader/installation';
import { readerRouter } from './reader/reader-router';
import { ShareCards } from './card/share-cards';

export interface PagesOptions extends DocsFiles {
  readonly schema: GraphQLSchema;
  /** The folder `schema/operations`. */
  readonly operationsFolder: string;
  /** The file `schema/schema.graphql`, if everyone may read it. */
  readonly schemaFile: string | undefined;
  /** The folder of what browsers load, as the build makes it. */
  readonly assetsFolder: string;
  /** Whether there is a playground. */
  readonly hasPlayground: boolean;
  /** Whether everyone may read the whole metadata of dictionaries. */
  readonly isMetadataPublic: boolean;
  /** The context of the resolvers for a page. Pages are the same for everyone. */
  readonly contextOf: () => Promise<unknown>;
  /** The same for the desk, whose pages depend on the user. */
  readonly contextOfSender: DeskOptions['contextOf'];
  readonly receive: DeskOptions['receive'];
  readonly identifyAgain: DeskOptions['identifyAgain'];
  readonly report: (error: unknown, request: Request) => void;
}

/** The script of `<griot-search>`: a name that pages of other sites can keep. */
const SEARCH_ELEMENT = '/griot-search.js';

/**
 * The pages for people; calls next() for any other path.
 *
 * @throws Error at once, when the build of the pages is missing
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
