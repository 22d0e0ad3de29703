/** Irregular verbs of French by the stems of their forms, in plain letters. Browsers load this file with the table of French. */

/** Stems of the simple past, and of participles that are equal: `prit`, `prise`, `connurent`, `connue`. */
const PAST = `acquerir:acqui asseoir:assi avoir:eu boire:bu connaitre:connu conquerir:conqui coudre:cousi,cousu courir:couru croire:cru croitre:cru
cuire:cuisi devoir:du dire:di ecrire:ecrivi emouvoir:emu etre:fu faire:fi falloir:fallu fuir:fui hair:hai lire:lu mettre:mi moudre:moulu
mourir:mouru mouvoir:mu naitre:naqui nuire:nuisi,nui paraitre:paru plaire:plu pleuvoir:plu pouvoir:pu prendre:pri resoudre:resolu rire:ri savoir:su
suffire:suffi suivre:suivi taire:tu tenir:tin vaincre:vainqui valoir:valu venir:vin vetir:vetu vivre:vecu voir:vi vouloir:voulu`;
const PAST_ENDINGS = ['', 'e', 'es', 's', 't', 'mes', 'tes', 'rent', 'sse', 'ssent'];

/** Stems of the subjunctive and, where no ending shows the verb, of the plural present and the imperfect. */
const PLURAL = `aller:aill acquerir:acquer,acquier avoir:ay asseoir:assey,assoy boire:boiv connaitre:connaiss coudre:cous courir:cour
croire:croi croitre:croiss devoir:doiv dire:dis dormir:dorm ecrire:ecriv emouvoir:emeuv etre:soy faire:fass falloir:fall,faill fuir:fui,fuy hair:haiss joindre:joign
lire:lis mentir:ment mettre:mett moudre:moul mourir:meur mouvoir:meuv nuire:nuis offrir:offr ouvrir:ouvr partir:part plaire:plais pouvoir:puiss prendre:prenn
resoudre:resolv rompre:romp savoir:sach,sav sentir:sent servir:serv sortir:sort souffrir:souffr suffire:suffis suivre:suiv taire:tais tenir:tienn vaincre:vainqu valoir:val,vaill venir:vienn vetir:vet
vivre:viv voir:voi vouloir:veuill`;
const PLURAL_ENDINGS = 'e es ent ons ez ais ait ions iez aient ant'.split(' ');

/** Stems of the future that differ from the infinitive in more than its ending. */
const FUTURE = 'aller:ir asseoir:assier avoir:aur etre:ser';
const FUTURE_ENDINGS = 'ai as a ons ez ont ais ait ions iez aient'.split(' ');

/** Forms of the singular, and participles, that no stem above shows. */
const SINGULAR = `acquerir:acquiers,acquiert,acquise conquerir:conquiers,conquiert,conquise croitre:crois,croit asseoir:assois,assoit,assoient avoir:aie,ait,aient bouillir:bous,bout coudre:couds,coud emouvoir:emeut etre:etais,etions,sois,soit,soient,ete,etant
fuir:fuis,fuit,fuient hair:hais,hait mentir:mens moudre:mouds,moud mouvoir:meut resoudre:resous,resout rompre:romps,rompt,rompu,rompue servir:sers suivre:suis vaincre:vaincs,vainc vetir:vets vivre:vis`;

/** Prefixes of verbs that are inflected as the rest of them is: `comprit` of comprendre. */
const PREFIX =
  /^(?:re|r|de|com|con|ap|sur|entre|par|sou|pro|per|ad|inter|contre|main|ob|pour|pre|dis|ac|in|ex|ab|sous|trans|en)(?=\w{3})/;

const formsOf = (table: string, endings: readonly string[]): (readonly [form: string, verb: string])[] =>
  table.split(/\s+/).flatMap((row) => {
    const [verb = '', stems = ''] = row.split(':');
    return stems.split(',').flatMap((stem) => endings.map((ending) => [stem + ending, verb] as const));
  });

const VERBS = new Map<string, string[]>();
for (const [form, verb] of [
  ...formsOf(PAST, PAST_ENDINGS),
  ...formsOf(PLURAL, PLURAL_ENDINGS),
  ...formsOf(FUTURE, FUTURE_ENDINGS),
  ...formsOf(SINGULAR, ['']),
])
  VERBS.set(form, [...(VERBS.get(form) ?? []), verb]);

/** Returns the irregular verbs of which a plain word is a form, with their prefixes. */
export function irregularVerbsOf(form: string): readonly string[] {
  const [prefix = ''] = PREFIX.exec(form) ?? [];
  const behind = prefix === '' ? [] : (VERBS.get(form.slice(prefix.length)) ?? []);
  return [...(VERBS.get(form) ?? []), ...behind.map((verb) => prefix + verb)];
}
