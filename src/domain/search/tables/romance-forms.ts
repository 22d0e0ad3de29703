import { type Ending, irregularForms, withEndings } from './further-forms';

/** Portuguese forms that no ending shows, after their base word, in plain letters. */
const PORTUGUESE_IRREGULAR =
  irregularForms(`abrir: aberto; caber: coube; cobrir: coberto; crer: creio creu cria; dar: da dado dava dou das deu deram dei de deem;
dizer: digo diz disse disseram dito diga; dois: duas; dormir: durmo durma; escrever: escrito; estar: estou esta estao esteve estive; fazer: faco fez fiz fizeram feito faz faca;
fugir: fujo foge; ganhar: ganho; gastar: gasto; haver: ha houve; ir: vou vais vai vamos vao foi fui foram fomos ia iam indo ido va; ler: leio leem leu lido lia lendo;
mau: ma; matar: morto; medir: meco; morrer: morto; ouvir: ouco ouca; pagar: pago; pedir: peco peca; perder: perco; poder: posso pode pude podem; por: ponho poe poem pos puseram posto punha;
querer: quer quis quero; rir: ri rio riu riem; saber: sei soube souberam saiba; sair: saio sai; seguir: sigo; sentir: sinto; ser: sou e es somos sao foi fui era eram foram sido; servir: sirvo; sorrir: sorrio;
ter: tenho tem teve tiveram tive tinha tinham tido; trazer: trago traz trouxe; um: uma umas uns; valer: valho; ver: vejo ve viu vi viram visto veem vendo via; vestir: visto; vir: venho vem veio vieram vim vinha vindo`);

/** Stems of the Portuguese perfect with its vowel, and of the forms that are made of it: `fizemos`, `fizesse`, `fizer`. */
const PORTUGUESE_PERFECTS = `caber:coube dar:de estar:estive fazer:fize dizer:disse haver:houve ir:fo poder:pude por:puse querer:quise saber:soube ser:fo ter:tive
trazer:trouxe ver:vi vir:vie`;
const PERFECT_ENDINGS = ['', 'ste', 'mos', 'ram', 'ra', 'sse', 'ssem', 'ssemos', 'r', 'rem', 'rmos'];

/** Stems of the first person and the subjunctive, and irregular stems of the imperfect. */
const PORTUGUESE_STEMS = `abrir:abr caber:caib cair:cai cobrir:cubr crer:crei descobrir:descubr dizer:dig dormir:durm engolir:engul estar:estej fazer:fac ferir:fir fugir:fuj haver:haj ir:i
ler:lei medir:mec mentir:mint ouvir:ouc pedir:pec perder:perc poder:poss por:ponh,punh preferir:prefir querer:queir rir:ri saber:saib sair:sai seguir:sig sentir:sint
ser:er,sej servir:sirv sorrir:sorri subir:sub ter:tenh,tinh tossir:tuss trair:trai trazer:trag valer:valh ver:vej vestir:vist vir:venh,vinh`;
const STEM_ENDINGS = ['o', 'a', 'as', 'amos', 'am'];

/** Forms of verbs that are too short for the stemmer, and of others that no stem above shows. */
const PORTUGUESE_SHORT = `bom: boa melhor; crer: creem cres; dar: damos dava davam dando dao; grande: maior; ler: les le lemos li liam lesse lida lendo; mau: mas ma pior; muito: mais; pequeno: menor;
por: pomos poes pondo posta pus; descobrir: descoberto; pouco: menos; ir: indo; rir: rimos rindo rido; ser: sendo; ter: tens temos tendo; ver: ves viam vemos; vir: vens vimos; haver: hei hao`;

const madeOf = (table: string, endings: readonly string[]): string =>
  table
    .split(/\s+/)
    .map((row) => {
      const [verb = '', stems = ''] = row.split(':');
      const forms = stems.split(',').flatMap((stem) => endings.map((ending) => stem + ending));
      return `${verb}: ${forms.join(' ')}`;
    })
    .join(';');

const PORTUGUESE_FORMS = irregularForms(
  [
    PORTUGUESE_SHORT,
    madeOf(PORTUGUESE_PERFECTS, PERFECT_ENDINGS),
    madeOf(PORTUGUESE_STEMS, STEM_ENDINGS),
    madeOf('dizer:dir fazer:far trazer:trar', ['ei', 'as', 'a', 'emos', 'ao', 'ia', 'iam', 'iamos']),
  ].join(';'),
);

const PORTUGUESE: readonly Ending[] = [
  // Plurals and feminine forms.
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ns$/, 'm'],
  [/(?<=\w[aeou])is$/, 'l'],
  [/(?<=\w)(?:e?is)$/, 'il'],
  [/(?<=\w)s$/, ''],
  [/(?<=[rsz])es$/, ''],
  [/(?<=\w)o(?:a|as|na|nas)$/, 'ao'],
  [/(?<=\w\w)as?$/, 'o', 'ao'],
  [/(?<=\w)e(?:ia|ias)$/, 'eu'],
  // Verbs with stems that are too short for the stemmer, and verbs whose vowel changes.
  [/(?<=\w\w)(?:ou|ei|aram|avam?|ado|ando|amos|am|as|a|e|o)$/, 'ar'],
  [/(?<=\w\w)(?:eu|eram|iam?|ido|endo|emos|em|es|e|o)$/, 'er'],
  [/(?<=\w\w)(?:iu|iram|iam?|ido|indo|imos|em|es|e|o|i|is)$/, 'ir'],
  [/o([bgmrst])(?:em?|es)$/, 'u$1ir'],
  [/i([rst])([ao])$/, 'e$1ir'],
  [/u([bmrs])([ao])$/, 'o$1ir'],
  [/o(?:i|is|em|es)$/, 'uir'],
  [/(?<=^\w{0,2}[aeio]r)(?:ei|as?|emos|ao|iam?|iamos)$/, ''],
  // Before `e`, verbs in -car and -gar have other letters; verbs in -ear and -iar have a diphthong under the stress.
  [/(?<=\w\w)que(?:[ims]|mos)?$/, 'car'],
  [/(?<=\w\w)gue(?:[ims]|mos)?$/, 'gar'],
  [/ei(?:o|as?|am|es?|em)$/, 'ear', 'iar'],
];

/** The same for Spanish. */
const SPANISH_IRREGULAR =
  irregularForms(`abrir: abierto; bueno: buen; caer: caigo cayo; cubrir: cubierto; dar: doy da dio di dieron den; decir: digo dice dijo dijeron dicho diga di; estar: estoy esta estuvo;
freir: frito; grande: gran; haber: he ha han hay hubo; hacer: hago hizo hice hicieron hecho haz; ir: voy vas va vamos van fue fui fueron iba iban ido yendo; leer: leyo; malo: mal; morir: muerto murio;
oir: oigo oye oyo oyen; oler: huele; poder: puedo pudo; poner: pongo puso pusieron puesto; querer: quiso; reir: rie rio; resolver: resuelto; romper: roto; saber: se supo; salir: salgo;
ser: soy eres es somos son fue fui fueron era eran sido; tener: tengo tuvo tuvieron; traer: traigo trajo; uno: un una; valer: valgo; venir: vengo vino vinieron; ver: veo ve vio vi visto; volver: vuelto; escribir: escrito`);

const SPANISH: readonly Ending[] = [
  [/ces$/, 'z'],
  [/(?<=\w[^aeiou])es$/, ''],
  [/(?<=\w)s$/, ''],
  [/(?<=\w\w)as?$/, 'o', 'e', ''],
  [/(?<=\w\w)(?:o|as?|an|amos|aron|aba|aban|ado|ando|e)$/, 'ar'],
  [/(?<=\w\w)(?:o|es?|en|emos|io|ieron|ia|ian|ido|iendo|i)$/, 'er', 'ir'],
  [/zco$/, 'cer', 'cir'],
];

/** Diphthongs of stressed vowels, and the unstressed vowels: `duerme` of dormir, `quiere` of querer, `pide` of pedir. */
const SPANISH_STRESSED: readonly Ending[] = [
  [/ue(?=[^aeiou]+(?:[aeo]|as|an|es|en)$)/, 'o', 'u'],
  [/ie(?=[^aeiou]+(?:[aeo]|as|an|es|en)$)/, 'e'],
  [/i(?=[^aeiou]+(?:[eo]|es|en|io|ieron|iendo)$)/, 'e'],
  [/u(?=[^aeiou]+(?:io|ieron|iendo)$)/, 'o'],
];

/** The same for Italian. */
const ITALIAN_IRREGULAR =
  irregularForms(`andare: va vado vai vanno va'; avere: ho hai ha hanno ebbe; bello: bel begli bei; bere: beve bevo bevi bevono bevuto bevve bevi; bue: buoi; buono: buon; cane: cagna; cuocere: cotto cuoce;
dare: do da dai danno dato diede; dio: dei; dire: dico dici dice dicono detto disse dissi; dovere: deve devo devi devono; essere: e sono sei siamo sono stato era erano fu; fare: fa faccio fai fanno fatto fece feci faceva; grande: gran;
mille: mila; morire: muore muoio muoiono morto; mordere: morso; muovere: mosso; nascere: nato nata nacque; piacere: piaciuto; porre: pongo posto; potere: puo posso puoi possono; re: regina; rimanere: rimasto; rompere: rotto ruppe; sapere: so sa sai sanno;
scegliere: scelgo; stare: sto sta stai stanno; tenere: tengo; togliere: tolgo; uno: una; uomo: uomini; uscire: esco esce esci escono; venire: vengo vengono venne; vivere: vissuto; volere: voglio vuole vuoi; vedere: visto vide`);

const ITALIAN: readonly Ending[] = [
  // Plurals and feminine forms of words that are too short for the stemmer, and of words in -essa and -trice.
  [/(?<=\w\w)[aei]$/, 'o', 'a', 'e'],
  [/(?<=\w\w)i$/, 'io'],
  [/(?<=\w\w)(?:chi|che)$/, 'co', 'ca'],
  [/(?<=\w\w)(?:ghi|ghe)$/, 'go', 'ga'],
  [/(?<=\w{3})ess[ae]$/, 'e', 'a', 'o'],
  [/(?<=\w)tric[ei]$/, 'tore'],
  // Person endings, and participles in -to and -so.
  [/(?<=\w\w)(?:[aio]|iamo|at[aeio]|ano|ava|avano|ando|ai|o)$/, 'are', 'arsi'],
  [/(?<=\w\w)(?:[aeio]|iamo|ut[aeio]|ono|eva|evano|endo|ette)$/, 'ere', 'ersi'],
  [/(?<=\w\w)(?:[aeio]|iamo|it[aeio]|ono|iva|ivano|endo|isc[aeio]|iscono)$/, 'ire', 'irsi'],
  [/(?<=\w[aeiou])(?:s[aeio]|s[ei]ro)$/, 'dere', 'ndere', 'dersi'],
  [/(?<=\w\w)(?:rs[aeio])$/, 'rrere', 'rdere', 'rgere'],
  [/(?<=\w[aeiou])(?:tt[aeio]|ss[ei])$/, 'ggere', 'vere', 'rre', 'cere'],
  [/(?<=\w\w)(?:nt[aeio]|ns[ei])$/, 'ngere', 'ncere', 'gnere'],
  [/(?<=\w\w)(?:st[aeio]|s[ei])$/, 'dere', 'ndere', 'rre'],
  [/e(?:rt[aeio])$/, 'rire'],
  [/(?<=\w\w)(?:lt[aeio]|ls[ei])$/, 'gliere', 'lgere', 'lvere'],
  [/(?<=\w\w)(?:ss[aeio]|s[ei])$/, 'tere', 'ttere'],
  [/(?<=\w)mess[aeio]$/, 'mettere'],
  // Pronouns joined to a verb.
  [/(?<=\w[aei]r)(?:mi|ti|si|ci|vi|l[aeio]|ne)$/, 'e'],
  [/(?<=\w\w)([aei])(?:mm?i|ti|si|cc?i|vi)$/, '$1re'],
];

/** Diphthongs of stressed vowels: `siede` of sedere, `muove` of movere. */
const ITALIAN_STRESSED: readonly Ending[] = [
  [/ie(?=[^aeiou]+[aeio]$)/, 'e'],
  [/uo(?=[^aeiou]+[aeio]$)/, 'o'],
];

function wordsBy(
  known: (form: string) => readonly string[],
  endings: readonly Ending[],
  stressed: readonly Ending[] = [],
): (form: string) => readonly string[] {
  return (form) => {
    const read = [form, ...withEndings(form, stressed)];
    const words = [...known(form), ...read.flatMap((own) => withEndings(own, endings))];
    return [...new Set(words)].filter((word) => word !== form);
  };
}

const inTable = (table: ReadonlyMap<string, readonly string[]>) => (form: string) => table.get(form) ?? [];

/** The Portuguese words of an irregular form, or of the masculine and the singular of it: `feita`, `abertas`. */
function irregularPortuguese(form: string): readonly string[] {
  const forms = [form, form.replace(/s$/, ''), form.replace(/as?$/, 'o'), form.replace(/os$/, 'o')];
  return [...new Set(forms)].flatMap((form) => [
    ...(PORTUGUESE_IRREGULAR.get(form) ?? []),
    ...(PORTUGUESE_FORMS.get(form) ?? []),
  ]);
}

export const italianWordsOf = wordsBy(inTable(ITALIAN_IRREGULAR), ITALIAN, ITALIAN_STRESSED);
export const portugueseWordsOf = wordsBy(irregularPortuguese, PORTUGUESE);
export const spanishWordsOf = wordsBy(inTable(SPANISH_IRREGULAR), SPANISH, SPANISH_STRESSED);
