import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import { raw } from 'express';
import { Failure } from '../shared/failure';
import { isForGraphql, type Handler, type HttpRequest, type SentForm, type FormFile } from '../shared/http';
import { FairQueue, LONG_BYTES, longSteps } from '../shared/fair-queue';
import { chargeThreadTo } from '../shared/thread-time';
import type { BufferBudget } from './connections/unsent-responses';
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';

/** Most fields of a form: an article has a few for each of its items. */
const MAX_FORM_FIELDS = 20_000;

const FORM_LIMITS = { fields: MAX_FORM_FIELDS, files: 1, headerPairs: 20 };

/**
 * The fields and files of a form of a page that has arrived whole. It is read piece by piece: many fields in one go would delay
 * every other request by a tenth of a second.
 *
 * @throws Failure UNSUPPORTED_MEDIA_TYPE for a body that is not a form, BODY_MALFORMED for an incomplete form, TOO_LARGE
 */
function formIn(bytes: Buffer, request: HttpRequest): Promise<SentForm> {
  return new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    const files = new Map<string, FormFile>();
    const parser = parserFor(request.headers['content-type'], bytes.length);
    const refuse = (message: string) => () => {
      reject(new Failure('TOO_LARGE', message));
    };
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, name) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => files.set(field, { name, bytes: Buffer.concat(parts) }));
    });
    parser.on('fieldsLimit', refuse(`The form has more than ${MAX_FORM_FIELDS.toLocaleString('en')} fields`));
    parser.on('filesLimit', refuse('The form has more than one file'));
    parser.on('error', () => {
      reject(new Failure('BODY_MALFORMED', 'The request body is not a complete form'));
    });
    parser.on('finish', () => {
      resolve({ fields, files });
    });
    feed(parser, bytes, request).catch(reject);
  });
}

/** @throws Failure when the request has ended */
async function feed(parser: BusboyInstance, bytes: Buffer, request: HttpRequest): Promise<void> {
  for (let begin = 0; begin < bytes.length; begin += LONG_BYTES) {
    const piece = bytes.subarray(begin, begin + LONG_BYTES);
    await longSteps.run(() => unlessEnded(request, () => parser.write(piece)));
  }
  parser.end();
}

function parserFor(contentType = '', size: number): BusboyInstance {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({ headers, limits: { ...FORM_LIMITS, fieldSize: size } });
  } catch {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'The request must send a form');
  }
}

/** Maximum size of a body in bytes, after decompression. */
const MAX_BODY_BYTES = 1_048_576;

/**
 * The same for callers that may write many objects at once, at `/graphql`. Source: interface decisions, section 7.
 */
const MAX_BULK_BODY_BYTES = 16 * 1_048_576;

/**
 * Maximum number of opening brackets and commas in a body. Each can begin an object, which takes far longer to
 * create than its bytes take to read. More than the largest article can have.
 */
const MAX_BRACKETS_AND_COMMAS = 200_000;

/**
 * Maximum number of large bodies of one caller that the server receives at once. In each tick of the event loop Node reads up to 2 MiB from every
 * connection, so 20 large bodies would delay all other requests by 40 MiB at each of their steps. Callers do not wait for each
 * other, since a client may be slow.
 */
const LARGE_BODIES_AT_ONCE = { max: Infinity, maxPerCaller: 2 };

const [BRACKET, BRACE, COMMA] = Buffer.from('[{,');

/** The spellings of UTF-8, the only charset of bodies. */
const UTF_8_SPELLINGS: ReadonlySet<string> = new Set(['utf-8', 'utf8']);

/** A body of any other method has no meaning and is ignored. */
const METHODS_WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** Errors of the body parser and the messages that replace its own, which quote the body. */
const FAILURE_OF_PARSER_ERROR: Readonly<Record<string, readonly [Failure['reason'], string]>> = {
  'entity.too.large': ['TOO_LARGE', 'The request body is too large'],
  'encoding.unsupported': [
    'UNSUPPORTED_MEDIA_TYPE',
    'Content-Encoding must be gzip, deflate, br or identity',
  ],
  'request.aborted': ['BODY_MALFORMED', 'The request ended before its body was complete'],
  'request.size.invalid': ['BODY_MALFORMED', 'The length of the request body differs from Content-Length'],
};

export interface BodyRules {
  /** Whether a request may write many objects; called only if its body is announced as a large one. */
  readonly writesMany: (request: HttpRequest) => Promise<boolean>;
  /** Runs the reading without a slot and deadline, since its duration depends on the client's connection. */
  readonly outside: <Result>(request: HttpRequest, read: () => Promise<Result>) => Promise<Result>;
  /** Called before the body of a bulk request is read. */
  readonly expectLarge: (request: HttpRequest) => void;
  /** Counts the buffered bytes of bodies that have not fully arrived. */
  readonly bufferBudget: BufferBudget;
}

interface ExpectedBody {
  /** Whether the body may have `MAX_BULK_BODY_BYTES`. */
  readonly isLarge: boolean;
}

/** Provides the code that answers a request with its body: JSON, or a form of a page. */
export function jsonBody({ writesMany, expectLarge, outside, bufferBudget }: BodyRules): Handler {
  const ordinary = readerOf(MAX_BODY_BYTES, bufferBudget);
  const ofMany = readerOf(MAX_BULK_BODY_BYTES, bufferBudget);
  const reception = new FairQueue(LARGE_BODIES_AT_ONCE);
  const receive = async (request: HttpRequest, response: ServerResponse, { isLarge }: ExpectedBody) => {
    const bytes = await outside(request, () =>
      isLarge ? reception.run(() => ofMany(request, response), request.work) : ordinary(request, response),
    );
    bufferBudget.drop(response);
    chargeThreadTo(request.work);
    return bytes;
  };
  const read = async (request: HttpRequest, response: ServerResponse): Promise<unknown> => {
    if (!METHODS_WITH_BODY.has(request.method) || hasNoBody(request)) return undefined;
    if (!isJson(request)) throw otherType();
    const isLarge = isLargeOperation(request) && (await writesMany(request));
    if (isLarge) expectLarge(request);
    const bytes = arrivedBody(request) ?? (await receive(request, response, { isLarge }));
    if (bytes.length <= LONG_BYTES) return parsedBody(decodedBody(bytes));
    const queued = <Result>(step: () => Result) => longSteps.run(() => unlessEnded(request, step));
    const text = await queued(() => decodedBody(bytes));
    return queued(() => parsedBody(text));
  };
  const readText = async (request: HttpRequest, response: ServerResponse): Promise<string | undefined> => {
    if (!METHODS_WITH_BODY.has(request.method) || hasNoBody(request)) return undefined;
    if (!isJson(request)) throw otherType();
    const bytes = arrivedBody(request) ?? (await receive(request, response, { isLarge: false }));
    return decodedBody(bytes);
  };
  const readForm = async (request: HttpRequest, response: ServerResponse): Promise<SentForm> => {
    const isLarge = isAnnouncedLarge(request) && (await writesMany(request));
    if (isLarge) expectLarge(request);
    const bytes = arrivedBody(request) ?? (await receive(request, response, { isLarge }));
    return formIn(bytes, request);
  };
  return (request, response, next) => {
    request.readBody = () => read(request, response);
    request.readText = () => readText(request, response);
    request.readForm = () => readForm(request, response);
    next();
  };
}

/**
 * The bytes of a small body that has arrived whole while its sender was looked up, as most have; `undefined` where it is still to be
 * received or decompressed.
 */
function arrivedBody(request: HttpRequest): Buffer | undefined {
  const { readable, readableLength, headers, work } = request;
  // Node reports the end of a message later than its last bytes.
  const isWhole = request.complete || readableLength === Number(headers['content-length']);
  if (!isWhole || !readable || readableLength > LONG_BYTES || headers['content-encoding'] !== undefined)
    return undefined;
  const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0);
  // The stream ends only while it is read.
  request.resume();
  chargeThreadTo(work);
  work?.charge('bytes', bytes.length);
  return bytes;
}

/** Reads the bytes of a body; they count as buffered until it is complete. */
function readerOf(maxBytes: number, bufferBudget: BufferBudget) {
  const parse: Handler = raw({ type: () => true, limit: maxBytes });
  return (request: HttpRequest, response: ServerResponse): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      // Compressed bytes can expand to any size.
      let remaining = request.headers['content-encoding'] === undefined ? maxBytes : 0;
      let received = 0;
      if (remaining === 0) bufferBudget.add(response, maxBytes);
      request.on('data', ({ length }: Buffer) => {
        chargeThreadTo(request.work);
        request.work?.charge('bytes', length);
        received += length;
        bufferBudget.add(response, Math.min(remaining, length));
        remaining = Math.max(0, remaining - length);
      });
      parse(request, response, (error?: unknown) => {
        const read = request as { body?: Buffer };
        const body = read.body ?? Buffer.alloc(0);
        // Compressed bodies are charged by their uncompressed size.
        request.work?.charge('bytes', Math.max(0, body.length - received));
        if (error === undefined) resolve(body);
        else reject(failureOfParser(error));
        // The request lives until it is answered, and its bytes, up to 16 MiB, only until they are parsed.
        delete read.body;
      });
    });
}

/** The error for the caller; an internal error is returned as it is. */
function failureOfParser(error: unknown): Error {
  const { status, type = '' } = error as { readonly status?: number; readonly type?: string };
  if (status === undefined || status >= 500) return error as Error;
  const [reason, message] = FAILURE_OF_PARSER_ERROR[type] ?? [
    'BODY_MALFORMED',
    'The request body cannot be decompressed',
  ];
  return new Failure(reason, message);
}

/** @throws Failure when the request has ended */
function unlessEnded<Result>({ work }: HttpRequest, step: () => Result): Result {
  chargeThreadTo(work);
  work?.assertNotEnded();
  return step();
}

function decodedBody(bytes: Buffer): string {
  // The decoder would silently replace invalid bytes, and the text would be stored wrong.
  if (!isUtf8(bytes)) throw new Failure('BODY_MALFORMED', 'The request body is not valid UTF-8');
  if (bytes.length > MAX_BRACKETS_AND_COMMAS && hasMoreParts(bytes, MAX_BRACKETS_AND_COMMAS)) {
    const bound = MAX_BRACKETS_AND_COMMAS.toLocaleString('en');
    throw new Failure('TOO_LARGE', `The request body has more than ${bound} opening brackets and commas`);
  }
  return bytes.toString();
}

function parsedBody(sent: string): unknown {
  // Some programs begin a text with a byte order mark, which is not part of the JSON.
  const text = sent.replace(/^\uFEFF/, '');
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Failure('BODY_MALFORMED', 'The request body is not valid JSON');
  }
}

function hasMoreParts(bytes: Buffer, maxCount: number): boolean {
  let count = 0;
  let position = 0;
  // A `for...of` loop over 16 MiB takes five times as long.
  while (position < bytes.length && count <= maxCount) {
    const byte = bytes[position++];
    if (byte === COMMA || byte === BRACE || byte === BRACKET) count++;
  }
  return count > maxCount;
}

function otherType(): Failure {
  return new Failure('UNSUPPORTED_MEDIA_TYPE', 'The request body must be JSON in UTF-8');
}

function isJson({ headers }: HttpRequest): boolean {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((parameter) => /^\s*charset="?([\w-]+)/.exec(parameter)?.[1]).find(Boolean);
  return type.trim() === 'application/json' && (charset === undefined || UTF_8_SPELLINGS.has(charset));
}

function isLargeOperation(request: HttpRequest): boolean {
  return isForGraphql(request) && isAnnouncedLarge(request);
}

function isAnnouncedLarge({ headers }: HttpRequest): boolean {
  return Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES;
}

function hasNoBody({ headers }: HttpRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
