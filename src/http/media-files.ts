import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { MediaService } from '../services/articles/media.service';
import { FILE_CACHING } from '../shared/extensions';
import { Failure } from '../shared/failure';
import { contentDisposition, type Handler, type HttpRequest, MEDIA_PATH, pathOf, vary } from '../shared/http';
import type { Viewer } from '../shared/viewer';
import { charged } from '../shared/work';
import { requestedRange, refuseRange } from './offline-files';

const ALLOWED_METHODS = 'GET, HEAD, OPTIONS';

/** Cache header of responses to signed-in users, who may see more than others: caches must revalidate them each time. */
const REVALIDATED = 'private, no-cache';

/** Maximum size of content that is sent without counting as a stream and without pacing, in bytes. */
const MAX_UNPACED_BYTES = 256 * 1024;

export interface MediaFilesOptions {
  readonly media: Pick<MediaService, 'visible' | 'content'>;
  readonly identify: (request: HttpRequest) => Promise<Viewer>;
}

/**
 * Sends recordings and pictures as they are stored, whole or in part. Every viewer of the article may read them. Nothing in them runs: their
 * type is that of their content, and a browser that opens one as a page does so in a sandbox.
 */
export function mediaFiles({ media, identify }: MediaFilesOptions): Handler {
  return async (request, response) => {
    const [, dictionaryId = '', mediaId = ''] = MEDIA_PATH.exec(pathOf(request)) ?? [];
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.statusCode = request.method === 'OPTIONS' ? 204 : 405;
      response.setHeader('Allow', ALLOWED_METHODS).end();
      return;
    }
    const viewer = await identify(request);
    const file = await media.visible(viewer, mediaId);
    if (file?.dictionaryId !== decodeURIComponent(dictionaryId))
      throw new Failure('NOT_FOUND', 'There is no such recording or picture');
    const isPublic = viewer.role === 'anonymous';
    const tag = `"${file.sha256}"`;
    response.setHeader('ETag', tag).setHeader('Cache-Control', isPublic ? FILE_CACHING : REVALIDATED);
    response.setHeader('Content-Type', file.mediaType).setHeader('Accept-Ranges', 'bytes');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    response.setHeader('Content-Disposition', contentDisposition('inline', file.name));
    vary(response, 'X-Access-Token, Authorization');
    if (request.headers['if-none-match']?.includes(tag) === true) {
      response.statusCode = 304;
      response.end();
      return;
    }
    const part = requestedRange(request, { size: file.size, tag });
    if (part === undefined) {
      refuseRange(response, file.size);
      return;
    }
    const { start, end } = part;
    if (part.isRange) {
      response.statusCode = 206;
      response.setHeader('Content-Range', `bytes ${start}-${end - 1}/${file.size}`);
    }
    response.setHeader('Content-Length', end - start);
    if (request.method === 'HEAD') response.end();
    else await sendContent(request, response, { content: media.content(file, part), bytes: end - start });
  };
}

interface Sent {
  readonly content: AsyncIterable<Buffer>;
  readonly bytes: number;
}

/** Sends content; larger content counts as a stream and is paced. A player that closes the connection early is not an error. */
async function sendContent(
  request: HttpRequest,
  response: ServerResponse,
  { content, bytes }: Sent,
): Promise<void> {
  const isLarge = bytes > MAX_UNPACED_BYTES;
  if (isLarge) request.work?.beginStream('media');
  try {
    await pipeline(isLarge ? charged(content) : content, response);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
