/** Languages whose names and codes are recognised in table headings: those of Africa, and those into which they are translated. */
const LANGUAGE_CODES =
  'en fr pt es ar de it nl sw swh wo ha yo ig zu xh st tn ts ss ve nr nd af am ti om so rw rn ln lg ny sn bm dyu ff fuc ful ee tw ak gaa ' +
  'kg kj ki kab ber mg mos sg kr srr snk mnk men tem kri luo luy kam mas suk nyn bem loz toi umb kmb dag fon ewo dua bas ful';

/** Languages whose names alone are recognised. */
const NAMED_LANGUAGES =
  'ach ada agq bax bez bfd bin bss bum byn byv cgg dav dje dyo ebu efi fan guz hz ibb jmc kde kln kpe kr ksb ksf lag lun mer mgh mua nmg ' +
  'nus rif saq sba seh shi sid sus swb tmh tum twq vun wal xog yav ybb';

/** Names that the data of `Intl` lacks, often those that speakers use: lower case, without marks, separated by spaces. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  aa: 'afar',
  any: 'agni anyin',
  ati: 'attie',
  bba: 'bariba baatonum',
  bbj: 'ghomala',
  bci: 'baoule baule bawle wawle',
  bem: 'icibemba chibemba',
  ber: 'tamazight',
  bib: 'bissa',
  bm: 'bamanankan',
  cjk: 'chokwe',
  dag: 'dagbani',
  ddn: 'dendi',
  dga: 'dagara dagaare',
  dig: 'chidigo',
  din: 'dinka',
  dyo: 'jola',
  dyu: 'jula',
  ee: 'ewegbe evegbe',
  emk: 'maninka',
  fat: 'fante fanti',
  ff: 'fulfulde pulaar pular fulani fulbe',
  fon: 'fongbe',
  gba: 'gbaya',
  gej: 'mina',
  gkp: 'guerze',
  gog: 'cigogo chigogo',
  gux: 'gourmantche gulmancema gourmanche',
  guz: 'ekegusii',
  hay: 'oluhaya',
  heh: 'kihehe',
  hz: 'otjiherero',
  its: 'itsekiri',
  kab: 'taqbaylit',
  kbp: 'kabiye kabye',
  kdh: 'kotokoli',
  ki: 'gikuyu',
  kqn: 'kaonde kikaonde',
  kr: 'kanembu',
  kuj: 'kuria igikuria',
  lea: 'kilega',
  lee: 'lyele',
  lgg: 'lugbara',
  lob: 'lobi',
  loz: 'silozi',
  lua: 'tshiluba ciluba',
  lub: 'kiluba',
  lue: 'luvale',
  luo: 'dholuo',
  mlq: 'malinke',
  mnk: 'mandinka mandingo mandingue',
  mos: 'moore',
  naq: 'khoekhoe khoekhoegowab',
  nd: 'isindebele ndebele',
  ndc: 'ndau cindau',
  nnb: 'kinande',
  nso: 'sepedi pedi',
  nup: 'nupe',
  ny: 'chichewa cinyanja chinyanja',
  nyf: 'giriama kigiryama',
  nym: 'nyamwezi kinyamwezi',
  nyn: 'runyankole runyankore',
  om: 'oromoo oromiffa',
  rng: 'ronga xironga',
  rw: 'ikinyarwanda',
  sef: 'senoufo cebaara',
  shr: 'mashi',
  sn: 'chishona',
  so: 'soomaali',
  son: 'songhai songhay songhoy sonrhai',
  ss: 'siswati seswati',
  st: 'sesotho sotho',
  taq: 'tamasheq',
  teo: 'ateso',
  tig: 'tigre',
  tiv: 'tiv',
  tn: 'setswana',
  toi: 'chitonga',
  ts: 'xitsonga shangaan changana xichangana',
  ttj: 'rutooro',
  tum: 'chitumbuka',
  tuv: 'turkana',
  tw: 'twi',
  urh: 'urhobo',
  ve: 'tshivenda',
  vmw: 'emakhuwa makhuwa',
  wo: 'ouolof',
  xh: 'isixhosa',
  yao: 'chiyao ciyao',
  zdj: 'shikomori',
  zne: 'zande pazande',
  zu: 'isizulu',
};

/** Minimum length of the names of `NAMED_LANGUAGES`, in letters. Shorter ones may be other words of headings. */
const MIN_NAME_LENGTH = 4;

const HEADING_LOCALES = ['en', 'fr', 'de', 'pt', 'es', 'sw', 'ha', 'ar'];

/** Codes that are more likely another word in headings. */
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

/** Codes that are units after other words: `Poids (kg)`, `Surface (ha)`. */
const UNIT_CODES: ReadonlySet<string> = new Set(['kg', 'mg', 'ha']);

let names: ReadonlyMap<string, string> | undefined;

function languageNames(): ReadonlyMap<string, string> {
  if (names) return names;
  const all = new Map<string, string>();
  for (const locale of HEADING_LOCALES) {
    const known = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
    const add = (code: string, minLength: number) => {
      const name = known.of(code);
      if (name !== undefined && name.length >= minLength)
        for (const spelling of withEndings(folded(name), locale)) all.set(spelling, code);
    };
    for (const code of NAMED_LANGUAGES.split(' ')) add(code, MIN_NAME_LENGTH);
    for (const code of LANGUAGE_CODES.split(' ')) add(code, 0);
  }
  for (const [code, others] of Object.entries(OTHER_NAMES))
    for (const name of others.split(' ')) all.set(name, code);
  names = all;
  return all;
}

/** Endings of language names that agree with a noun, as in `Traduction française` and `Englische Übersetzung`, by their ends. */
const ENDINGS: Readonly<Record<string, readonly (readonly [end: RegExp, endings: readonly string[]])[]>> = {
  fr: [
    [/ien$/u, ['ne', 's', 'nes']],
    [/(?:ais|ois|ol|and)$/u, ['e', 'es']],
  ],
  pt: [[/(?:es|ol)$/u, ['a', 'as']]],
  es: [[/(?:es|ol|an)$/u, ['a', 'as']]],
  de: [[/isch$/u, ['e', 'er', 'es', 'en']]],
};

function withEndings(name: string, locale: string): readonly string[] {
  const endings = ENDINGS[locale]?.find(([end]) => end.test(name))?.[1] ?? [];
  return [name, ...endings.map((ending) => name + ending)];
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

let allNames: ReadonlyMap<string, string> | undefined;

/** Returns the tag of the language with an English name, out of all that have one in `Intl`, and of a tag with a name. */
export function languageNamed(name: string): string | undefined {
  allNames ??= new Map(
    allCodes().flatMap((code) => {
      const known = ENGLISH_NAMES.of(code);
      return known === undefined ? [] : [[folded(known), code] as const, [code, code] as const];
    }),
  );
  return allNames.get(folded(name.trim()));
}

const ENGLISH_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const LETTERS = Array.from('abcdefghijklmnopqrstuvwxyz');

/** All codes of three letters, then all of two, which are preferred. */
function allCodes(): readonly string[] {
  const pairs = LETTERS.flatMap((first) => LETTERS.map((other) => first + other));
  return [...pairs.flatMap((pair) => LETTERS.map((letter) => pair + letter)), ...pairs];
}

/**
 * Returns the language that a heading names, and the word that names it. A code that is also a word counts only at the beginning or end
 * of several words: "Traduction de l'exemple" is not German.
 *
 * @param taken words that have another meaning
 */
export function languageInHeading(
  words: readonly string[],
  taken: readonly string[] = [],
): { readonly tag: string; readonly word: string } | undefined {
  for (const word of words) {
    const tag = languageNames().get(word);
    if (tag !== undefined && !taken.includes(word)) return { tag, word };
  }
  const codes = new Set(LANGUAGE_CODES.split(' '));
  const last = words.length - 1;
  const at = words.findLastIndex(
    (candidate, index) =>
      codes.has(candidate) &&
      !taken.includes(candidate) &&
      // Beside unknown words, a code may be a unit, or the preposition in "Longueur en cm".
      (taken.length > 0 || last === 0 || (!UNIT_CODES.has(candidate) && (index === 0 || index === last))) &&
      (!AMBIGUOUS.has(candidate) || (last > 0 && (index === 0 || index === last))),
  );
  const word = words[at];
  return word === undefined ? undefined : { tag: word, word };
}
