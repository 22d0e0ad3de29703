import { searchKeysOf } from '../../../../src/domain/article/derive-article';
import { readArticle } from '../../../../src/domain/reading/read-article';
import { glossQueryOf } from '../../../../src/domain/search/glosses/glosses';
import { glossSteps } from '../../../../src/domain/search/glosses/tiers';
import { stepFor } from '../../../../src/domain/search/match';

const tierIn = (lang: string, typed: string, translation: string) => {
  const content = readArticle({ translations: [{ lang, content: translation }] });
  const keys = searchKeysOf({ dictionary: { dictionaryId: 'xx_test' }, content, sortKey: '' });
  return stepFor({ keys, headword: null }, glossSteps(glossQueryOf(typed, [lang])), undefined)?.tier;
};

const FORMS = {
  ar: `البيوت بيت, الكتب كتاب, كلاب كلب, أشجار شجرة, ثياب ثوب, أبواب باب, سفن سفينة, رسائل رسالة, شوارع شارع, مدارس مدرسة, مفاتيح مفتاح,
    أصدقاء صديق, جيران جار, رؤوس رأس, نساء امرأة, يقول قال, يمشي مشى, يعطي أعطى, يصل وصل, يشتري اشترى, قلت قال, والماء ماء, بيوتهم بيت`,
  de: `lernte lernen, gelernt lernen, gearbeitet arbeiten, aufgebaut aufbauen, aufzubauen aufbauen, trinkt trinken, trank trinken,
    getrunken trinken, half helfen, hilft helfen, geholfen helfen, fiel fallen, schrieb schreiben, biss beißen, lief laufen, flog fliegen, trug tragen,
    ging gehen, aufgestanden aufstehen, verstand verstehen, Lehrerin Lehrer, Freundinnen Freund`,
  pt: `corações coração, cães cão, mãos mão, rios rio, homens homem, papéis papel, sóis sol, funis funil, leoa leão, alta alto,
    fez fazer, lido ler, dá dar, estava estar, durmo dormir, sinto sentir, sobe subir, aberto abrir,
    fizemos fazer, quiseram querer, dissesse dizer, trouxer trazer, puderam poder, possam poder, ponha pôr, tinham ter, seja ser, fará fazer, irão ir, feitas fazer,
    coberta cobrir, fiquei ficar, busque buscar, odeia odiar, fogem fugir, destrói destruir, boas bom, melhor bom, pior mau`,
  es: `luces luz, peces pez, dijo decir, duerme dormir, quiere querer, pide pedir, conozco conocer, fue ir`,
  en: `is be, has have, plowing plough, drafts draught, aeroplanes airplane, check cheque, better good, worst bad, bigger big, happiest happy, largest large, greyer grey,
    easily easy, policemen policeman, grandchildren grandchild, freed free, laid lay, him he, theirs they`,
  fr: `sommes être, avons avoir, ris rire, clef clé, fit faire, fîmes faire, vinrent venir, prîmes prendre, comprit comprendre, surent savoir, vécut vivre, naquit naître, irons aller, auront avoir,
    sois être, ayant avoir, fassent faire, puissent pouvoir, viennes venir, meure mourir, reçut recevoir, cousu coudre, résolvait résoudre, conduisit conduire, perdirent perdre, craigne craindre,
    tuait tuer, mangerent manger, envoye envoyer, neuve neuf, jalouse jaloux, turque turc, meilleure bon, cette ce`,
  nl: `duiven duif, muizen muis, kippen kip, knieen knie, roept roepen, zong zingen, droeg dragen, reed rijden, gekozen kiezen, gebroken breken,
    hielp helpen, opgestaan opstaan, stierf sterven, dwaze dwaas, boekje boek, bracht brengen`,
  it: `uomini uomo, ossa osso, alta alto, dottoressa dottore, apre aprire, chiuso chiudere, preso prendere, letto leggere, pianto piangere,
    risposto rispondere, aperto aprire, rimesso rimettere, muore morire, siede sedere, dirmi dire, aiutami aiutare, alza alzarsi`,
};

test.each(
  Object.entries(FORMS).flatMap(([lang, pairs]) =>
    pairs.split(',').map((pair) => [lang, ...pair.trim().split(' ')] as const),
  ),
)('in %s, %s is a form of "%s", which shares no stem with it', (lang, form = '', word = '') => {
  expect(tierIn(lang, form, word)).toBe('soleTranslationForm');
});

test.each([
  ['ar', 'سماء', 'بيت'],
  ['ar', 'قلب', 'كلب'],
  ['it', 'sa', 'sera'],
  ['it', 'somala', 'somaro'],
  ['de', 'Gast', 'Geist'],
  ['nl', 'land', 'lint'],
  ['pt', 'mas', 'mar'],
  ['en', 'mother', 'moth'],
  ['en', 'forest', 'for'],
  ['en', 'corner', 'corn'],
  ['fr', 'parc', 'paraître'],
])('in %s, %s is no form of "%s"', (lang, typed, word) => {
  expect(tierIn(lang, typed, word)).toBeUndefined();
});
