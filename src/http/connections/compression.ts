import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { vary, type Handler, type Incoming } from '../../shared/http';

/** Smaller bodies fit into one packet anyway; in bytes. */
const SMALLEST = 1400;

/** From this size on, in bytes, Brotli compresses better than gzip and is not slower. */
const SMALLEST_FOR_BROTLI = 8192;

/** Both were measured on pages of 100 articles: one level more costs twice the time for a few percent. */
const QUALITY = { br: 3, gzip: 4 } as const;

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];
const COMPRESS = {
  br: (body: Buffer) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br } }),
  gzip: (body: Buffer) => zip(body, { level: QUALITY.gzip }),
} as const;

const STREAM = {
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY.br } }),
  gzip: () => createGzip({ level: QUALITY.gzip }),
} as const;

/** Compresses bodies that are sent at once, and provides a compressor for streams. */
export const compression: Handler = (request, response, next) => {
  vary(response, 'Accept-Encoding');
  const end = response.end.bind(response);
  const endCompressed = (...given: unknown[]): ServerResponse => {
    const plain = acceptsAny(request) ? compressible(response, given[0]) : undefined;
    const encoding = plain && encodingFor(plain, request);
    if (!encoding) return Reflect.apply(end, response, given) as ServerResponse;
    COMPRESS[encoding](plain)
      .then((bytes) => {
        response.setHeader('Content-Encoding', encoding).setHeader('Content-Length', bytes.length);
        // The same content in other bytes has a weak tag (RFC 9110, section 8.8.1).
        const tag = response.getHeader('ETag');
        if (typeof tag === 'string' && tag.startsWith('"')) response.setHeader('ETag', `W/${tag}`);
        end(bytes);
      })
      .catch(next);
    return response;
  };
  response.end = endCompressed as ServerResponse['end'];
  request.compressor = () => {
    const encoding = acceptsAny(request) ? encodingFor({ length: Infinity }, request) : undefined;
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    return encoding && STREAM[encoding]();
  };
  next();
};

/** Most clients that accept no compression send no header. */
function acceptsAny({ headers }: Incoming): boolean {
  return headers['accept-encoding'] !== undefined;
}

function encodingFor(
  { length }: Pick<Buffer, 'length'>,
  request: Incoming,
): keyof typeof COMPRESS | undefined {
  const ranked = length < SMALLEST_FOR_BROTLI ? (['gzip', 'br'] as const) : (['br', 'gzip'] as const);
  const negotiator = new Negotiator(request);
  return ranked.find((one) => negotiator.encodings([one])[0] === one);
}

function compressible(response: ServerResponse, body: unknown): Buffer | undefined {
  if (response.headersSent || response.hasHeader('Content-Encoding')) return undefined;
  // A unit of a string has three bytes at most.
  const bytes = typeof body === 'string' && body.length * 3 >= SMALLEST ? Buffer.from(body) : body;
  return Buffer.isBuffer(bytes) && bytes.length >= SMALLEST ? bytes : undefined;
}
