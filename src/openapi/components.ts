import { isDeepStrictEqual } from 'node:util';
import { reference, type JsonSchema } from '../rest/request/body-members';

/** Schemas that are said once and referred to. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};

  /**
   * A reference to a schema, under the name that is wanted or, where another has it already, under one with a number.
   * Programs that generate code leave out hyphens: without the number, two names would be one.
   */
  refer(preferredName: string, schema: JsonSchema): JsonSchema {
    let name = preferredName;
    for (let number = 2; !this.isFree(name, schema); number += 1) name = `${preferredName}-${number}`;
    this.schemas[name] = schema;
    return reference('schemas', name);
  }

  /** Whether a name is not that of another schema. */
  isFree(name: string, schema: JsonSchema): boolean {
    const existing = this.schemas[name];
    return existing === undefined || isDeepStrictEqual(existing, schema);
  }
}

/** The body of every refusal; the areas spell the status in two ways. */
export const PROBLEMS: Readonly<Record<string, JsonSchema>> = {
  Problem: problemSchema({ type: 'integer' }),
  ChatbotProblem: problemSchema({ type: 'string', pattern: '^[45]\\d\\d$' }),
};

function problemSchema(status: JsonSchema): JsonSchema {
  return {
    type: 'object',
    description: 'Body of an error response.',
    properties: {
      message: { type: 'string', description: 'Error message.' },
      status,
      uri: { type: 'string', description: 'Path and query of the request, as sent.' },
      code: {
        type: 'string',
        pattern: '^[A-Z_]+$',
        description: 'Stable error code, the same as in GraphQL.',
      },
      request_id: { type: 'string', description: 'Identifier of the request, as in the server log.' },
      detail: {
        type: 'string',
        description: 'What is wrong with the request, if `message` is a general one.',
      },
      error: {
        type: 'string',
        description: 'The error message once more, on routes that document it under this name.',
      },
    },
    required: ['message', 'status', 'uri', 'code', 'request_id'],
    additionalProperties: false,
  };
}

/** Headers of responses, by their names in the document. */
export const HEADERS: Readonly<
  Record<string, { readonly description: string; readonly schema: JsonSchema }>
> = {
  'API-Version': { description: 'Version of the interface.', schema: { type: 'string', const: '1.0' } },
  'Cache-Control': {
    description: 'How long and by whom the response may be cached.',
    schema: { type: 'string' },
  },
  'Content-Disposition': {
    description: 'Suggested file name for the body.',
    schema: { type: 'string' },
  },
  ETag: {
    description: 'Entity tag. It changes with the content and, except for exports, with the votes.',
    schema: { type: 'string' },
  },
  'Last-Modified': {
    description:
      'When the list last changed, in whole seconds. Absent within the second of a change, and for callers who see disabled articles.',
    schema: { type: 'string' },
  },
  Link: {
    description:
      'URLs of other pages of the list: `first`, `prev`, `next`, `last`; of a file, that of the report on what it lacks: `describedby` (RFC 8288).',
    schema: { type: 'string' },
  },
  Location: { description: 'Path of the created object.', schema: { type: 'string' } },
  'Preference-Applied': {
    description: 'The preference of `Prefer` that the server applied.',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Number of requests allowed in a window of time.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': { description: 'The limit and its window in seconds.', schema: { type: 'string' } },
  'RateLimit-Remaining': {
    description: 'Number of requests left in the current window.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': { description: 'Seconds until the next window begins.', schema: { type: 'integer' } },
  'Retry-After': {
    description: 'Number of seconds to wait before the next attempt.',
    schema: { type: 'integer' },
  },
  'WWW-Authenticate': {
    description: 'Authentication scheme for the credentials.',
    schema: { type: 'string' },
  },
  'X-Ignored-Members': {
    description: 'Names of body members that the server ignored, percent-encoded. Absent if there are none.',
    schema: { type: 'string' },
  },
  'X-Limit-Applied': {
    description: 'The applied page size, if the requested number of items exceeds the maximum.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': {
    description: 'Identifier of the request, as in the server log.',
    schema: { type: 'string' },
  },
  'X-Sort-Limit-Applied': {
    description: 'Number of best hits that were sorted, if a search with `sort` has more hits.',
    schema: { type: 'integer' },
  },
  'X-Total-Count': {
    description:
      'Number of items in the whole list. Absent if no total is stored and counting would examine more than 10,000 items.',
    schema: { type: 'integer' },
  },
  'X-Truncated': {
    description: 'Names of owned lists that have more items than the response shows.',
    schema: { type: 'string' },
  },
};
