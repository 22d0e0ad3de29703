import { irregularForms } from './further-forms';

/** Forms that the rules below do not cover, after their base word. */
const DUTCH_IRREGULAR =
  irregularForms(`brengen: bracht brachten gebracht; denken: dacht dachten gedacht; doen: deed deden gedaan; dunken: docht; eten: gegeten;
gaan: ging gingen; hebben: heb hebt heeft had hadden gehad; komen: kwam kwamen; kopen: kocht kochten gekocht; kunnen: kan kon konden gekund;
leggen: lei; lid: leden; mogen: mag mocht mochten; moeten: moest moesten; schip: schepen; slaan: sloeg sloegen; smid: smeden; staan: stond stonden;
stad: steden; vragen: vroeg vroegen; weten: wist wisten; willen: wou wouden; worden: werd werden; zeggen: zei zeiden gezegd; zien: zag zagen;
zijn: ben bent is was waren geweest; zoeken: zocht zochten gezocht; zullen: zal zou zouden`);

/** Verb prefixes that are separated from a form, or precede the `ge` of a participle. */
const SEPARABLE =
  'aan|achter|af|bij|binnen|door|heen|in|langs|mee|na|neer|om|onder|op|over|rond|samen|tegen|terug|thuis|toe|uit|vast|voor|voorbij|weg';

const DUTCH_PARTICIPLE = new RegExp(`^(${SEPARABLE}|)ge(.{2,}?)(en|[dtn])$`);
const HAS_PREFIX = new RegExp(`^(${SEPARABLE})(.{3,})$`);

/** Endings of plurals, adjectives, comparatives, diminutives and verb persons. */
const DUTCH_ENDINGS = [
  /e?n$/,
  /eren$/,
  /e$/,
  /st?e?$/,
  /e?r(?:e|s|en)?$/,
  /(?:et|[tpk])jes?$/,
  /jes?$/,
  /[dt]en?$/,
  /t$/,
  /$/,
];

/** Vowels of forms of strong verbs with the vowels of their infinitives, as they are written before one final consonant. */
const DUTCH_VOWELS: Readonly<Record<string, readonly string[]>> = {
  a: ['ee', 'e', 'i'],
  aa: ['ee', 'i'],
  e: ['ij', 'i'],
  ee: ['ij', 'i'],
  i: ['a'],
  ie: ['oo', 'aa', 'oe', 'ou', 'a', 'e'],
  o: ['i', 'e', 'ee'],
  oo: ['ie', 'ui', 'ee', 'e'],
  oe: ['aa', 'e'],
};

const LAST_VOWEL = /(ie|oe|aa|ee|oo|[aeio])(?=[^aeiou]+$)/;
const LONG_VOWEL = /([aeou])\1(?=[^aeiou]$)/;
const SHORT_VOWEL = /(?<![aeiou])[aeiou]([^aeiou])$/;
const DOUBLED = /([^aeiou])\1$/;
const MIN_STEM_LENGTH = 2;

/** Possible infinitives and nouns of a plain Dutch form. */
export function dutchWordsOf(form: string): readonly string[] {
  const [, prefix = '', verb = ''] = HAS_PREFIX.exec(form) ?? [];
  const ofVerb = (DUTCH_IRREGULAR.get(verb) ?? []).map((word) => prefix + word);
  const known = DUTCH_IRREGULAR.get(form) ?? [];
  const words = [...known, ...ofVerb, ...participleWords(form), ...regularWords(form)];
  return [...new Set(words)].filter((word) => word !== form);
}

function regularWords(form: string): readonly string[] {
  const stems = DUTCH_ENDINGS.filter((ending) => ending.test(form)).map((ending) => form.replace(ending, ''));
  const closed = [...new Set(stems)].filter(({ length }) => length >= MIN_STEM_LENGTH).flatMap(closedOf);
  const strong = [form, form.replace(/en$/, '')].flatMap(closedOf).flatMap(withOtherVowels);
  return [...closed, ...[...closed, ...strong].flatMap(infinitivesOf)];
}

function participleWords(form: string): readonly string[] {
  const [, prefix = '', stem, ending = ''] = DUTCH_PARTICIPLE.exec(form) ?? [];
  if (stem === undefined) return [];
  const closed = closedOf(stem);
  const stems = ending === 'en' ? [...closed, ...closed.flatMap(withOtherVowels)] : closed;
  return [stem + ending, ...stems.flatMap(infinitivesOf)].map((word) => prefix + word);
}

/** Returns a stem as it is written without an ending: `huiz` is `huis`, `bom` may be `boom`, `mann` is `man`, `koei` is `koe`. */
function closedOf(stem: string): readonly string[] {
  const single = stem.replace(DOUBLED, '$1').replace(/(?<=oe)i$/, '');
  const voiceless = single.replace(/v$/, 'f').replace(/z$/, 's');
  const long = single === stem ? voiceless.replace(SHORT_VOWEL, (end) => end.charAt(0) + end) : voiceless;
  return [...new Set([voiceless, long])];
}

/** Returns the infinitives of a stem: `loop` has `lopen`, `lees` `lezen`, `zit` `zitten`, `ga` `gaan`, `zie` `zien`. */
function infinitivesOf(stem: string): readonly string[] {
  if (/[aeiou]$/.test(stem) && !stem.endsWith('ij')) return [stem + stem.slice(-1) + 'n', stem + 'n'];
  const open = stem.replace(LONG_VOWEL, '$1');
  const voiced = open.replace(/f$/, 'v').replace(/s$/, 'z');
  const doubled = open === stem && SHORT_VOWEL.test(stem) ? [stem + stem.slice(-1)] : [];
  return [open, voiced, ...doubled].map((stem) => stem + 'en');
}

function withOtherVowels(stem: string): readonly string[] {
  const [, vowel = ''] = LAST_VOWEL.exec(stem) ?? [];
  return (DUTCH_VOWELS[vowel] ?? []).map((other) => stem.replace(LAST_VOWEL, other));
}
