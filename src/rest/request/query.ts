import { nfc } from '../../shared/text';
import { spellingsOf } from '../table/flags';

/** The query of a request: keys and values decoded and in NFC. A key that is repeated counts once, its last value. */
export type Query = ReadonlyMap<string, string>;

const OFF: ReadonlySet<string> = new Set(['false', '0', 'no']);

/** Reads the text behind the question mark. Never fails: what is badly encoded stays as it is. */
export function queryOf(text: string): Query {
  const pairs = [...new URLSearchParams(text)];
  return new Map(pairs.map(([key, value]) => [nfc(key), nfc(value)]));
}

/** The text of a parameter under any of its spellings; undefined when it is absent or empty. */
export function textOf(query: Query, name: string): string | undefined {
  return spellingsOf(name)
    .map((spelling) => query.get(spelling)?.trim())
    .find((text) => text !== undefined && text !== '');
}

/** Whether a switch is on: present bare, empty, or with any value that does not say no. */
export function isOn(query: Query, spelling: string): boolean {
  const value = query.get(spelling);
  return value !== undefined && !saysNo(value);
}

/** Whether the text of a switch turns it off. */
export function saysNo(text: string): boolean {
  return OFF.has(text.trim().toLowerCase());
}
