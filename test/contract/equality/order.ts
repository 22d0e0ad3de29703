import type { Line } from './lines';
import { headwordOf } from './reading';

/** Letters of the dictionaries here that sort beside a plain one although Unicode does not decompose them. */
const BESIDE: Readonly<Record<string, string>> = {
  ŋ: 'n',
  η: 'n',
  ɛ: 'e',
  ɔ: 'o',
  ɓ: 'b',
  ɗ: 'd',
  ƴ: 'y',
  ɪ: 'i',
};

/** Without marks, case, apostrophes, hyphens and leading punctuation. */
function fold(headword: string): string {
  const bare = headword
    .replace(/[\p{Dash_Punctuation}\u00AD'’ʼ]/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '');
  return Array.from(bare, (letter) => BESIDE[letter] ?? letter)
    .join('')
    .replace(/^[\p{Punctuation}\p{Symbol}\s]+/u, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Folded headword, exact headword, dictionary, number; what has no headword comes last. */
export function inOrder(lines: readonly Line[], sort: 'ASC' | 'DESC'): readonly Line[] {
  const keyed = lines.map((line) => ({ line, key: keyOf(line) }));
  const ordered = keyed.sort((a, b) => compare(a.key, b.key)).map(({ line }) => line);
  return sort === 'ASC' ? ordered : ordered.reverse();
}

function keyOf(line: Line): readonly string[] {
  const exact = headwordOf(line).normalize('NFC');
  const place = exact === '' ? ['1'] : ['0', fold(exact) || exact, exact];
  return [...place, line.id_dico.normalize('NFC'), String(line.id_article).padStart(20, '0')];
}

function compare(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((text, at) => text !== b[at]);
  return differs < 0 ? 0 : Buffer.compare(Buffer.from(a[differs]!), Buffer.from(b[differs] ?? ''));
}
