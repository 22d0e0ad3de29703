/** The part of `schema/openapi.json` that the page uses. */

export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: string;
}

interface Media {
  readonly schema: Schema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Response {
  readonly description?: string;
  readonly content?: { readonly 'application/json': Media };
}

export interface RouteNote {
  readonly id: string;
  readonly title: string;
  readonly flag?: string;
  readonly request: string;
  readonly responses: readonly { readonly kind: string; readonly status: number; readonly message: string }[];
}

export interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: { readonly 'application/json': Media } };
  readonly security: readonly Schema[];
  readonly responses: Readonly<Record<string, Response | Reference>>;
  readonly 'x-routes': readonly RouteNote[];
  readonly 'x-alias-of'?: string;
}

export interface Reference {
  readonly $ref: string;
}

export interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** Returns the target of a reference; other values unchanged. */
export function resolved<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, ...names] = value.$ref.split('/');
  return names.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>>)[name], document) as T;
}
