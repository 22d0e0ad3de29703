import type { MorphologyRow } from './bantu-languages';

/**
 * Bantu languages without specific rules, read by the rules of most of the family: the prefixes of noun classes that C. Meinhof and M. Guthrie
 * reconstruct, as their orthographies spell them, and the order of prefixes before a verb.
 */
const GENERAL: MorphologyRow = {
  languages:
    'und ' +
    // Angola, Namibia, Zambia and the Congos.
    'kmb cjk lun lue lua lub lu kqn nba lch kj kua ng ndo diu lam ila leb lol ngc tll lea hem yom vif ldi beq mdw bnt ' +
    // East Africa and the Comoros.
    'guz luy rag bxk nyf dig dav gog heh hay jmc rof vun kde asa ksb zga suk nym sbp bez kki jit rim ziw ngp ' +
    'xog myx nuj gwr koo nnb shr hav ' +
    // Malawi, Mozambique, Zimbabwe and South Africa.
    'yao seh nse kdn ndc twx bwg tog toh cce kck ' +
    // Cameroon, Equatorial Guinea and Gabon.
    'dua bas fan ewo bum eto bkw bvb mye puu',
  classes: [
    '1/2 mu- ba-',
    '1/2 mu- wa-',
    '1/2 mu- va-',
    '1/2 mu- a-',
    '1/2 mo- ba-',
    '1/2 mw- b-',
    '1/2 mw- v-',
    '1/2 m- wa-',
    '1/2 m- ba-',
    '1/2 n- va-',
    '1/2 n- ba-',
    '1/2 u- a-',
    '1/2 omu- ova-',
    '1/2 omu- aba-',
    '1/2 omu- aa-',
    '1/2 umu- aba-',
    '1/2 umw- ab-',
    '1a/2 - ba-',
    '1a/2 - a-',
    '3/4 mu- mi-',
    '3/4 mo- me-',
    '3/4 mo- mi-',
    '3/4 mw- my-',
    '3/4 m- mi-',
    '3/4 omu- omi-',
    '3/4 omu- emi-',
    '3/4 umu- imi-',
    '5/6 di- ma-',
    '5/6 li- ma-',
    '5/6 ri- ma-',
    '5/6 i- ma-',
    '5/6 e- ma-',
    '5/6 e- oma-',
    '5/6 i- ama-',
    '5/6 ili- ama-',
    '5/6 eri- ama-',
    '5/6 - ma-',
    '7/8 ki- i-',
    '7/8 ki- vi-',
    '7/8 ki- bi-',
    '7/8 chi- i-',
    '7/8 si- li-',
    '7/8 chi- zi-',
    '7/8 chi- vi-',
    '7/8 tshi- bi-',
    '7/8 xi- swi-',
    '7/8 tshi- zwi-',
    '7/8 otji- ovi-',
    '7/8 e- bi-',
    '7/8 iki- ibi-',
    '7/8 eki- ebi-',
    '7/8 ici- ifi-',
    '9/10 - ji-',
    '9/10 - zi-',
    '9/10 - dzi-',
    '9/10 - ti-',
    '9/10 - o-',
    '11/10 lu- ji-',
    '11/10 lu- n-',
    '11/10 ru- n-',
    '11/6 lo- ma-',
    '12/13 ka- tu-',
    '14/6 u- mau-',
    '14/6 bu- ma-',
  ],
  prefixes: [
    'ka- ta- te- ha- si- ki-',
    'ngi- ndi- ni- n- nga- nda- na- u- o- wa- a- tu- tw- twa- ti- ta- mu- mw- nu- ma- ba- va- ya- i- ki- ca- chi- cha- bi- vi- di- li- ri- ji- zi- ku- lu- bu- w- y-',
    'na- a- ka- la- ra- ta- li- ku- ko- no- sa- nga- ondo- ando- me- le- i-',
    'ku- kw-',
    'ngi- ndi- ni- n- ku- mu- tu- ba- va- wa- a- ki- chi- li- ri- di- zi- ji- i- lu-',
  ],
  affixes:
    '-e:-a -i:-a -o:-a -ile:-a -ele:-a -ire:-a -ite:-a -aga:-a -anga:-a -wa:-a -di:-la -zi:-la -edi:-a -ane:-a -enu:-a -eni:-a -ini -ni -nyi ' +
    // Plurals of a prefix that joins the first vowel of a stem, and of the northwest.
    'me-:di- me-:li- me-:ri- min-:n- mi-:n- di-:hi- lo-:vi- bi-:mu- be-:- ' +
    // Small ones, and adjectives that agree with a noun.
    'ka-:- tu-:- ka-:i- tu-:i- ki-:o- wo-:o- di-:o- ' +
    // Applicative, causative, passive, reciprocal and stative verbs.
    '-ela:-a -ila:-a -era:-a -ira:-a -isa:-a -esa:-a -iwa:-a -ewa:-a -ana:-a -ika:-a -eka:-a',
  citation: 'ku- kw- ko- uku- oku- okw- gu- go-',
};

const VENDA: MorphologyRow = {
  ...GENERAL,
  // Source: G. Poulos, A Linguistic Analysis of Venda, 1990.
  languages: 've ven',
  classes: [
    '1/2 mu- vha-',
    '1/2 mu- vh-',
    '1/2 ṅw- vh-',
    '1a/2 - vho-',
    '7/8 tsh- zw-',
    '9/6 kh- mah-',
    '9/6 p- maf-',
    '11/10 lu- dzin-',
    '11/10 lu- ny-',
    '3/4 mu- mi-',
    '5/6 ḽi- ma-',
    '5/6 i- ma-',
    '5/6 - ma-',
    '7/8 tshi- zwi-',
    '9/10 - dzi-',
    '14/6 vhu- mavhu-',
  ],
};

const UMBUNDU: MorphologyRow = {
  ...GENERAL,
  // Source: T. C. Schadeberg, A Sketch of Umbundu, 1990.
  languages: 'umb nyk',
  classes: [
    '1/2 u- a-',
    '3/4 u- ovi-',
    '5/6 e- ova-',
    '5/6 i- ova-',
    '5/6 e- a-',
    '7/8 oci- ovi-',
    '9/10 o- olo-',
    '11/10 olu- olo-',
    '14/6 u- ova-',
    '15/6 oku- ova-',
    '1/2 omu- oma-',
    '1/2 omu- ova-',
    '1a/2 - va-',
    '12/13 oka- otu-',
  ],
};

const TUMBUKA: MorphologyRow = {
  ...GENERAL,
  // Source: W. Y. Turner, Tumbuka-Tonga-English Dictionary, 1952. A consonant is aspirated in the singular alone.
  languages: 'tum',
  classes: [
    '1/2 mu- ŵa-',
    '1/2 mu- ba-',
    '1/2 mu- ŵ-',
    '1/2 mw- ŵ-',
    '1/2 m- ŵ-',
    '1a/2 - ŵa-',
    '3/4 mu- mi-',
    '3/4 mw- my-',
    '3/4 m- mi-',
    '5/6 ji- ma-',
    '5/6 ji- mi-',
    '5/6 kh- mak-',
    '5/6 th- mat-',
    '5/6 ph- map-',
    '5/6 - ma-',
    '7/8 chi- vi-',
    '7/8 ch- vy-',
    '12/13 ka- tu-',
    '14/6 u- mau-',
  ],
  prefixes: [
    'ka-',
    'ni- nk- nkh- n- u- w- wa- ti- t- mu- mw- ŵa- ŵ- chi- vi- li- ka- tu- zi- i- y- ku-',
    'ku- ka- a- zamu- zamku- nga- ta- wa- li- chali- ndi-',
    'ku-',
    'ni- ku- mu- ti- ŵa- chi- vi- li- zi-',
  ],
};

const HERERO: MorphologyRow = {
  ...GENERAL,
  // Source: J. Möhlig, L. Marten and J. Kavari, A Grammatical Sketch of Herero, 2002.
  languages: 'hz her',
  classes: [
    '1/2 omu- ova-',
    '1/2 omua- ovana-',
    '3/4 omu- omi-',
    '5/6 e- oma-',
    '5/6 e- ome-',
    '5/6 - oma-',
    '7/8 otji- ovi-',
    '9/10 o- ozo-',
    '11/10 oru- ozo-',
    '11/12 oru- otu-',
    '14/6 ou- omau-',
    '15/6 oku- oma-',
    '1a/2 - oo-',
  ],
  prefixes: [
    'ka- ha- nga-',
    'mba- me- mo- ma- matu- mamu- mave- mbi- u- wa- w- tu- twa- mu- mwa- ve- va- tji- tja- ri- ra- ku-',
    'a- e- ha- ndji- i-',
    'ndji- ku- mu- tu- ve- ri- i-',
  ],
  affixes: `${GENERAL.affixes ?? ''} ko-:o- mo-:o- po-:o- ke-:e- me-:e- pe-:e- -ire:-a -ere:-a -ukire:-uka`,
};

const SOTHO: MorphologyRow = {
  // Source: D. T. Cole, An Introduction to Tswana Grammar, 1955; C. M. Doke, Textbook of Southern Sotho Grammar, 1957.
  languages: 'tn tsn st sot nso',
  classes: [
    '1/2 mo- ba-',
    '1/2 ngw- b-',
    '1a/2a - bo-',
    '3/4 mo- me-',
    '5/6 le- ma-',
    '5/6 lei- ma-',
    '5/6 lei- me-',
    '5/6 lets- mab-',
    '7/8 se- di-',
    '9/6 n- ma-',
    '9/6 tsh- mas-',
    '9/6 kg- mag-',
    '9/10 - di-',
    '9/10 - li-',
    '11/10 lob- dip-',
    '11/10 lor- dith-',
    '11/10 lol- dit-',
    '11/10 lo- di-',
    '11/6 lo- ma-',
    '14/6 bo- ma-',
  ],
  prefixes: [
    'ke- o- re- le- ba- a- e- di- se-',
    'a- tla- sa- ka- itse-',
    'n- m- go- ho- mo- re- le- ba- di-',
  ],
  affixes:
    // Perfects, and the vowels before the endings of places and small ones.
    '-ile:-a -itse:-a -ditse:-tsa -etse:-ala -etse:-ela -etse:-atsa -otse:-ola -utse:-ula -dile:-la -eile:-aya -aile:-aya -ere:-aya -antse:-anya -tse:-a -tsi:-tse -ile:-e ' +
    '-ng -eng:-a -e:-a -nyana:-na -nyana -wana:-o -wana:-u -yana:-e -ana:-a -ana ' +
    // What is done to, for and by somebody.
    '-wa:-a -ngwa:-a -iwa:-a -ela:-a -isa:-a -etsa:-a ' +
    // An object of the first person and a reflexive harden the consonant of a stem, as does the prefix of a class of adjectives.
    'nth-:r- mp-:b- nt-:d- nt-:l- nkg-:g- mph-:f- ntsh-:s- nk- mm-:b- ith-:r- ip-:b- it-:d- it-:l- ikg-:g- iph-:f- itsh-:s- ik- i- kg-:g- kh-:h- ' +
    // Those who do something.
    'mo-i:-a ba-i:-a mo-di:-la ba-di:-la',
  citation: 'go- ho-',
};

export const FURTHER_BANTU_ROWS: readonly MorphologyRow[] = [GENERAL, VENDA, UMBUNDU, TUMBUKA, HERERO, SOTHO];
