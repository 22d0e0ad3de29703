import type { Json } from './json';
import { answerTooLarge, MAX_ANSWER_BYTES } from './work';

/** Free JSON that is carried as the text in which it is stored, and parsed only where its members are needed. */
export class JsonText {
  constructor(readonly text: string) {}

  toJSON(): Json {
    return JSON.parse(this.text) as Json;
  }
}

/**
 * The text of `JSON.stringify`, but that carried texts go in as they are: stored JSON is neither parsed nor written again.
 *
 * @param value JSON, carried texts and other objects that know their JSON; members that are undefined are left out
 * @throws Failure TOO_LARGE when the text would have more than `MAX_ANSWER_BYTES` characters; it is not built then
 */
export function jsonOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value)) return jsonOfList(value);
  if ('toJSON' in value) return JSON.stringify(value);
  return jsonOfObject(value as Readonly<Record<string, unknown>>);
}

function jsonOfObject(object: Readonly<Record<string, unknown>>): string {
  let members = '';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    members += `${members && ','}${nameInJson(name)}${jsonOf(member)}`;
    if (members.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  }
  return `{${members}}`;
}

function jsonOfList(list: readonly unknown[]): string {
  let items = '';
  for (const item of list) {
    items += `${items && ','}${jsonOf(item)}`;
    if (items.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  }
  return `[${items}]`;
}

/** Answers have few names, again and again; those of free JSON are without number. */
const MOST_NAMES = 1000;

const namesInJson = new Map<string, string>();

function nameInJson(name: string): string {
  const known = namesInJson.get(name);
  if (known !== undefined) return known;
  const text = `${JSON.stringify(name)}:`;
  if (namesInJson.size < MOST_NAMES) namesInJson.set(name, text);
  return text;
}
