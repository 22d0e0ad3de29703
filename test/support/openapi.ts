import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

/** Path of the OpenAPI document of the REST routes. */
const OPENAPI_FILE = join(__dirname, '..', '..', 'schema', 'openapi.json');

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: { readonly 'application/json'?: Media; readonly '*/*'?: Media };
}

export interface RouteNote {
  readonly id: string;
  readonly flag?: string;
  readonly request: string;
  readonly responses: readonly { readonly kind: string; readonly status: number; readonly message: string }[];
}

export interface Operation {
  readonly operationId?: string;
  readonly responses: Readonly<Record<string, Response>>;
  readonly parameters: readonly { readonly name?: string; readonly $ref?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly 'x-routes': readonly RouteNote[];
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export function openApi(): OpenApi {
  return JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as OpenApi;
}

let checker: Checker | undefined;

/** The checker of a test worker. It compiles each schema once, because that takes longer than checking all responses. */
export const documentChecker = (): Checker => (checker ??= new Checker(openApi()));

/** Differences of a response of a REST route from the OpenAPI document; none for other paths. */
export function mismatchesOf(
  method: string,
  path: string,
  response: { status: number; body: unknown },
): readonly string[] {
  if (!/^\/(lexicon|chatbot|export)(\/|$)/.test(path)) return [];
  return documentChecker().misfitsOf(method.toLowerCase(), path, response);
}

/** Checks responses against a document. */
export class Checker {
  private readonly ajv: Ajv2020;
  private readonly compiled = new Map<string, ValidateFunction>();
  private readonly paths: readonly (readonly [pattern: RegExp, template: string])[];

  constructor(private readonly document: OpenApi) {
    this.ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      allErrors: false,
      // Optimising the code of schemas takes longer than running it unoptimised.
      code: { optimize: false },
      inlineRefs: false,
    });
    this.ajv.addSchema(document, 'openapi');
    // A literal segment precedes a parameter, as on the server.
    const templates = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length);
    this.paths = templates.map((path) => [
      new RegExp(`^${path.replaceAll('.', '[.]').replace(/\{\w+\}/g, '[^/]+')}/?$`),
      path,
    ]);
  }

  misfitsOf(
    method: string,
    path: string,
    { status, body }: { status: number; body: unknown },
  ): readonly string[] {
    const statusInBody = (body as { status?: string | number } | undefined)?.status;
    if (statusInBody !== undefined && Number(statusInBody) !== status)
      return [`the body says status ${String(statusInBody)}`];
    const template = this.paths.find(([pattern]) => pattern.test(path))?.[1];
    const operation = template === undefined ? undefined : this.document.paths[template]?.[method];
    if (template === undefined || operation === undefined) {
      const problem = path.startsWith('/chatbot') ? 'ChatbotProblem' : 'Problem';
      return status < 400
        ? [`${method} ${path} is not described`]
        : this.errors(`/components/schemas/${problem}`, body);
    }
    const name = String(status) in operation.responses ? String(status) : 'default';
    const pointer = ['', 'paths', template, method, 'responses', name].map(escaped).join('/');
    const response = operation.responses[name];
    const at = response?.$ref?.slice(1) ?? pointer;
    if (response?.$ref === undefined && response?.content === undefined)
      return body === undefined ? [] : ['a body'];
    // A file in a format that the path names is not checked as JSON, even if it can be parsed.
    if (response.content?.['*/*'] !== undefined) return [];
    return this.errors(`${at}/content/application~1json/schema`, body);
  }

  /** The differences of a value from the schema at a pointer. */
  errors(pointer: string, value: unknown): readonly string[] {
    const validate =
      this.compiled.get(pointer) ?? this.ajv.compile({ $ref: `openapi#${encodeURI(pointer)}` });
    this.compiled.set(pointer, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message ?? ''}`);
  }
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
