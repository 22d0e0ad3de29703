/** Languages whose names and codes are known in headers of tables: those of Africa, and those that they are translated into. */
const CODES =
  'en fr pt es ar de it nl sw swh wo ha yo ig zu xh st tn ts ss ve nr nd af am ti om so rw rn ln lg ny sn bm dyu ff fuc ful ee tw ak gaa ' +
  'kg kj ki kab ber mg mos sg kr srr snk mnk men tem kri luo luy kam mas suk nyn bem loz toi umb kmb dag fon ewo dua bas ful';

const LOCALES = ['en', 'fr', 'pt', 'es', 'sw', 'ar'];

/** Codes that header words of other meaning are more likely to be. */
const AMBIGUOUS: ReadonlySet<string> = new Set([
  'so',
  'no',
  'ki',
  'men',
  'bas',
  'it',
  'de',
  'es',
  'ti',
  'am',
  'ss',
  'st',
  'ts',
  'kam',
  'mas',
]);

let names: ReadonlyMap<string, string> | undefined;

function languageNames(): ReadonlyMap<string, string> {
  if (names) return names;
  const all = new Map<string, string>();
  for (const locale of LOCALES) {
    const known = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
    for (const code of CODES.split(' ')) {
      const name = known.of(code);
      if (name !== undefined) all.set(folded(name), code);
    }
  }
  for (const [name, code] of [
    ['kiswahili', 'sw'],
    ['wolof', 'wo'],
    ['bambara', 'bm'],
    ['bamanankan', 'bm'],
  ] as const)
    all.set(name, code);
  names = all;
  return all;
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** The language that a header names, and the word that names it. A code that may be a word counts only beside another word. */
export function languageIn(
  words: readonly string[],
): { readonly tag: string; readonly word: string } | undefined {
  for (const word of words) {
    const tag = languageNames().get(word);
    if (tag !== undefined) return { tag, word };
  }
  const codes = new Set(CODES.split(' '));
  const word = [...words]
    .reverse()
    .find((one) => codes.has(one) && (!AMBIGUOUS.has(one) || words.length > 1));
  return word === undefined ? undefined : { tag: word, word };
}
