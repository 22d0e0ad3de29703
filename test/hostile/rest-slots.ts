import { openApi, type Operation } from '../support/openapi';
import type { Random } from './random';
import { encoded, jsonBody, type HostileRequest, type Slot } from './request';
import { hostileText, hostileValue } from './values';
import { ROLES, SECRETS, type Role, type World } from './world';

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
  const resolved = (given: { readonly $ref?: string }): Parameter => {
    const found = document.components.parameters[given.$ref?.split('/').at(-1) ?? ''];
    return found ?? (given as unknown as Parameter);
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
    make: (random, world) => {
      const text = hostileText(random);
      const base = baseOf(route, random);
      if (parameter.in === 'header')
        return {
          ...base,
          path: pathOf(route, random, world),
          headers: { [parameter.name]: text },
        };
      if (parameter.in === 'path')
        return { ...base, path: pathOf(route, random, world, { [parameter.name]: text }) };
      return {
        ...base,
        path: `${pathOf(route, random, world)}?${queryOf(parameter.name, text, random)}`,
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
  const whole: Slot = {
    name: `${route.method} ${route.path} body`,
    make: (random, world) => withBody(route, hostileValue(random), random, world),
  };
  const variants = body.anyOf ?? [body];
  return [
    whole,
    ...variants.flatMap((schema) =>
      memberPaths(schema).map((path) => ({
        name: `${route.method} ${route.path} body ${path.join('.')}`,
        make: (random: Random, world: World) =>
          withBody(route, bodyWith(schema, { path, value: hostileValue(random) }, world), random, world),
      })),
    ),
  ];
}

function withBody(route: Route, value: unknown, random: Random, world: World): HostileRequest {
  const base = baseOf(route, random);
  return { ...base, path: pathOf(route, random, world), ...jsonBody(value) };
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
function bodyWith(schema: Schema, { path, value }: Hostile, world: World): unknown {
  const [step, ...further] = path;
  if (step === undefined) return value;
  const given = (schema.required ?? []).map((name) => [
    name,
    validMember(name, schema.properties?.[name], world),
  ]);
  const inner = schema.properties?.[step];
  return {
    ...(Object.fromEntries(given) as object),
    [step]: inner ? bodyWith(inner, { path: further, value }, world) : value,
  };
}

function validMember(name: string, schema: Schema | undefined, world: World): unknown {
  if (schema?.properties) return bodyWith(schema, { path: ['x'], value: 1 }, world);
  if (name === 'email') return `${world.newName()}@example.org`;
  return name === 'password' ? SECRETS.user : world.newName();
}

function baseOf({ method, path }: Route, random: Random): HostileRequest {
  const own: readonly Role[] = path.startsWith('/chatbot') ? ['application', 'platform'] : ['admin', 'user'];
  const role = random.pick(random.isHit(0.7) ? own : ROLES);
  return { method, path, role };
}

function pathOf(
  { path }: Route,
  random: Random,
  world: World,
  hostile: Readonly<Record<string, string>> = {},
): string {
  const valid: Readonly<Record<string, string>> = {
    dictionary_id: world.dictionary,
    article_id: String(1 + random.below(world.articles)),
    user_id: world.ids['User'] ?? '1',
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(hostile[name] ?? valid[name] ?? 'x'));
}
