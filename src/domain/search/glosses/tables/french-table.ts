import { stemmer as stem } from '@orama/stemmers/french';
import { stopwords as stopWords } from '@orama/stopwords/french';
import type { GlossTable } from './gloss-table';

/** Forms that no ending shows, after the word that they are forms of; in plain letters. */
const IRREGULAR = `aller: va vas vais vont ira iront; asseoir: assis assise; beau: bel belle; boire: boivent buvait bu bue; ciel: cieux;
courir: court courent couru; croire: cru crue; devoir: doit dois doivent; dire: disent dites; dormir: dort dors dorment;
ecrire: ecrivent; faire: fait fais font faites; fou: folle; lire: lu lue; mentir: ment; mettre: mis mise;
monsieur: messieurs; mou: molle; mourir: meurt meurs meurent mort morte; naitre: ne nee; nouveau: nouvelle; oeil: yeux;
partir: part pars; pouvoir: peut peux peuvent; prendre: pris prise prennent; savoir: sait sais savent; sentir: sent;
servir: sert; sortir: sort sors; suivre: suit; vieux: vieil vieille; vivre: vit vecu; voir: vu vue; vouloir: veut veux veulent;
yeux: oeil`;

const irregular: ReadonlyMap<string, string> = new Map(
  IRREGULAR.split(';').flatMap((line) => {
    const [word = '', forms = ''] = line.split(':').map((part) => part.trim());
    return forms.split(' ').map((form) => [form, word] as const);
  }),
);

/** Endings of forms that the stemmer leaves apart from their words, and what stands there in the word; in plain letters. */
const ENDINGS: readonly (readonly [ending: RegExp, end: string])[] = [
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
  [/ouce$/, 'oux'],
  [/nne$/, 'n'],
  [/tte$/, 't'],
  [/(?<=\w)ive$/, 'if'],
  [/(?<=\w)ere$/, 'er'],
  [/euse$/, 'eur'],
  [/trice$/, 'teur'],
  // Verbs in -er, in the present.
  [/(?<=\w{3})ent$/, 'er'],
  [/(?<=\w{2})eons$/, 'er'],
  // Verbs in -dre, -ttre, -aître, -enir, -rir, -ire, -oir, -oire, -vre and -cevoir.
  [/(?<=\w{2}[nr])d(?:s|ent|u|ue)?$/, 'dre'],
  [/(?<=[aeo])in(?:t|s|te)$/, 'indre'],
  [/(?<=[aeo])ignent$/, 'indre'],
  [/(?<=[ae])t(?:s|tent|tu|tue)?$/, 'ttre'],
  [/ai(?:t|ssent|ssait|ssant)$/, 'aitre'],
  [/nnue?$/, 'nnaitre'],
  [/(?<=[vt])(?:ien(?:t|s|nent)|enue?)$/, 'enir'],
  [/(?<=v|ff)erte?$/, 'rir'],
  [/i(?:t|te|sent)$/, 'ire'],
  [/oi(?:t|s|ent)$/, 'oir'],
  [/oi(?:t|s|ent)$/, 'oire'],
  [/ivent$/, 'ivre'],
  [/c(?:oi(?:t|s|vent)|ue?)$/, 'cevoir'],
];

function wordsOf(form: string): readonly string[] {
  const forms = [...new Set([form, form.replace(/(?<=e)s$/, '')])];
  return forms.flatMap((one) => {
    const known = irregular.get(one) ?? [];
    const made = ENDINGS.filter(([ending]) => ending.test(one)).map(([ending, end]) =>
      one.replace(ending, end),
    );
    return [known, made].flat();
  });
}

export const FRENCH: GlossTable = { stem, stopWords, others: 'les être avoir', wordsOf };
