/** Names of the letters and signs from U+00A0 on that have no accent. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest';

const GREEK: readonly (readonly [first: number, names: string])[] = [
  [913, 'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho'],
  [931, 'Sigma Tau Upsilon Phi Chi Psi Omega'],
  [945, 'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf'],
  [963, 'sigma tau upsilon phi chi psi omega'],
];

/** The other names that texts of dictionaries have; what is none of these stays as it is. */
const OTHERS =
  'amp & AMP & lt < LT < gt > GT > quot " QUOT " apos \' AElig Æ aelig æ OElig Œ oelig œ ETH Ð eth ð THORN Þ thorn þ ' +
  'szlig ß Oslash Ø oslash ø Lstrok Ł lstrok ł Dstrok Đ dstrok đ Hstrok Ħ hstrok ħ ENG Ŋ eng ŋ inodot ı imath ı ' +
  'times × divide ÷ minus − ne ≠ fnof ƒ circ ˆ tilde ˜ caron ˇ breve ˘ ensp \u2002 emsp \u2003 thinsp \u2009 ' +
  'zwnj \u200C zwj \u200D lrm \u200E rlm \u200F ndash – mdash — hellip … lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” ' +
  'bdquo „ lsaquo ‹ rsaquo › dagger † Dagger ‡ bull • permil ‰ prime ′ Prime ″ frasl ⁄ euro € trade ™ larr ← ' +
  'uarr ↑ rarr → darr ↓ harr ↔ rArr ⇒ hArr ⇔ infin ∞ le ≤ ge ≥ asymp ≈ radic √ loz ◊ num # colon : lpar ( rpar )';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ...numbered(LATIN, 0xa0),
  ...GREEK.flatMap(([first, names]) => numbered(names, first)),
  ...[...OTHERS.matchAll(/(\w+) (\S|[\u2002-\u200F])/gu)].map(
    ([, name = '', sign = '']) => [name, sign] as const,
  ),
]);

function numbered(names: string, first: number): (readonly [string, string])[] {
  return names.split(' ').map((name, index) => [name, String.fromCodePoint(first + index)] as const);
}

/** Accents in the names of letters: `&eacute;`, `&Scaron;`, `&amacr;`. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  macr: '\u0304',
  breve: '\u0306',
  dot: '\u0307',
  uml: '\u0308',
  ring: '\u030A',
  dblac: '\u030B',
  caron: '\u030C',
  cedil: '\u0327',
  ogon: '\u0328',
};

const ACCENTED = new RegExp(`^([A-Za-z])(${Object.keys(ACCENTS).join('|')})$`, 'u');

/** The sign that a name stands for. */
function signNamed(name: string): string | undefined {
  const sign = SIGNS.get(name);
  if (sign !== undefined) return sign;
  const [, letter = '', accent = ''] = ACCENTED.exec(name) ?? [];
  const found = (letter + (ACCENTS[accent] ?? '')).normalize('NFC');
  return letter !== '' && found.length === 1 ? found : undefined;
}

/** Control characters and halves of pairs of UTF-16. */
const NO_TEXT = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** A text of HTML without the names and numbers that stand for signs. White space without a break is plain. */
export function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,10}));/giu,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name === 'nbsp') return ' ';
      if (name !== undefined) return signNamed(name) ?? all;
      const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
      const sign = code <= 0x10ffff ? String.fromCodePoint(code) : '';
      return sign === '' || NO_TEXT.test(sign) ? all : sign;
    },
  );
}

/** The text that a reader sees of a piece of HTML: its lines without marks. */
export function textOfHtml(html: string): string {
  const lines = html
    .replace(/<(?:br|p|div|li|tr|dt|dd|h[1-6])\b[^>]*>|<\/(?:p|div|li|tr|dt|dd|h[1-6])>/giu, '\n')
    .replace(/<[^>]*>/gu, '');
  return unescaped(lines)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n');
}

/** A text as HTML spells it, without its line ends. */
export function escapedForHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
