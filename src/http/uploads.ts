import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { MAX_UPLOAD_BYTES, type Upload, type UploadService } from '../services/imports/upload.service';
import { Failure } from '../shared/failure';
import { Permits } from '../shared/fair-queue';
import { type Handler, type HttpRequest, pathOf, sendJson, UPLOAD_PATH } from '../shared/http';
import type { AccountViewer } from '../shared/viewer';
import { runDetached } from '../shared/work';
import { requestIdOf } from './headers';

/** The version of the protocol: https://tus.io/protocols/resumable-upload */
const TUS_VERSION = '1.0.0';

const TUS_EXTENSIONS = 'creation,termination,checksum,expiration';

/** Status of the protocol for bytes that do not match their checksum. */
const CHECKSUM_MISMATCH = 460;

const CHECKSUM_ALGORITHMS: ReadonlySet<string> = new Set(['sha1', 'sha256']);

/** Number of bytes that are stored at once. */
const PART_BYTES = 1024 * 1024;

/** Maximum number of bytes of a request with a checksum. They stay in memory until the checksum is verified. */
const MAX_CHECKED_BYTES = 8 * PART_BYTES;

/** Number of concurrent requests that append, in this process: of all accounts, and of one account. */
const REQUESTS_AT_ONCE = { max: 8, maxPerCaller: 2, reserved: 0 };

export interface UploadHandlerOptions {
  readonly uploads: UploadService;
  /** The sender of a request: an admin, or an owner or editor of a dictionary. @throws Failure UNAUTHENTICATED, FORBIDDEN */
  readonly importerOf: (request: HttpRequest) => Promise<AccountViewer>;
  /** Runs the reading without a slot and deadline, since its duration depends on the client's connection. */
  readonly outside: <Result>(request: HttpRequest, read: () => Promise<Result>) => Promise<Result>;
}

interface Exchange {
  readonly request: HttpRequest;
  readonly response: ServerResponse;
  readonly viewer: AccountViewer;
  readonly uploadId: string | undefined;
}

/** Receives files by the protocol tus 1.0, in parts, so that an interrupted upload can be resumed. */
export function uploadHandler(options: UploadHandlerOptions): Handler {
  const receiver = new UploadReceiver(options);
  return async (request, response) => {
    response.setHeader('Tus-Resumable', TUS_VERSION).setHeader('Cache-Control', 'no-store');
    if (request.method === 'OPTIONS') {
      response.setHeader('Tus-Version', TUS_VERSION).setHeader('Tus-Extension', TUS_EXTENSIONS);
      response.setHeader('Tus-Max-Size', MAX_UPLOAD_BYTES);
      response.setHeader('Tus-Checksum-Algorithm', [...CHECKSUM_ALGORITHMS].join(','));
      end(response, 204);
      return;
    }
    const viewer = await options.importerOf(request);
    if (request.headers['tus-resumable'] !== TUS_VERSION) {
      response.setHeader('Tus-Version', TUS_VERSION);
      throw new Failure('REVISION_MISMATCH', `The header Tus-Resumable must be ${TUS_VERSION}`);
    }
    const [, uploadId] = UPLOAD_PATH.exec(pathOf(request)) ?? [];
    await receiver.respond({ request, response, viewer, uploadId });
  };
}

class UploadReceiver {
  private readonly appending = new Permits(REQUESTS_AT_ONCE);

  constructor(private readonly options: UploadHandlerOptions) {}

  async respond(exchange: Exchange): Promise<void> {
    const { request, response, viewer, uploadId } = exchange;
    const { uploads } = this.options;
    if (uploadId === undefined) {
      if (request.method !== 'POST') refuseMethod(request, response, 'POST, OPTIONS');
      else await this.create(exchange);
      return;
    }
    const upload = await uploads.get(viewer, uploadId);
    if (request.method === 'HEAD') {
      setUploadHeaders(response, upload).setHeader('Upload-Length', upload.length);
      end(response, 200);
    } else if (request.method === 'DELETE') {
      await uploads.remove(uploadId);
      end(response, 204);
    } else if (request.method === 'PATCH') await this.append(exchange, upload);
    else refuseMethod(request, response, 'HEAD, PATCH, DELETE, OPTIONS');
  }

  private async create({ request, response, viewer }: Exchange): Promise<void> {
    const { headers } = request;
    const length = headerNumber('Upload-Length', headers['upload-length']);
    const metadata = metadataIn(headers['upload-metadata']);
    const upload = await this.options.uploads.begin(viewer, {
      file: metadata.get('filename') ?? '',
      length,
      sha256: metadata.get('sha256'),
    });
    setUploadHeaders(response, upload).setHeader(
      'Location',
      `${pathOf(request).replace(/\/$/, '')}/${upload.uploadId}`,
    );
    end(response, 201);
  }

  private async append({ request, response, viewer }: Exchange, upload: Upload): Promise<void> {
    const { headers } = request;
    if (headers['content-type'] !== 'application/offset+octet-stream')
      throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Content-Type must be application/offset+octet-stream');
    const offset = headerNumber('Upload-Offset', headers['upload-offset']);
    if (offset !== upload.offset)
      throw new Failure('CONFLICT', `The upload is at offset ${upload.offset}, not ${offset}`);
    const announced = headers['content-length'];
    if (announced !== undefined && Number(announced) > upload.length - offset) throw tooMuch(upload);
    const account = { caller: viewer.accountId, isLight: true };
    if (!this.appending.hasRoomFor(account))
      throw new Failure('UNAVAILABLE', 'Too many uploads at once; try again soon.', { retryAfter: 2 });
    const giveBack = this.appending.take(account);
    try {
      const checksum = checksumIn(headers['upload-checksum']);
      const after = await this.options.outside(request, () =>
        checksum ? this.receiveChecked(request, upload, checksum) : this.receive(request, upload),
      );
      if (after) end(setUploadHeaders(response, after), 204);
      else refuseChecksum(request, response);
    } finally {
      giveBack();
    }
  }

  /** Stores what arrives in parts; what came before the connection broke is kept too. */
  private async receive(request: HttpRequest, upload: Upload): Promise<Upload> {
    const { uploads } = this.options;
    let current = upload;
    let chunks: Buffer[] = [];
    let bytes = 0;
    const store = async (): Promise<void> => {
      if (bytes === 0) return;
      const part = Buffer.concat(chunks);
      [chunks, bytes] = [[], 0];
      current = await uploads.append(current, part);
    };
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) {
        request.work?.charge('bytes', chunk.length);
        chunks.push(chunk);
        bytes += chunk.length;
        if (current.offset + bytes > upload.length) {
          [chunks, bytes] = [[], 0];
          throw tooMuch(upload);
        }
        if (bytes >= PART_BYTES) await store();
      }
    } catch (error) {
      if (error instanceof Failure) throw error;
      // The work of the request has ended with it.
      await runDetached(store);
      throw new Failure('BODY_MALFORMED', 'The request ended before its body was complete');
    }
    await store();
    return current;
  }

  /** `undefined` when the bytes are not those of the checksum. */
  private async receiveChecked(
    request: HttpRequest,
    upload: Upload,
    { algorithm, digest }: Checksum,
  ): Promise<Upload | undefined> {
    const hash = createHash(algorithm);
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      request.work?.charge('bytes', chunk.length);
      bytes += chunk.length;
      if (bytes > MAX_CHECKED_BYTES)
        throw new Failure('TOO_LARGE', `A request with a checksum has at most ${MAX_CHECKED_BYTES} bytes`);
      if (upload.offset + bytes > upload.length) throw tooMuch(upload);
      hash.update(chunk);
      chunks.push(chunk);
    }
    if (!hash.digest().equals(digest)) return undefined;
    let current = upload;
    const content = Buffer.concat(chunks);
    for (let at = 0; at < content.length; at += PART_BYTES)
      current = await this.options.uploads.append(current, content.subarray(at, at + PART_BYTES));
    return current;
  }
}

interface Checksum {
  readonly algorithm: string;
  readonly digest: Buffer;
}

function checksumIn(header: string | string[] | undefined): Checksum | undefined {
  if (header === undefined) return undefined;
  const [algorithm = '', digest = ''] = String(header).split(' ');
  if (!CHECKSUM_ALGORITHMS.has(algorithm))
    throw new Failure(
      'INVALID_INPUT',
      `Upload-Checksum must begin with one of ${[...CHECKSUM_ALGORITHMS].join(', ')}`,
    );
  return { algorithm, digest: Buffer.from(digest, 'base64') };
}

function headerNumber(name: string, header: string | string[] | undefined): number {
  const text = String(header ?? '');
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new Failure('INVALID_INPUT', `The header ${name} must be a number of bytes`);
}

/** The metadata of an upload: names with values in base64, separated by commas. */
function metadataIn(header: string | string[] | undefined): ReadonlyMap<string, string> {
  const pairs = String(header ?? '')
    .split(',')
    .map((pair) => pair.trim().split(/ +/));
  return new Map(
    pairs.flatMap(([name, value = '', ...others]) => {
      if (name === undefined || name === '') return [];
      if (others.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
        throw new Failure('INVALID_INPUT', `${name} in Upload-Metadata must be in base64`);
      return [[name, decodedMetadata(name, value)] as const];
    }),
  );
}

function decodedMetadata(name: string, base64: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(base64, 'base64'));
  } catch {
    throw new Failure('INVALID_INPUT', `${name} in Upload-Metadata must be UTF-8 in base64`);
  }
}

function tooMuch({ length }: Upload): Failure {
  return new Failure('TOO_LARGE', `The upload was created with ${length} bytes; this request has more`);
}

function setUploadHeaders(response: ServerResponse, { offset, expiresAt }: Upload): ServerResponse {
  return response.setHeader('Upload-Offset', offset).setHeader('Upload-Expires', expiresAt.toUTCString());
}

function end(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end();
}

function refuseMethod(request: HttpRequest, response: ServerResponse, allow: string): void {
  response.setHeader('Allow', allow);
  refuse(request, response, {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `${request.method} is not allowed for this path`,
  });
}

function refuseChecksum(request: HttpRequest, response: ServerResponse): void {
  const message = 'The bytes do not match Upload-Checksum; nothing was stored';
  refuse(request, response, { status: CHECKSUM_MISMATCH, code: 'INVALID_INPUT', message });
}

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

/** Refuses a request in the common shape of errors, with a status of this protocol. */
function refuse(request: HttpRequest, response: ServerResponse, { status, code, message }: Refusal): void {
  sendJson(response, status, { message, status, uri: request.url, code, request_id: requestIdOf(request) });
}
