import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { PUBLIC_CACHING } from '../shared/extensions';

/** URL path below which all files of the build are served. */
const PATH = '/assets';

/** The file name contains a hash of the content, so that the content of a URL never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** File name extension of precompressed files. The encoding of other responses is chosen per request. */
const BROTLI = '.br';

const TYPE_BY_EXTENSION: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The files that the pages load in browsers. */
export interface Assets {
  /** Returns the URL of a file by its source name. */
  readonly addressOf: (name: string) => string;
  readonly router: Router;
  /** Returns the URLs of all files in a folder of the build. */
  readonly addressesIn: (folder: string) => readonly string[];
  /** Returns the URL path of a file by its source name. */
  readonly pathOf: (name: string) => string;
  /** Returns the text of a file by its source name. */
  readonly textOf: (name: string) => string;
}

/**
 * Loads the index of a build: folders with a `manifest.json` that maps source names to names with a hash.
 *
 * @throws Error if a folder contains no build
 */
export function loadAssets(folders: readonly string[]): Assets {
  const names = new Map(folders.flatMap((folder) => Object.entries(manifestOf(folder))));
  const files = new Map(
    folders.flatMap((folder) => readdirSync(folder).map((name) => [name, join(folder, name)] as const)),
  );
  const fileOf = (name: string): string => {
    const file = names.get(name);
    if (file === undefined) throw new Error(`The build of the pages has no file ${name}`);
    return file;
  };
  const pathOf = (name: string) => files.get(fileOf(name)) ?? '';
  return {
    addressOf: (name) => `${PATH}/${fileOf(name)}`,
    addressesIn: (folder) =>
      readdirSync(folder)
        .filter((name) => extname(name) in TYPE_BY_EXTENSION)
        .map((name) => `${PATH}/${name}`),
    pathOf,
    textOf: (name) => readFileSync(pathOf(name), 'utf8'),
    router: assetRouter(files),
  };
}

/** Returns a function that computes a value on its first call and caches it, so that the start of the server does not wait for it. */
export function lazily<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Serves a file that changes only with the version of the server. The entity tag is the hash of its content. */
export function publishedFile(file: string, type: string): RequestHandler {
  const published = lazily(() => {
    const text = readFileSync(file, 'utf8');
    return { text, tag: `"${createHash('sha256').update(text).digest('base64url')}"` };
  });
  return (request, response) => {
    const { text, tag } = published();
    response.set({ 'Cache-Control': PUBLIC_CACHING, 'Content-Type': `${type}; charset=utf-8`, ETag: tag });
    if (request.fresh) response.status(304).end();
    else response.end(text);
  };
}

/** Serves a script that other sites embed by a permanent URL. */
export function embeddedScript(text: string): RequestHandler {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  return (request, response) => {
    response.set({ 'Cache-Control': PUBLIC_CACHING, 'Content-Type': TYPE_BY_EXTENSION['.js'], ETag: tag });
    response.set('Cross-Origin-Resource-Policy', 'cross-origin');
    if (request.fresh) response.status(304).end();
    else response.end(text);
  };
}

function manifestOf(folder: string): Readonly<Record<string, string>> {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`The pages are not built in ${folder}: run npm run build.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
}

function assetRouter(files: ReadonlyMap<string, string>): Router {
  const router = Router();
  router.get(`${PATH}/:name`, async (request, response, next) => {
    const { name } = request.params;
    const type = TYPE_BY_EXTENSION[extname(name)];
    const file = files.get(name);
    if (type === undefined || file === undefined) {
      next();
      return;
    }
    const compressed = files.get(`${name}${BROTLI}`);
    const isCompressed = compressed !== undefined && request.acceptsEncodings('br') === 'br';
    const content = await contentOf(isCompressed ? compressed : file);
    if (content === undefined) {
      next();
      return;
    }
    response.set({ 'Cache-Control': FOREVER, 'Content-Type': type, ETag: `W/"${name}"` });
    if (isCompressed) response.set('Content-Encoding', 'br');
    if (request.fresh) response.status(304).end();
    else response.end(content);
  });
  return router;
}

/** Returns the content of a file; `undefined` if another build has replaced it since the start. */
async function contentOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
