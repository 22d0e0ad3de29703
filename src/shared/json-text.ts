import { JsonText } from './json';
import { JsonPiece, JsonSink } from './json-sink';
import { answerTooLarge, MAX_ANSWER_BYTES } from './work';

/** Stands for a piece in a text. No JSON text contains it: it would be escaped. */
const PLACE = '\0';

/**
 * The bytes of `JSON.stringify`, but that carried texts and pieces go in as they are: stored JSON is neither parsed nor written
 * again.
 *
 * @param value JSON, carried texts, pieces and other objects that know their JSON; members that are undefined are left out
 * @throws Failure TOO_LARGE when it would have more than `MAX_ANSWER_BYTES`; it is not built then
 */
export function jsonBytes(value: unknown): Buffer {
  const pieces: JsonPiece[] = [];
  const text = textOf(value, pieces);
  if (pieces.length === 0) return Buffer.from(text);
  const sink = new JsonSink(pieces.reduce((sum, { size }) => sum + size, 3 * text.length));
  for (const [index, part] of text.split(PLACE).entries()) {
    sink.string(part);
    pieces[index]?.writeJson(sink);
  }
  return sink.end();
}

/** The same as text. */
export function jsonOf(value: unknown): string {
  const pieces: JsonPiece[] = [];
  const text = textOf(value, pieces);
  return pieces.length === 0 ? text : jsonBytes(value).toString();
}

function textOf(value: unknown, pieces: JsonPiece[]): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (value instanceof JsonText) return value.text;
  if (value instanceof JsonPiece) {
    pieces.push(value);
    return PLACE;
  }
  if (Array.isArray(value)) return textOfList(value, pieces);
  if ('toJSON' in value) return JSON.stringify(value);
  return textOfObject(value as Readonly<Record<string, unknown>>, pieces);
}

function textOfObject(object: Readonly<Record<string, unknown>>, pieces: JsonPiece[]): string {
  let members = '';
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    members += `${members && ','}${nameInJson(name)}${textOf(member, pieces)}`;
    if (members.length > MAX_ANSWER_BYTES) throw answerTooLarge();
  }
  return `{${members}}`;
}

function textOfList(list: readonly unknown[], pieces: JsonPiece[]): string {
  let items = '';
  for (const item of list) {
    items += `${items && ','}${textOf(item, pieces)}`;
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
