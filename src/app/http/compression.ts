import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler, Response } from 'express';

/** Smaller bodies travel in one packet anyway; in bytes. */
const SMALLEST = 1400;

/** From this size on, in bytes, Brotli makes less than gzip does, and is no slower. */
const SMALLEST_FOR_BROTLI = 8192;

/** Both measured on pages of 100 articles: a step further costs twice the time for some percent. */
const QUALITY = { br: 3, gzip: 4 } as const;

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const COMPRESS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br } }),
  gzip: (body: Buffer) => zip(body, { level: QUALITY.gzip }),
} as const;

/** Compresses bodies that are sent in one piece, as all of ours are. */
export const compression: RequestHandler = (request, response, next) => {
  response.vary('Accept-Encoding');
  const end = response.end.bind(response);
  const endCompressed = (...given: unknown[]): Response => {
    const plain = compressible(response, given[0]);
    const encoding = plain && rankedFor(plain).find((one) => request.acceptsEncodings(one) === one);
    if (!encoding) return Reflect.apply(end, response, given) as Response;
    COMPRESS[encoding](plain)
      .then((bytes) => {
        response.set({ 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) });
        // The same content in other bytes has a weak tag (RFC 9110, section 8.8.1).
        const tag = response.get('ETag');
        if (tag?.startsWith('"')) response.set('ETag', `W/${tag}`);
        end(bytes);
      })
      .catch(next);
    return response;
  };
  response.end = endCompressed as Response['end'];
  next();
};

function rankedFor({ length }: Buffer): readonly (keyof typeof COMPRESS)[] {
  return length < SMALLEST_FOR_BROTLI ? ['gzip', 'br'] : ['br', 'gzip'];
}

function compressible(response: Response, body: unknown): Buffer | undefined {
  if (response.headersSent || response.hasHeader('Content-Encoding')) return undefined;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return Buffer.isBuffer(bytes) && bytes.length >= SMALLEST ? bytes : undefined;
}
