import { find } from './find';

/** Forms and headwords from grammars, by language. */
const FORMS = {
  run: 'amatwi ugutwi, amaboko ukuboko, nzogura kugura, ndiga kwiga, baranyoye kunywa, barariye kurya, yapfuye gupfa',
  ven: 'vhathu muthu, vhana ṅwana, zwanda tshanḓa, mahosi khosi, nyambo luambo, rengela renga, vhonisa vhona',
  umb: 'oviti uti, ovaso iso, ovitanda ocitanda, olonjo onjo, tutunga okutunga',
  tum: 'ŵanthu munthu, vyaka chaka, makutu khutu, nizamulemba kulemba, wakagula kugula, lembeka kulemba',
  her: 'omeho eho, omatwi okutwi, mbahonga okuhonga, kondjuwo ondjuwo, tupukire okutupuka',
  vmw: 'meno nino, alavunle olavula, othumela othuma, olepiwa olepa',
  luy: 'gulira gula, gulisa gula, temwana temwa',
  tso: "vana n'wana, meno tino, vavasati wansati, endlwini yindlu, exikolweni xikolo, tsarile tsala, kufamba famba",
  zdj: 'matso dzitso, zitswa shitswa, ngamsomo husoma, tsisoma husoma, nunua hununua',
  ach: 'lukwan lakwan, aneno neno',
  swc: 'vitoto kitoto',
  sid: 'minunni mine, minikki mine, doogote doogo, itanno ita, itoommo ita, rossino rosa',
  wal: 'keettay keettaa, keettata keettaa, asati asa, oottidosona ootta',
  aar: 'taamal taama, yableh able',
  kbp: 'halaa halʋ, hasɩ haɣ, nʋmɔŋ nʋmɔʋ, malaba labʋ, ɛkɔma kɔm',
  bin: 'ikpia òkpìá, ikhuo òkhùó, dere dẹ́, gbenren gbẹ́n, erhamwen èrhá',
  srr: 'goor okoor, retaa ret, xaƭay aƭay, tajawa jaw, pambi mbambi, taxar ndaxar, njamam samam, saatele saate',
  fuq: 'njalti yaltude',
  sna: 'makumbo gumbo, nziyo rwiyo, ndimi rurimi, mumba imba, kuonana ona, tengesera tengesa',
  kin: 'amazu inzu, agatabo igitabo, akana umwana, yubatse kubaka, twakoraga gukora',
  som: 'gacmo gacan, ilko ilig, maqlay maqal, socday soco, guryo guri',
  hau: 'kaji kaza, namomi nama, hannaye hannu, sabuwa sabo, rufaffe rufe, idanu ido',
  // The vowels between the consonants change.
  shu: 'kutub kitâb, buyût bēt, rujâl râjil, gulûb galib, salâtîn sultân, tujjâr tâjir, yâkul akal, nacrab cirib, nikallim kallam',
  kab: 'ifrax afrux, idurar adrar, ifassen afus, ulawen ul, tuɣac taɣect, yeswa sew, xedmeɣ xdem',
  nus: 'mäthni määth, duëli duel, nyieri nyal, luɛɛk luak, gatdä gat',
  din: 'riec rec, yuɔɔm yom, ajiɛɛm jam',
};

test.each(
  Object.entries(FORMS).flatMap(([language, pairs]) =>
    pairs.split(', ').map((pair) => [language, ...pair.split(' ')] as const),
  ),
)('in %s, %s is a form of %s', (language, form = '', headword = '') => {
  expect(find(form, headword, language)?.tier).toBe('inflected');
});
