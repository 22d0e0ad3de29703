import type { Json } from './json';

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
 */
export function jsonOf(value: unknown): string {
  if (value instanceof JsonText) return value.text;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if ('toJSON' in value) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => jsonOf(item)).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${jsonOf(member)}`);
  return `{${members.join(',')}}`;
}
