import { Failure } from './failure';

export type JsonList = readonly Json[];
export interface JsonObject {
  readonly [member: string]: Json;
}
export type Json = string | number | boolean | null | JsonList | JsonObject;

/**
 * Maximum depth of free JSON: a scalar has depth 0, `{}` and `[]` have depth 1. Source: interface decisions, section 7
 * (articles of 32 levels).
 */
export const MAX_JSON_DEPTH = 32;

/** Maximum number of members of one object of free JSON. The size of the text bounds the length of lists. */
const MAX_JSON_KEYS = 1000;

/** Maximum size of free JSON, in bytes of its UTF-8 text (256 KiB). Source: interface decisions, section 7. */
export const MAX_JSON_BYTES = 256 * 1024;

/** Member names that could reach an object's prototype; free JSON with one of them is refused. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

const MAX_KEY_SHOWN = 60;

interface JsonNode {
  readonly value: unknown;
  readonly depth: number;
  readonly step: string;
  readonly parent?: JsonNode;
}

export function isJsonList(value: unknown): value is JsonList {
  return Array.isArray(value);
}

/** Whether a value is a plain object, of any realm. Dates, maps and class instances are not JSON. */
export function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** The path of a member, for messages: dots between names, long names cut. */
export function memberPath(path: string, key: string): string {
  const shown = key.length > MAX_KEY_SHOWN ? `${key.slice(0, MAX_KEY_SHOWN)}…` : key;
  return path === '' ? shown : `${path}.${shown}`;
}

/**
 * The text of free JSON: member order and spelling are kept.
 *
 * @throws Failure INVALID_INPUT with the path, when the value is not JSON, is nested deeper than
 *   MAX_JSON_DEPTH, has an object of more than MAX_JSON_KEYS members or a member named as in FORBIDDEN_KEYS
 * @throws Failure TOO_LARGE when the text is longer than the maximum, MAX_JSON_BYTES by default
 */
export function freeJsonText(
  value: unknown,
  { maxBytes = MAX_JSON_BYTES }: { readonly maxBytes?: number } = {},
): string {
  assertIsJson(value);
  const text = JSON.stringify(value);
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    throw new Failure('TOO_LARGE', `The JSON has ${bytes} bytes; at most ${maxBytes} are accepted.`);
  }
  return text;
}

/** Checks JSON from outside before other code walks it. Iterative, so that no depth of nesting can exhaust the stack. */
function assertIsJson(value: unknown): void {
  const waiting: JsonNode[] = isScalar(value) ? [] : [{ value, depth: 0, step: '' }];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const inner of innerNodes(node)) waiting.push(inner);
  }
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** The values inside a list or an object that are not scalars. */
function innerNodes(parent: JsonNode): readonly JsonNode[] {
  const { value } = parent;
  const depth = parent.depth + 1;
  if (!isJsonList(value) && !isJsonObject(value)) throw invalidNode(parent, complaintOf(value));
  if (depth > MAX_JSON_DEPTH) throw invalidNode(parent, `is nested deeper than ${MAX_JSON_DEPTH} levels`);
  const inner: JsonNode[] = [];
  // Lists are walked by index, because they may have holes, which are not JSON.
  if (isJsonList(value))
    for (let at = 0; at < value.length; at++) {
      if (!isScalar(value[at])) inner.push({ value: value[at], depth, step: `[${at}]`, parent });
    }
  else
    for (const step of checkedKeys(value, parent))
      if (!isScalar(value[step])) inner.push({ value: value[step], depth, step, parent });
  return inner;
}

function complaintOf(value: unknown): string {
  return value === Infinity || value === -Infinity ? 'is a number beyond 1.8e308' : 'is not JSON';
}

function checkedKeys(object: JsonObject, node: JsonNode): readonly string[] {
  const keys = Object.keys(object);
  if (keys.length > MAX_JSON_KEYS) throw invalidNode(node, `has more than ${MAX_JSON_KEYS} members`);
  const forbidden = keys.find((key) => FORBIDDEN_KEYS.has(key));
  if (forbidden !== undefined) throw invalidNode(node, `has a member with the forbidden name ${forbidden}`);
  return keys;
}

function invalidNode(node: JsonNode, complaint: string): Failure {
  return new Failure('INVALID_INPUT', `${pathOfNode(node) || 'The JSON'} ${complaint}.`);
}

function pathOfNode(node: JsonNode): string {
  const steps: string[] = [];
  for (let at: JsonNode | undefined = node; at !== undefined; at = at.parent) steps.unshift(at.step);
  return steps.reduce((path, step) => (/^\[\d+\]$/.test(step) ? path + step : memberPath(path, step)), '');
}

/** Free JSON as its stored text. It is parsed only when its members are needed. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): Json {
    return JSON.parse(this.text) as Json;
  }
}

/** Canonical JSON: the members of objects in the order of their names, as in RFC 8785. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/**
 * Returns the position of the first character that JSON may not have there; the length of the text if it has none. Messages of
 * `JSON.parse` often have no position.
 */
export function jsonFaultPosition(text: string): number {
  return new JsonScanner(text).faultPosition();
}

/** What may follow. The first value or name of a list or object may be absent. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'next';

type Closer = ']' | '}';

const SPACE = /[ \t\r\n]*/y;
const LITERAL = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters that a string may have without an escape. */
const PLAIN_CHARACTERS = /[ !#-[\]-\uFFFF]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Reads JSON (RFC 8259) without recursion, since it may be nested deeply. */
class JsonScanner {
  private at = 0;
  private expected: Expected = 'value';
  private readonly open: Closer[] = [];

  constructor(private readonly text: string) {}

  /** Returns the position of the first character that JSON may not have there; the length of the text if it has none. */
  faultPosition(): number {
    do this.take(SPACE);
    while (this.at < this.text.length && this.step());
    return this.at;
  }

  /** Reads the next part. Returns false at a fault. */
  private step(): boolean {
    const character = this.text[this.at];
    switch (this.expected) {
      case 'colon':
        return character === ':' && this.goOn('value');
      case 'next':
        return character === ',' ? this.afterComma() : this.close(character);
      case 'name':
      case 'first name':
        if (character === '"') return this.string('colon');
        return this.expected === 'first name' && this.close(character);
      case 'value':
      case 'first value':
        return this.value(character);
    }
  }

  private value(character: string | undefined): boolean {
    if (character === '"') return this.string('next');
    if (character === '{') return this.goOn('first name', '}');
    if (character === '[') return this.goOn('first value', ']');
    if (character === ']') return this.expected === 'first value' && this.close(character);
    this.expected = 'next';
    return this.take(LITERAL);
  }

  private afterComma(): boolean {
    const closer = this.open.at(-1);
    return closer !== undefined && this.goOn(closer === '}' ? 'name' : 'value');
  }

  private close(character: string | undefined): boolean {
    if (character === undefined || character !== this.open.at(-1)) return false;
    this.open.pop();
    return this.goOn('next');
  }

  /** Passes one character. */
  private goOn(expected: Expected, closer?: Closer): true {
    this.at++;
    this.expected = expected;
    if (closer) this.open.push(closer);
    return true;
  }

  private string(expected: Expected): boolean {
    this.at++;
    do this.take(PLAIN_CHARACTERS);
    while (this.take(ESCAPE));
    return this.text[this.at] === '"' && this.goOn(expected);
  }

  /** Passes a match. Returns whether there is one that is not empty. */
  private take(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length > 0;
  }
}
