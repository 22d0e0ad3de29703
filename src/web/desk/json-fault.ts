import type { Html } from '../../shared/html';
import { fillText } from '../locale-texts';
import type { DeskLocale } from './desk-context';

/** Characters that a fault quotes. */
const QUOTED = 20;

/** Says where a text stops being JSON. The messages of `JSON.parse` are English, and often have no position. */
export function jsonFault(text: string, { desk: { faults } }: DeskLocale): Html {
  const at = new JsonScanner(text).faultPosition();
  if (text.slice(at).trim() === '') return fillText(faults.jsonEnd, {});
  const lines = text.slice(0, at).split('\n');
  return fillText(faults.json, {
    line: lines.length,
    column: (lines.at(-1) ?? '').replace(LOW_SURROGATES, '').length + 1,
    found: text.slice(at, at + QUOTED).replaceAll('\n', '↵'),
  });
}

/** The second halves of characters above U+FFFF, such as the letters of Adlam, which people count as one. */
const LOW_SURROGATES = /[\uDC00-\uDFFF]/g;

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
