import { stemmer as stem } from '@orama/stemmers/french';
import { stopwords as stopWords } from '@orama/stopwords/french';
import type { GlossTable } from './gloss-table';

/** Forms that no ending shows, after their base word, in plain letters. */
const FRENCH_IRREGULAR = `aieul: aieux; bon: meilleur meilleure; bref: breve; ce: cet cette; favori: favorite; gentil: gentille; mal: maux; mauvais: pire; tout: tous; aller: va vas vais vont ira iront aille; asseoir: assis assise assied assieds asseyez asseyons; avoir: as ai avons avez ont avait aura eu; beau: bel belle; boire: boivent boive buvait bu bue; ciel: cieux; cle: clef; clef: cle;
courir: court courent couru; croire: cru crue; devoir: doit dois doivent; dire: disent dites; dormir: dort dors dorment;
ecrire: ecrivent; etre: est suis es sommes etes sont etait etaient sera soit; faire: fait fais font faites fasse; falloir: faut faudra faudrait; fou: folle; lire: lu lue; mentir: ment; mettre: mis mise;
monsieur: messieurs; mou: molle; mourir: meurt meurs meurent mort morte; naitre: ne nee; nouveau: nouvelle nouvel; oeil: yeux;
partir: part pars; pleuvoir: pleut; pouvoir: peut peux peuvent puisse; prendre: pris prise prennent; savoir: sait sais savent su sache; sentir: sent sens;
rire: ri rit ris; servir: sert; sortir: sort sors; suivre: suit; valoir: vaut; vieux: vieil vieille; vivre: vit vecu; voir: vu vue; vouloir: veut veux veulent;
yeux: oeil`;

const irregular: ReadonlyMap<string, string> = new Map(
  FRENCH_IRREGULAR.split(';').flatMap((line) => {
    const [word = '', forms = ''] = line.split(':').map((part) => part.trim());
    return forms.split(' ').map((form) => [form, word] as const);
  }),
);

/** Person endings after the stem of the imperfect and of the plural present, and the ending of the present participle. */
const PERSON = '(?:ais|ait|ions|iez|aient|ons|ez|ant)$';

/** Endings of the future and the conditional after `r`. */
const FUTURE = '(?:ai|as|a|ons|ez|ont|ais|ait|ions|iez|aient)$';

const ofStem = (end: RegExp, persons: string): RegExp => new RegExp(end.source + persons);

/** Endings of forms that the stemmer does not reduce, with the ending of the base word; in plain letters. */
const FRENCH_ENDINGS: readonly (readonly [ending: RegExp, end: string])[] = [
  // Plurals, and their singulars: equivalents such as "cheveux" are plurals.
  [/(?<=[eo]u)x$/, ''],
  [/(?<=\w[eo]u)$/, 'x'],
  [/aux$/, 'ail'],
  [/(?<=\w\w)ail$/, 'aux'],
  // Feminine forms.
  [/(?<=\w\w)che$/, 'c'],
  [/aiche$/, 'ais'],
  [/(?<=\w\w)gue$/, 'g'],
  [/(?<=[ao]u)sse$/, 'x'],
  [/(?<=\w)sse$/, 's'],
  [/ouse$/, 'oux'],
  [/ouce$/, 'oux'],
  [/nne$/, 'n'],
  [/tte$/, 't'],
  [/(?<=\w)ive$/, 'if'],
  [/(?<=\w)euve$/, 'euf'],
  [/(?<=\w)que$/, 'c'],
  [/(?<=c)que$/, ''],
  [/(?<=\w)ere$/, 'er'],
  [/euse$/, 'eur'],
  [/trice$/, 'teur'],
  // Verbs in -er in the past and, where the stem is too short for the stemmer, in other tenses.
  [/(?<=\w\w)(?:erent|e?ames|e?ates)$/, 'er'],
  [/(?<=\w\w)ees?$/, 'er'],
  [/(?<=y)e$/, 'er'],
  [/(?<=^\w{2,3})(?:e|es|ent|ons|ez|ais|ait|ions|iez|aient|ant|a|as|era|eront|erait)$/, 'er'],
  // Verbs in -er in the present, and verbs in -yer, whose stem changes.
  [/(?<=\w{3})ent$/, 'er'],
  [/(?<=\w{2})eons$/, 'er'],
  [/(?<=\w{3})ons$/, 'er'],
  [/(?<=\w[aou])ie(?:s|nt)?$/, 'yer'],
  [/(?<=\w\w)ie(?:s|nt)?$/, 'ier'],
  // Verbs in -dre, -ttre, -aître, -enir, -rir, -ire, -oir, -oire, -vre and -cevoir.
  [/(?<=\w{2}[nr])d(?:s|ent|u|ue)?$/, 'dre'],
  [/(?<=[aeo])in(?:t|s|te)$/, 'indre'],
  [/(?<=[aeo])ignent$/, 'indre'],
  [/(?<=pr)(?:ennent|is|ise)$/, 'endre'],
  [/(?<=[ae])t(?:s|tent|tu|tue)?$/, 'ttre'],
  [/ai(?:s|t|ssent)$/, 'aitre'],
  [/nnue?$/, 'nnaitre'],
  [/(?<=[vt])(?:ien(?:t|s|nent)|enue?)$/, 'enir'],
  [/(?<=v|ff)erte?$/, 'rir'],
  [/i(?:s|t|te|sent)$/, 'ire'],
  [/(?<=r)ient$/, 'ire'],
  [/oi(?:t|s|ent)$/, 'oir'],
  [/oi(?:t|s|ent)$/, 'oire'],
  [/ivent$/, 'ivre'],
  [/(?<=ui)vie?$/, 'vre'],
  [/c(?:oi(?:t|s|vent)|ue?)$/, 'cevoir'],
  [/(?<=\w(?:a|al|ou))lue?$/, 'loir'],
  [/(?<=[nr]d|tt|mp)i(?:t|rent)$/, 're'],
  [/(?<=ui)si(?:t|rent)$/, 're'],
  [/(?<=[aeo]i)gn(?:e|es|it|irent)$/, 'ndre'],
  [/(?<=ff)ri(?:t|rent)$/, 'rir'],
  [/c(?:ut|urent|oive)$/, 'cevoir'],
  [/(?<=cl)ue?$/, 'ure'],
  [/(?<=nc)ue?$/, 're'],
  // Imperfect and plural present of these verbs. The lookbehind avoids plurals of nouns in -on as far as possible.
  [ofStem(/(?<=[nr]d|tt|mp|iv|nc|^ri|ur?ri)/, PERSON), 're'],
  [ofStem(/(?<=pren)/, PERSON), 'dre'],
  [ofStem(/(?<=\w[mnrtv])/, PERSON), 'ir'],
  [ofStem(/(?<=\w{3})iss/, PERSON), 'ir'],
  [ofStem(/(?<=[eou]v|al|ul)/, PERSON), 'oir'],
  [ofStem(/(?<=av)/, '(?!ons)' + PERSON), 'oir'],
  [ofStem(/(?<=[dlu]i)s/, PERSON), 're'],
  [ofStem(/(?<=cri)v/, PERSON), 're'],
  [ofStem(/(?<=f|t|pl)ais/, PERSON), 'aire'],
  [ofStem(/(?<=ai)ss/, PERSON), 'tre'],
  [ofStem(/(?<=[aeo]i)gn/, PERSON), 'ndre'],
  [ofStem(/uv/, PERSON), 'oire'],
  [ofStem(/(?<=[ou])y/, PERSON), 'ir'],
  [ofStem(/(?<=[ao])y/, PERSON), 'ire'],
  // Future and conditional of these verbs.
  [ofStem(/(?<=[nr]d|tt|ait|mp|iv|nc|i)r/, FUTURE), 're'],
  [ofStem(/iendr/, FUTURE), 'enir'],
  [ofStem(/(?<=v)r/, FUTURE), 'oir'],
  [ofStem(/(?<=[eou]r)r/, FUTURE), 'ir'],
  [ofStem(/(?<=o)udr/, FUTURE), 'uloir'],
  [ofStem(/(?<=a)udr/, FUTURE), 'loir'],
  [ofStem(/(?<=sa)ur/, FUTURE), 'voir'],
  [ofStem(/(?<=\w[aou])ier/, FUTURE), 'yer'],
  [ofStem(/(?<=v)err/, FUTURE), 'oir'],
  [ofStem(/(?<=nv)err/, FUTURE), 'oyer'],
  [ofStem(/(?<=^po)urr/, FUTURE), 'uvoir'],
  [ofStem(/(?<=f)er/, FUTURE), 'aire'],
];

/** Stems of the simple past, and of participles that are equal: `prit`, `prise`, `connurent`, `connue`. */
const PAST_STEMS = `acquerir:acqui asseoir:assi avoir:eu boire:bu connaitre:connu conquerir:conqui coudre:cousi,cousu courir:couru croire:cru croitre:cru
cuire:cuisi devoir:du dire:di ecrire:ecrivi emouvoir:emu etre:fu faire:fi falloir:fallu fuir:fui hair:hai lire:lu mettre:mi moudre:moulu
mourir:mouru mouvoir:mu naitre:naqui nuire:nuisi,nui paraitre:paru plaire:plu pleuvoir:plu pouvoir:pu prendre:pri resoudre:resolu rire:ri savoir:su
suffire:suffi suivre:suivi taire:tu tenir:tin vaincre:vainqui valoir:valu venir:vin vetir:vetu vivre:vecu voir:vi vouloir:voulu`;
const PAST_ENDINGS = ['', 'e', 'es', 's', 't', 'mes', 'tes', 'rent', 'sse', 'ssent'];

/** Stems of the subjunctive and, where no ending shows the verb, of the plural present and the imperfect. */
const PLURAL_STEMS = `aller:aill acquerir:acquer,acquier avoir:ay asseoir:assey,assoy boire:boiv connaitre:connaiss coudre:cous courir:cour
croire:croi croitre:croiss devoir:doiv dire:dis dormir:dorm ecrire:ecriv emouvoir:emeuv etre:soy faire:fass falloir:fall,faill fuir:fui,fuy hair:haiss joindre:joign
lire:lis mentir:ment mettre:mett moudre:moul mourir:meur mouvoir:meuv nuire:nuis offrir:offr ouvrir:ouvr partir:part plaire:plais pouvoir:puiss prendre:prenn
resoudre:resolv rompre:romp savoir:sach,sav sentir:sent servir:serv sortir:sort souffrir:souffr suffire:suffis suivre:suiv taire:tais tenir:tienn vaincre:vainqu valoir:val,vaill venir:vienn vetir:vet
vivre:viv voir:voi vouloir:veuill`;
const PLURAL_ENDINGS = 'e es ent ons ez ais ait ions iez aient ant'.split(' ');

/** Stems of the future that differ from the infinitive in more than its ending. */
const FUTURE_STEMS = 'aller:ir asseoir:assier avoir:aur etre:ser';
const FUTURE_ENDINGS = 'ai as a ons ez ont ais ait ions iez aient'.split(' ');

/** Forms of the singular, and participles, that no stem above gives. */
const SINGULAR_FORMS = `acquerir:acquiers,acquiert,acquise conquerir:conquiers,conquiert,conquise croitre:crois,croit asseoir:assois,assoit,assoient avoir:aie,ait,aient bouillir:bous,bout coudre:couds,coud emouvoir:emeut etre:etais,etions,sois,soit,soient,ete,etant
fuir:fuis,fuit,fuient hair:hais,hait mentir:mens moudre:mouds,moud mouvoir:meut resoudre:resous,resout rompre:romps,rompt,rompu,rompue servir:sers suivre:suis vaincre:vaincs,vainc vetir:vets vivre:vis`;

/** Prefixes of verbs that are inflected like the verb without the prefix: `comprit` of comprendre. */
const PREFIX =
  /^(?:re|r|de|com|con|ap|sur|entre|par|sou|pro|per|ad|inter|contre|main|ob|pour|pre|dis|ac|in|ex|ab|sous|trans|en)(?=\w{3})/;

const formsOf = (table: string, endings: readonly string[]): (readonly [form: string, verb: string])[] =>
  table.split(/\s+/).flatMap((row) => {
    const [verb = '', stems = ''] = row.split(':');
    return stems.split(',').flatMap((stem) => endings.map((ending) => [stem + ending, verb] as const));
  });

const VERBS = new Map<string, string[]>();
for (const [form, verb] of [
  ...formsOf(PAST_STEMS, PAST_ENDINGS),
  ...formsOf(PLURAL_STEMS, PLURAL_ENDINGS),
  ...formsOf(FUTURE_STEMS, FUTURE_ENDINGS),
  ...formsOf(SINGULAR_FORMS, ['']),
])
  VERBS.set(form, [...(VERBS.get(form) ?? []), verb]);

/** Returns the irregular verbs of which a plain word is a form, with their prefixes. */
function irregularVerbsOf(form: string): readonly string[] {
  const [prefix = ''] = PREFIX.exec(form) ?? [];
  const withoutPrefix = prefix === '' ? [] : (VERBS.get(form.slice(prefix.length)) ?? []);
  return [...(VERBS.get(form) ?? []), ...withoutPrefix.map((verb) => prefix + verb)];
}

/** Possible base words of a form in plain letters. */
function frenchBases(form: string): readonly string[] {
  // The stemmer keeps `s` after most vowels.
  const singular = form.replace(/(?<=[aeiou])s$/, '');
  const words = [...new Set([form, singular])].flatMap((word) => {
    const known = [irregular.get(word) ?? [], irregularVerbsOf(word)].flat();
    const made = FRENCH_ENDINGS.filter(([ending]) => ending.test(word)).map(([ending, end]) =>
      word.replace(ending, end),
    );
    return [known, made].flat();
  });
  return [singular, ...words].filter((word) => word !== form);
}

export const FRENCH: GlossTable = { stem, stopWords, others: 'les être avoir', wordsOf: frenchBases };
