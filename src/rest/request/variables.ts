import { nfc } from '../../shared/text';
import { parameterSpellings } from '../table/flags';
import {
  coerceInputValue,
  getNamedType,
  isEnumType,
  isInputObjectType,
  type GraphQLNamedType,
} from 'graphql';
import { CHECK } from '../../shared/extensions';
import { Failure, type FailureReason } from '../../shared/failure';
import type { Variable } from '../document/operations';

/** The query of a request: keys and values decoded and in NFC. A key that is repeated counts once, its last value. */
export type Query = ReadonlyMap<string, string>;

const NO_QUERY: Query = new Map();

const OFF: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** Reads the text behind the question mark. Never fails: what is badly encoded stays as it is. */
export function queryOf(text: string): Query {
  if (text === '') return NO_QUERY;
  const pairs = [...new URLSearchParams(text)];
  return new Map(pairs.map(([key, value]) => [nfc(key), nfc(value)]));
}

/** The text of a parameter under any of its spellings; undefined when it is absent or empty. */
export function parameterText(query: Query, name: string): string | undefined {
  return parameterSpellings(name)
    .map((spelling) => query.get(spelling)?.trim())
    .find((text) => text !== undefined && text !== '');
}

/** Whether a switch is on: present bare, empty, or with any value that does not say no. */
export function isOn(query: Query, spelling: string): boolean {
  const value = query.get(spelling);
  return value !== undefined && !saysNo(value);
}

/** Whether the text of a switch turns it off. */
function saysNo(text: string): boolean {
  return OFF.has(text.trim().toLowerCase());
}

export type Variables = Readonly<Record<string, unknown>>;

/** The values of a request for the variables of a document, by name. */
export interface RequestValues {
  /** From the path and the query, where everything is text. These go first. */
  readonly texts: ReadonlyMap<string, string>;
  /** From a JSON body or the adapter itself, typed already. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Named types whose values are numbers in JSON. */
const NUMBERS: ReadonlySet<string> = new Set(['Int', 'Float', 'SafeInt']);

const TEXTS: ReadonlySet<string> = new Set(['String', 'ID']);

/** Named types whose values are refused for a reason of their own. */
const REASONS: ReadonlyMap<string, FailureReason> = new Map([
  ['EmailAddress', 'EMAIL_INVALID'],
  // Only the content of an article is free JSON.
  ['JSON', 'CONTENT_MISSING'],
]);

/**
 * Turns what a request offers into the variables of a document, and checks each against the type that the document
 * gives it, before anything runs.
 *
 * @throws Failure INVALID_INPUT that names the first parameter that does not fit
 */
export function variablesOf(expected: ReadonlyMap<string, Variable>, offers: RequestValues): Variables {
  const entries = [...expected].flatMap(([name, variable]) => {
    const text = offers.texts.get(name);
    const value = text === undefined ? offers.values.get(name) : parsed(text, getNamedType(variable.type));
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
    if (typeof check === 'function' && value !== null) (check as (given: unknown) => void)(value);
    return [[name, value]];
  });
  return Object.fromEntries(entries) as Variables;
}

/** Converts text by the type of the variable: digits become a number where one is expected, a word its enum value in any letter case. */
function parsed(text: string, type: GraphQLNamedType): unknown {
  if (NUMBERS.has(type.name)) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (type.name === 'Boolean') return !saysNo(text);
  if (isEnumType(type)) return text.toUpperCase();
  return text;
}

/** The message about a fault inside an object, whose names REST spells with underscores. */
function faultInObject(name: string, path: readonly (string | number)[], message: string): string {
  const [, unknown] = /Field "(\w+)" is not defined/.exec(message) ?? [];
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
  if (NUMBERS.has(type.name)) return type.name === 'Float' ? 'must be a number' : 'must be an integer';
  if (type.name === 'Boolean') return 'must be true or false';
  return TEXTS.has(type.name) ? 'must be a string' : 'is missing or malformed';
}
