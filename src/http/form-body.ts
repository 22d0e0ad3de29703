import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import { Failure } from '../shared/failure';
import type { FormFile, SentForm } from '../shared/http';

/** Most fields of a form: an article has a few for each of its items. */
const MOST_FIELDS = 20_000;

const LIMITS = { fields: MOST_FIELDS, files: 1, headerPairs: 20 };

/**
 * The fields and files of a form of a page that has arrived whole.
 *
 * @throws Failure UNSUPPORTED_MEDIA_TYPE for what is no form, BODY_MALFORMED for one that is not whole, TOO_LARGE
 */
export function formIn(bytes: Buffer, contentType = ''): Promise<SentForm> {
  return new Promise((resolve, reject) => {
    const fields: (readonly [string, string])[] = [];
    const files = new Map<string, FormFile>();
    const parser = parserFor(contentType, bytes.length);
    const refuse = (message: string) => () => {
      reject(new Failure('TOO_LARGE', message));
    };
    parser.on('field', (name, value) => fields.push([name, value]));
    parser.on('file', (field, stream, name) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => files.set(field, { name, bytes: Buffer.concat(parts) }));
    });
    parser.on('fieldsLimit', refuse(`The form has more than ${MOST_FIELDS.toLocaleString('en')} fields`));
    parser.on('filesLimit', refuse('The form has more than one file'));
    parser.on('error', () => {
      reject(new Failure('BODY_MALFORMED', 'The request body is not a complete form'));
    });
    parser.on('finish', () => {
      resolve({ fields, files });
    });
    parser.end(bytes);
  });
}

function parserFor(contentType: string, size: number): BusboyInstance {
  try {
    const headers: BusboyHeaders = { 'content-type': contentType };
    return new Busboy({ headers, limits: { ...LIMITS, fieldSize: size } });
  } catch {
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'The request must send a form');
  }
}
