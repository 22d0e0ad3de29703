import { irregularForms } from './further-forms';

/** Forms that the rules below do not cover, after their verb, in plain letters. */
const GERMAN_IRREGULAR =
  irregularForms(`bitten: bat baten gebeten; brennen: brannte gebrannt; bringen: brachte brachten gebracht; denken: dachte dachten gedacht;
durfen: darf durfte; essen: gegessen; gehen: ging gingen gegangen; haben: hat hast hatte hatten gehabt; hauen: hieb; kennen: kannte gekannt;
kommen: kam kamen kamst; konnen: kann konnte konnten; leiden: litt litten gelitten; liegen: lag lagen gelegen; mogen: mag mochte;
mussen: muss musste; nehmen: nimmt nimmst nimm genommen; nennen: nannte genannt; rennen: rannte gerannt; schneiden: schnitt geschnitten;
sein: bin bist ist sind war waren gewesen; senden: sandte gesandt; sitzen: sass sassen gesessen; stehen: stand standen gestanden;
treffen: traf getroffen; treten: trat tritt; tun: tut tat taten getan tue; werden: wird wurde wurden geworden; wissen: weiss weisst wusste gewusst;
wollen: will willst; ziehen: zog zogen gezogen`);

/** Inseparable verb prefixes, and separable ones, which `ge` and `zu` follow. */
const INSEPARABLE = 'be|er|ver|ent|emp|zer|miss';
const SEPARABLE =
  'ab|an|auf|aus|bei|durch|ein|fest|fort|heim|herum|heraus|herunter|her|hinaus|hin|los|mit|nach|nieder|uber|um|unter|vor|weg|weiter|wieder|zuruck|zusammen|zu';

const BEFORE_VERB = new RegExp(`^(?:${INSEPARABLE}|${SEPARABLE})?`);
const GERMAN_PARTICIPLE = new RegExp(`^(${SEPARABLE}|)ge(?=.*[aeiou])(.{2,}?)(en|e?t)$`);
const INFINITIVE_WITH_ZU = new RegExp(`^(${SEPARABLE})zu(.{2,}en)$`);
const FEMALE = /(?<=\w{3})in(?:nen)?$/;

/** Person endings. Before short ones, the vowel of a strong verb changes. */
const WEAK = /(?:e|et|est|e?te|e?test|e?ten|e?tet)$/;
const STRONG = /(?:en|s?t|)$/;

/** Last vowel of forms of strong verbs with the vowels of their infinitives: `trank`, `half`, `schrieb`, `lief`, `flog`, `trug`, `gibt`. */
const GERMAN_VOWELS: Readonly<Record<string, readonly string[]>> = {
  a: ['i', 'e', 'ie'],
  i: ['e', 'ei', 'a'],
  ie: ['ei', 'a', 'e', 'au', 'u', 'o'],
  o: ['e', 'ie', 'u', 'i'],
  u: ['i', 'a'],
};

const LAST_VOWEL = /(?<=^|[^aeiou])(ie|[aiou])(?=([^aeiou]+)$)/;
const LAST_DOUBLED = /(\w)\1$/;

/** Possible infinitives and masculine nouns of a plain German form. */
export function germanWordsOf(form: string): readonly string[] {
  const stems = [...stemsOf(form), ...participleStems(form)];
  return [
    ...irregularWords(form),
    ...(FEMALE.test(form) ? [form.replace(FEMALE, '')] : []),
    ...(INFINITIVE_WITH_ZU.test(form) ? [form.replace(INFINITIVE_WITH_ZU, '$1$2')] : []),
    ...new Set(stems.map((stem) => `${stem}en`)),
  ].filter((word) => word !== form);
}

function irregularWords(form: string): readonly string[] {
  const prefix = BEFORE_VERB.exec(form)?.[0] ?? '';
  const ofVerb = (GERMAN_IRREGULAR.get(form.slice(prefix.length)) ?? []).map((verb) => prefix + verb);
  return [...(prefix === '' ? [] : (GERMAN_IRREGULAR.get(form) ?? [])), ...ofVerb];
}

/** Minimum length of a stem, in letters. */
const MIN_STEM_LENGTH = 2;

function stemsOf(form: string): readonly string[] {
  const [weak, strong] = [form.replace(WEAK, ''), form.replace(STRONG, '')];
  const stems = [...(weak === form ? [] : [weak]), strong, ...withOtherVowels(strong)];
  return stems.filter((stem) => stem.length >= MIN_STEM_LENGTH && stem !== form);
}

function participleStems(form: string): readonly string[] {
  const [, prefix = '', stem, ending] = GERMAN_PARTICIPLE.exec(form) ?? [];
  if (stem === undefined) return [];
  return [stem, ...(ending === 'en' ? withOtherVowels(stem) : [])].map((own) => prefix + own);
}

/** Returns a stem with the possible vowels of its infinitive. After another vowel, the last consonant may be doubled or not. */
function withOtherVowels(stem: string): readonly string[] {
  const [, vowel = ''] = LAST_VOWEL.exec(stem) ?? [];
  return (GERMAN_VOWELS[vowel] ?? []).flatMap((other) => {
    const changed = stem.replace(LAST_VOWEL, other);
    if (other.length > 1) return LAST_DOUBLED.test(changed) ? [changed, changed.slice(0, -1)] : [changed];
    return vowel === 'ie' || vowel === 'a' ? [changed, changed + changed.slice(-1)] : [changed];
  });
}
