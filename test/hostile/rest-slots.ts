import { openApi, type Operation } from '../support/openapi';
import type { Random } from './random';
import { encoded, jsonBody, type HostileRequest, type Slot } from './request';
import { hostileText, hostileValue } from './values';
import { ROLES, SECRETS, type Role, type Fixture } from './world';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
}

/** Every parameter of every route that the OpenAPI document describes, and every member of their bodies. */
export function restSlots(): readonly Slot[] {
  return routes().flatMap((route) => [
    ...route.parameters.map((parameter) => parameterSlot(route, parameter)),
    ...bodySlots(route),
  ]);
}

function routes(): readonly Route[] {
  const document = openApi() as unknown as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
  };
  const resolved = (reference: { readonly $ref?: string }): Parameter => {
    const found = document.components.parameters[reference.$ref?.split('/').at(-1) ?? ''];
    return found ?? (reference as unknown as Parameter);
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters: parameters.map(resolved),
      body: requestBody?.content['application/json'].schema,
    })),
  );
}

function parameterSlot(route: Route, parameter: Parameter): Slot {
  return {
    name: `${route.method} ${route.path} ${parameter.in} ${parameter.name}`,
    make: (random, fixture) => {
      const text = hostileText(random);
      const base = baseOf(route, random);
      if (parameter.in === 'header')
        return {
          ...base,
          path: pathOf(route, random, fixture),
          headers: { [parameter.name]: text },
        };
      if (parameter.in === 'path')
        return { ...base, path: pathOf(route, random, fixture, { [parameter.name]: text }) };
      return {
        ...base,
        path: `${pathOf(route, random, fixture)}?${queryOf(parameter.name, text, random)}`,
      };
    },
  };
}

/** A parameter in the ways in which a query can spell it, others beside it. */
function queryOf(name: string, text: string, random: Random): string {
  const value = encoded(text);
  const spelled = random.pick([
    ...[
      `${name}=${value}`,
      `${name}=${value}`,
      `${name}=${value}`,
      `${name}[$ne]=${value}`,
      `${name}[]=${value}`,
    ],
    ...[
      `${name}=1&${name}=${value}`,
      `${name}[__proto__]=${value}`,
      `${name}=${text.replace(/[^\x21-\x7e]/g, '')}`,
    ],
  ]);
  return random.isHit(0.3) ? `${spelled}&limit=3&__proto__=1` : spelled;
}

function bodySlots(route: Route): readonly Slot[] {
  const { body } = route;
  if (body === undefined) return [];
  const wholeBody: Slot = {
    name: `${route.method} ${route.path} body`,
    make: (random, fixture) => withBody(route, hostileValue(random), random, fixture),
  };
  const variants = body.anyOf ?? [body];
  return [
    wholeBody,
    ...variants.flatMap((schema) =>
      memberPaths(schema).map((path) => ({
        name: `${route.method} ${route.path} body ${path.join('.')}`,
        make: (random: Random, fixture: Fixture) =>
          withBody(route, bodyWith(schema, { path, value: hostileValue(random) }, fixture), random, fixture),
      })),
    ),
  ];
}

function withBody(route: Route, value: unknown, random: Random, fixture: Fixture): HostileRequest {
  const base = baseOf(route, random);
  return { ...base, path: pathOf(route, random, fixture), ...jsonBody(value) };
}

function memberPaths(schema: Schema): readonly (readonly string[])[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    [name],
    ...memberPaths(inner).map((path) => [name, ...path]),
  ]);
}

interface Hostile {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The members that are required, and the hostile one in its place. */
function bodyWith(schema: Schema, { path, value }: Hostile, fixture: Fixture): unknown {
  const [step, ...further] = path;
  if (step === undefined) return value;
  const reference = (schema.required ?? []).map((name) => [
    name,
    validMember(name, schema.properties?.[name], fixture),
  ]);
  const inner = schema.properties?.[step];
  return {
    ...(Object.fromEntries(reference) as object),
    [step]: inner ? bodyWith(inner, { path: further, value }, fixture) : value,
  };
}

function validMember(name: string, schema: Schema | undefined, fixture: Fixture): unknown {
  if (schema?.properties) return bodyWith(schema, { path: ['x'], value: 1 }, fixture);
  if (name === 'email') return `${fixture.newName()}@example.org`;
  return name === 'password' ? SECRETS.user : fixture.newName();
}

function baseOf({ method, path }: Route, random: Random): HostileRequest {
  const roles: readonly Role[] = path.startsWith('/chatbot')
    ? ['application', 'platform']
    : ['admin', 'user'];
  const role = random.pick(random.isHit(0.7) ? roles : ROLES);
  return { method, path, role };
}

function pathOf(
  { path }: Route,
  random: Random,
  fixture: Fixture,
  hostile: Readonly<Record<string, string>> = {},
): string {
  const valid: Readonly<Record<string, string>> = {
    dictionary_id: fixture.dictionary,
    article_id: String(1 + random.below(fixture.articles)),
    user_id: fixture.ids['User'] ?? '1',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(hostile[name] ?? valid[name] ?? 'x'));
}
