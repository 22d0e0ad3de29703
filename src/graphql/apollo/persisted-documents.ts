import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type GraphQLSchema, parse, validate } from 'graphql';
import { z } from 'zod';
import type { Config } from '../../config/load-config';
import type { Logger } from '../../observability/logger';
import { Failure, messageOf } from '../../shared/failure';

/** A request to /graphql: the body of a POST, or the query of a GET. */
export interface GraphqlRequest {
  readonly body: unknown;
  /** The query of the URL: empty, or beginning with the question mark. */
  readonly search: string;
}

/** Replaces identifiers of persisted documents in requests by the documents. */
export interface PersistedDocuments {
  /** @throws Failure INVALID_INPUT, or FORBIDDEN where only persisted documents are executed */
  readonly resolve: (received: GraphqlRequest) => GraphqlRequest;
}

type Parameters = Readonly<Record<string, unknown>>;

/** Prefix that identifiers may have, as in the draft of the specification "GraphQL over HTTP". */
const HASH_PREFIX = 'sha256:';

const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The formats in which compilers of clients write manifests: first Relay and graphql-codegen, then Apollo. */
const manifestSchema = z.union([
  z.object({
    format: z.literal('apollo-persisted-query-manifest'),
    version: z.literal(1),
    operations: z.array(z.object({ id: hash, body: z.string() })),
  }),
  z.record(hash, z.string()),
]);

/**
 * Reads the manifests that the configuration names. Documents that the schema does not allow are logged: a client of another
 * version may still send them, and gets the errors of validation.
 *
 * @throws Error with a sentence for the operator when a manifest cannot be used
 */
export function persistedDocuments(
  { persistedDocuments: files = [], persistedDocumentsOnly = false }: PersistedSettings,
  { schema, logger }: { readonly schema: GraphQLSchema; readonly logger: Logger },
): PersistedDocuments {
  const texts = new Map(files.flatMap((file) => manifestEntries(file)));
  for (const [id, text] of texts) {
    const fault = validationErrorOf(schema, text);
    if (fault !== undefined) logger.warn({ id, fault }, 'A persisted document does not fit the schema');
  }
  const allowed = persistedDocumentsOnly ? new Set(texts.values()) : undefined;
  const complete = (parameters: Parameters): Parameters => {
    const completed = withDocument(parameters, texts);
    const { query } = completed;
    // Apollo refuses a query that is not a text. It knows no documents by hash except those that pass here.
    if (allowed !== undefined && typeof query === 'string' && !allowed.has(query)) throw notAllowed();
    return completed;
  };
  return {
    resolve: ({ body, search }) => ({
      body: isRecord(body) ? complete(body) : body,
      search: search === '' ? search : searchOf(complete, new URLSearchParams(search)),
    }),
  };
}

export type PersistedSettings = Partial<Pick<Config, 'persistedDocuments' | 'persistedDocumentsOnly'>>;

function manifestEntries(file: string): readonly (readonly [id: string, text: string])[] {
  const manifest = manifestIn(file);
  const entries = Array.isArray(manifest.operations)
    ? manifest.operations.map(({ id, body }) => [id, body] as const)
    : Object.entries(manifest as Readonly<Record<string, string>>);
  for (const [id, text] of entries) {
    const actual = createHash('sha256').update(text).digest('hex');
    if (actual !== id) throw new Error(`PERSISTED_DOCUMENTS: ${file}: the SHA-256 of ${id} is ${actual}.`);
  }
  return entries;
}

function manifestIn(file: string) {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    const reason =
      cause instanceof z.ZodError ? 'it is not a manifest of documents by SHA-256' : messageOf(cause);
    throw new Error(`PERSISTED_DOCUMENTS: ${file} cannot be read: ${reason}.`, { cause });
  }
}

function validationErrorOf(schema: GraphQLSchema, text: string): string | undefined {
  try {
    return validate(schema, parse(text))[0]?.message;
  } catch (error) {
    return String(error);
  }
}

/**
 * Inserts the document that the parameters name. An unknown identifier is passed on as an automatic persisted query,
 * which Apollo may know.
 */
function withDocument(parameters: Parameters, texts: ReadonlyMap<string, string>): Parameters {
  const { documentId, ...others } = parameters;
  const extensions = recordOrEmpty(others['extensions']);
  const { persistedQuery } = extensions;
  const hash = recordOrEmpty(persistedQuery)['sha256Hash'];
  if (documentId === undefined && hash === undefined) return parameters;
  const id = documentId === undefined ? hash : hashOf(documentId);
  if (hash !== undefined && hash !== id) {
    throw new Failure('INVALID_INPUT', 'documentId and extensions.persistedQuery name different documents');
  }
  const text = typeof id === 'string' ? texts.get(id) : undefined;
  if ((others['query'] ?? undefined) === undefined && text !== undefined)
    return { ...others, extensions: { ...extensions, persistedQuery: undefined }, query: text };
  const named = isRecord(persistedQuery) ? persistedQuery : { version: 1, sha256Hash: id };
  return { ...others, extensions: { ...extensions, persistedQuery: named } };
}

function hashOf(documentId: unknown): string {
  if (typeof documentId !== 'string') throw new Failure('INVALID_INPUT', 'documentId must be a string');
  return documentId.startsWith(HASH_PREFIX) ? documentId.slice(HASH_PREFIX.length) : documentId;
}

/** The same for the query of a GET request. Malformed parts are left for Apollo to refuse. */
function searchOf(complete: (parameters: Parameters) => Parameters, search: URLSearchParams): string {
  const { query, documentId, extensions } = Object.fromEntries(search);
  const completed = complete({
    ...(query === undefined ? {} : { query }),
    ...(documentId === undefined ? {} : { documentId }),
    ...(extensions === undefined ? {} : { extensions: jsonOrUndefined(extensions) }),
  });
  if (documentId === undefined && extensions === undefined) return `?${search.toString()}`;
  search.delete('documentId');
  if (query === undefined && typeof completed['query'] === 'string') search.set('query', completed['query']);
  if (isRecord(completed['extensions'])) search.set('extensions', JSON.stringify(completed['extensions']));
  return `?${search.toString()}`;
}

function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function recordOrEmpty(value: unknown): Parameters {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Parameters {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAllowed(): Failure {
  return new Failure(
    'FORBIDDEN',
    'This server executes persisted documents only: send the documentId of a document in its manifest',
  );
}
