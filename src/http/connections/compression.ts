import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { vary, type Handler, type HttpRequest } from '../../shared/http';

/** Smaller bodies fit into one packet anyway; in bytes. */
const MIN_COMPRESSED_BYTES = 1400;

/**
 * Bodies up to this size, in bytes, are compressed immediately: in a third of a millisecond, which is less than it costs to have
 * another thread do it.
 */
const MAX_SYNC_BYTES = 131_072;

/** Below this size, in bytes, a higher level of Brotli costs next to nothing. */
const SMALL_BYTES = 4096;

/** Source: measured on pages of articles, decision 0241. */
const levelOf = (length: number) => ({
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: length < SMALL_BYTES ? 3 : 1 } },
  gzip: { level: length < SMALL_BYTES ? 4 : 1 },
});

const COMPRESSORS = {
  br: { now: brotliCompressSync, later: promisify(brotliCompress), stream: createBrotliCompress },
  gzip: { now: gzipSync, later: promisify(gzip), stream: createGzip },
} as const;

type Encoding = keyof typeof COMPRESSORS;

function compressed(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  const { now, later } = COMPRESSORS[encoding];
  return (body.length > MAX_SYNC_BYTES ? later : now)(body, levelOf(body.length)[encoding]);
}

/** Compresses bodies that are sent as a whole, and provides a compressor for streams. */
export const compression: Handler = (request, response, next) => {
  vary(response, 'Accept-Encoding');
  const end = response.end.bind(response);
  const endCompressed = (...parameters: unknown[]): ServerResponse => {
    const plain = acceptsAny(request) ? compressible(response, parameters[0]) : undefined;
    const encoding = plain && encodingFor(request);
    if (!encoding) return Reflect.apply(end, response, parameters) as ServerResponse;
    const send = (bytes: Buffer): void => {
      response.setHeader('Content-Encoding', encoding).setHeader('Content-Length', bytes.length);
      // The same content in other bytes has a weak tag (RFC 9110, section 8.8.1).
      const tag = response.getHeader('ETag');
      if (typeof tag === 'string' && tag.startsWith('"')) response.setHeader('ETag', `W/${tag}`);
      end(bytes);
    };
    const bytes = compressed(plain, encoding);
    if (Buffer.isBuffer(bytes)) send(bytes);
    else bytes.then(send).catch(next);
    return response;
  };
  response.end = endCompressed as ServerResponse['end'];
  request.compressor = () => {
    const encoding = acceptsAny(request) ? encodingFor(request) : undefined;
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    return encoding && COMPRESSORS[encoding].stream(levelOf(Infinity)[encoding]);
  };
  next();
};

/** Most clients that accept no compression send no header. */
function acceptsAny({ headers }: HttpRequest): boolean {
  return headers['accept-encoding'] !== undefined;
}

/** At every size, Brotli takes less time than gzip, for no more bytes. */
const PREFERRED_ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** By header: clients send few different ones. */
const negotiated = new LRUCache<string, { readonly encoding: Encoding | undefined }>({ max: 100 });

function encodingFor({ headers }: HttpRequest): Encoding | undefined {
  const header = String(headers['accept-encoding']);
  const cached = negotiated.get(header);
  if (cached) return cached.encoding;
  const negotiator = new Negotiator({ headers });
  const encoding = PREFERRED_ENCODINGS.find((encoding) => negotiator.encodings([encoding])[0] === encoding);
  negotiated.set(header, { encoding });
  return encoding;
}

function compressible(response: ServerResponse, body: unknown): Buffer | undefined {
  if (response.headersSent || response.hasHeader('Content-Encoding')) return undefined;
  // A unit of a string has three bytes at most.
  const bytes =
    typeof body === 'string' && body.length * 3 >= MIN_COMPRESSED_BYTES ? Buffer.from(body) : body;
  return Buffer.isBuffer(bytes) && bytes.length >= MIN_COMPRESSED_BYTES ? bytes : undefined;
}
