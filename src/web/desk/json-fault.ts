import type { Html } from '../../shared/html';
import { jsonFaultPosition } from '../../shared/json';
import { fillText } from '../locale-texts';
import type { DeskLocale } from './desk-context';

/** Characters that a fault quotes. */
const QUOTED = 20;

/** Says where a text stops being JSON. The messages of `JSON.parse` are English, and often have no position. */
export function jsonFault(text: string, { desk: { faults } }: DeskLocale): Html {
  const at = jsonFaultPosition(text);
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
