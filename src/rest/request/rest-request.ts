import {
  coerceInputValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type GraphQLNamedType,
} from 'graphql';
import { CHECK } from '../../shared/extensions';
import { Failure, type FailureReason } from '../../shared/failure';
import type { FileWriters } from '../adapter/streamed-object';
import type { Data, Operation, OperationVariable, Variables } from '../document/operations';
import type { RequestInfo } from '../response/rest-response';
import { takesBody, type Route } from '../table/route';
import { adapterValues } from './adapter-variables';
import { membersOfBody } from './body-members';
import { parameterText, refuseSeveralValues, turnsOff, type Paging, type Query } from './query';

/** A request whose route is known. */
export interface RestRequest {
  readonly route: Route;
  readonly info: RequestInfo;
  readonly query: Query;
  /** The path segments that fill the parameters of the path, in order. */
  readonly pathValues: readonly string[];
  /** The parsed JSON body; undefined if there is none, or the route accepts none. */
  readonly body: unknown;
  readonly writers: FileWriters;
  /** Runs the route's document in the request's own context. */
  readonly run: (variables: Variables) => Promise<Data>;
  /** Runs a document in a separate context, which stores nothing that was read for other pages. */
  readonly runSeparately: (operation: Operation, variables: Variables) => Promise<Data>;
}

/**
 * The variables of a request's document, from path, query and body.
 *
 * @param paging of a list, replaces the paging in the query
 * @throws Failure INVALID_INPUT that names the invalid parameter
 */
export function variablesFor(restRequest: RestRequest, paging?: Paging): Variables {
  const { route, query } = restRequest;
  if (!route.operation.isQuery) refuseSeveralValues(restRequest.info.uri, route.queryParameters);
  const texts = new Map<string, string>();
  for (const name of route.queryParameters) {
    // `?trads` and `?search=` search for the empty text, which finds nothing.
    const isBare = route.definition.when === name || (query.has(name) && isSwitch(route, name));
    // Like a segment of the path, an identifier is taken as it is written: ` 1` is not the number 1.
    const text = parameterText(query, name, isNamed(route, name, 'ID')) ?? (isBare ? '' : undefined);
    if (text !== undefined) texts.set(name, text);
  }
  for (const [index, name] of route.pathParameters.entries()) {
    texts.set(name, restRequest.pathValues[index] ?? '');
  }
  if (paging !== undefined) texts.set('limit', String(paging.limit)).set('page', String(paging.page));
  return variablesOf(route.operation.variables, { texts, values: valuesFor(restRequest) });
}

/** Whether a parameter may be in the query without a value, which sets it. */
function isSwitch(route: Route, name: string): boolean {
  return isNamed(route, name, 'Boolean');
}

/** Whether the variable of a parameter has a named type. */
function isNamed({ operation }: Route, name: string, typeName: string): boolean {
  const type = operation.variables.get(name)?.type;
  return type !== undefined && getNamedType(type).name === typeName;
}

function valuesFor({
  route: { definition, operation },
  info,
  query,
  body,
}: RestRequest): ReadonlyMap<string, unknown> {
  const members =
    takesBody(definition) && definition.isSigned !== true
      ? (definition.members ?? membersOfBody).read(body)
      : {};
  const visibleMembers = Object.entries(members).filter(([name]) => !name.startsWith('_'));
  return new Map([...visibleMembers, ...adapterValues(operation, { headers: info.headers, query, body })]);
}

/** The values in a request for the variables of a document, by name. */
interface RequestValues {
  /** Texts from the path and the query. They take precedence. */
  readonly texts: ReadonlyMap<string, string>;
  /** Typed values from a JSON body or from the adapter. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Named types whose values are numbers in JSON. */
const NUMBER_TYPES: ReadonlySet<string> = new Set(['Int', 'Float', 'SafeInt']);

/** Named types whose values are strings in JSON. */
const STRING_TYPES: ReadonlySet<string> = new Set(['String', 'ID']);

/** Reasons by which invalid values of a named type are refused; `INVALID_INPUT` for all other types. */
const REASONS: ReadonlyMap<string, FailureReason> = new Map([
  ['EmailAddress', 'EMAIL_INVALID'],
  // Only the content of an article is free JSON.
  ['JSON', 'CONTENT_MISSING'],
]);

/**
 * Converts the values of a request to the variables of a document, and checks each against its declared type, before anything
 * runs.
 *
 * @throws Failure INVALID_INPUT that names the first invalid parameter
 */
function variablesOf(expected: ReadonlyMap<string, OperationVariable>, offers: RequestValues): Variables {
  const entries = [...expected].flatMap(([name, variable]) => {
    const text = offers.texts.get(name);
    const value =
      text === undefined ? offers.values.get(name) : parsedText(text, getNamedType(variable.type));
    if (value === undefined && !variable.isRequired) return [];
    coerceInputValue(value, variable.type, (path, _value, { message }) => {
      const type = getNamedType(variable.type);
      const reason = REASONS.get(type.name) ?? 'INVALID_INPUT';
      throw new Failure(
        reason,
        isInputObjectType(type) ? faultInObject(name, path, message) : `${name} ${complaint(type, value)}`,
      );
    });
    const check = getNamedType(variable.type).extensions[CHECK];
    if (typeof check === 'function' && value !== null) (check as (input: unknown) => void)(value);
    return [[name, value]];
  });
  return Object.fromEntries(entries) as Variables;
}

/** Converts a text to the type of its variable: a number, a boolean, or an enum value spelled in any case. */
function parsedText(text: string, type: GraphQLNamedType): unknown {
  if (NUMBER_TYPES.has(type.name)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type.name === 'Boolean') return !turnsOff(text);
  if (isEnumType(type)) return text.toUpperCase();
  return text;
}

/** The message about a fault inside an input object. REST spells the names of its members with underscores. */
function faultInObject(name: string, path: readonly (string | number)[], message: string): string {
  const [, unknown] = /^Field "(.*)" is not defined by type/su.exec(message) ?? [];
  const field = [name, ...path, ...(unknown === undefined ? [] : [unknown])].join('.');
  const shown = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${shown} ${unknown === undefined ? 'must be a JSON object' : 'is unknown'}`;
}

function complaint(type: GraphQLNamedType, value: unknown): string {
  if (value === undefined) return 'is missing';
  if (isEnumType(type)) {
    const words = type.getValues().map(({ name }) => name);
    return `must be ${words.join(' or ')}`;
  }
  if (NUMBER_TYPES.has(type.name)) return type.name === 'Float' ? 'must be a number' : 'must be an integer';
  if (type.name === 'Boolean') return 'must be true or false';
  return STRING_TYPES.has(type.name) ? 'must be a string' : 'is missing or malformed';
}
