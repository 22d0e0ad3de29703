import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { OfflineService } from '../services/exports/offline.service';
import { FILE_CACHING } from '../shared/extensions';
import { Failure } from '../shared/failure';
import { type Handler, type HttpRequest, OFFLINE_FILE_PATH, pathOf } from '../shared/http';

/** Encodings in which files are stored, the smallest first. */
const ENCODINGS = ['br', 'gzip'] as const;

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

const unzip = promisify(gunzip);

/** Sends files of copies of dictionaries as they are stored, whole or in part. A file never changes under its name. */
export function offlineFiles(offline: Pick<OfflineService, 'file'>): Handler {
  return async (request, response) => {
    const [, name = '', sha256 = ''] = OFFLINE_FILE_PATH.exec(pathOf(request)) ?? [];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.statusCode = request.method === 'OPTIONS' ? 204 : 405;
      response.setHeader('Allow', ALLOWED_METHODS).end();
      return;
    }
    const preferred = new Negotiator(request).encodings([...ENCODINGS, 'identity'])[0];
    const encoding = ENCODINGS.find((encoding) => encoding === preferred);
    const stored = await offline.file(decodeURIComponent(name), sha256, encoding ?? 'gzip');
    if (!stored) throw new Failure('NOT_FOUND', 'There is no such file any more; read the manifest again');
    const content = encoding === undefined ? await unzip(stored) : stored;
    // Each encoding of the file has its own tag.
    const tag = `"${sha256}-${encoding ?? 'identity'}"`;
    response.setHeader('ETag', tag).setHeader('Cache-Control', FILE_CACHING);
    response.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
    response.setHeader('Accept-Ranges', 'bytes');
    if (encoding !== undefined) response.setHeader('Content-Encoding', encoding);
    if (request.headers['if-none-match']?.includes(tag) === true) {
      response.statusCode = 304;
      response.end();
      return;
    }
    sendPart(request, response, { content, tag });
  };
}

/** The bytes of a file from `start` to before `end`. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
  /** Whether the client requested a range; otherwise it is the whole file. */
  readonly isRange: boolean;
}

/**
 * The part of a file that a request selects; `undefined` when the file has no such part. The response to several ranges, or to ranges in
 * another unit, is the whole file (RFC 9110, section 14.2).
 */
export function requestedRange(
  { headers }: Pick<HttpRequest, 'headers'>,
  { size, tag }: { readonly size: number; readonly tag: string },
): ByteRange | undefined {
  const { range, 'if-range': ifRange = tag } = headers;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if ((first === '' && last === '') || ifRange !== tag) return { start: 0, end: size, isRange: false };
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  return start >= end ? undefined : { start, end, isRange: true };
}

/** Answers that a file does not have the requested range. */
export function refuseRange(response: ServerResponse, size: number): void {
  response.statusCode = 416;
  response.setHeader('Content-Range', `bytes */${size}`).end();
}

interface WholeFile {
  readonly content: Buffer;
  readonly tag: string;
}

function sendPart(request: HttpRequest, response: ServerResponse, { content, tag }: WholeFile): void {
  const size = content.length;
  const part = requestedRange(request, { size, tag });
  if (part === undefined) {
    refuseRange(response, size);
    return;
  }
  const { start, end, isRange } = part;
  if (isRange) {
    response.statusCode = 206;
    response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${size}`);
  }
  const bytes = isRange ? content.subarray(start, end) : content;
  response.setHeader('Content-Length', bytes.length);
  // Written separately from `end`, so that the compression middleware does not change the bytes to which ranges refer.
  if (request.method !== 'HEAD') response.write(bytes);
  response.end();
}
