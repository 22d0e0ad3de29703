import type { MorphologyRow } from './bantu-languages';

/**
 * Bantu languages without specific rules, read by the rules of most of the family: the prefixes of noun classes that C. Meinhof and M. Guthrie
 * reconstruct, as their orthographies spell them, and the order of prefixes before a verb.
 */
const GENERAL: MorphologyRow = {
  languages:
    'und ' +
    // Angola, Namibia, Zambia and the Congos.
    'kmb umb nyk cjk lun lue lua lub lu kqn nba lch hz her kj kua ng ndo diu lam ila leb lol ngc tll lea hem yom vif ldi beq mdw bnt ' +
    // East Africa and the Comoros.
    'guz luy rag bxk nyf dig dav gog heh hay jmc rof vun kde asa ksb zga suk nym sbp bez kki jit rim ziw ngp ' +
    'xog myx nuj gwr koo nnb shr hav swb zdj wni wlc ' +
    // Malawi, Mozambique, Zimbabwe and South Africa.
    'tum yao seh nse kdn ndc twx bwg tog toh ts tso tsc cce ve ven rng kck ' +
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
    '-e:-a -i:-a -ile:-a -ele:-a -ire:-a -ite:-a -aga:-a -anga:-a -wa:-a -enu:-a -eni:-a -ini -ni -nyi ' +
    // Small ones, and adjectives that agree with a noun.
    'ka-:- tu-:- ka-:i- tu-:i- ki-:o- wo-:o- di-:o-',
  citation: 'ku- kw- ko- uku- oku- okw- gu- go-',
};

const MAKHUWA: MorphologyRow = {
  // Source: J. van der Wal, Word Order and Information Structure in Makhuwa-Enahara, 2009.
  languages: 'vmw ngl mgh',
  classes: [
    '1/2 mu- a-',
    '1/2 mw- a-',
    '1/2 m- a-',
    '1/2 n- a-',
    '3/4 mu- mi-',
    '3/4 mw- my-',
    '3/4 m- mi-',
    '3/4 n- mi-',
    '5/6 ni- ma-',
    '5/6 n- ma-',
    '9/10 e- i-',
  ],
  prefixes: [
    'kha- khi- nki-',
    'ki- o- u- a- ni- mu- nnu- n- y-',
    'no- na- n- a- aa- ho- o- ro-',
    'ki- u- m- n- ni-',
  ],
  affixes: '-e:-a -ale:-a -ile:-a -iwe:-a -iya:-a -aka:-a -ani -ni -ru:-a -mme:-ma -nne:-na',
  citation: 'o- w-',
};

const KIKUYU: MorphologyRow = {
  // Source: L. J. Barra and A. R. Barlow, Studies in Kikuyu Grammar and Idiom, 1951.
  languages: 'ki kik kam mer ebu',
  classes: [
    '1/2 mũ- a-',
    '1/2 mwa- a-',
    '1/8 mw- ci-',
    '3/4 mũ- mĩ-',
    '3/4 mw- mĩ-',
    '5/6 i- ma-',
    '5/6 ri- ma-',
    '7/8 kĩ- i-',
    '7/8 gĩ- i-',
    '7/8 kĩ- ci-',
    '11/10 rũ- njũ-',
    '11/10 rw- ny-',
    '11/10 rũ- n-',
    '11/10 rũ- -',
    '12/13 ka- tũ-',
    '12/13 ka- tw-',
    '14/6 ũ- mo-',
    '14/6 ũ- maũ-',
    '15/6 gũ- ma-',
    '15/6 kũ- ma-',
    '15/6 guo- mo-',
  ],
  prefixes: [
    'nĩ- ti-',
    'ndĩ- ndi- nd- n- ngũ- ũ- w- a- tũ- tw- mũ- mw- ma- ĩ- y- rĩ- kĩ- ci- ka- rũ- e- o-',
    'ra- r- a- na- ga- ka- tira- ti- kũ- gũ-',
    'kũ- gũ- kw-',
    'n- mũ- tũ- ma- kũ- gũ- ĩ- rĩ- kĩ-',
  ],
  affixes:
    '-ire:-a -irie:-ia -ire:-ĩ -ete:-a -etie:-ia -aga:-a -agia:-ia -agwo:-a -e:-a -ie:-ia -wo:-a -ithia:-a -ĩra:-a -era:-a -ana:-a -i:-a ' +
    // The first person before the vowel of a stem, and after the mark of a statement.
    'ny-:kw- nĩny-:kw- njĩ-:kwĩ-',
  citation: 'kũ- gũ- kw- ku-',
};

const LUGANDA: MorphologyRow = {
  // Source: E. O. Ashton and others, A Luganda Grammar, 1954.
  languages: 'lg lug nyn ttj nyo cgg',
  classes: [
    '1/2 omu- aba-',
    '1/2 omw- ab-',
    '1a/2a - ba-',
    '3/4 omu- emi-',
    '3/4 omw- emy-',
    '5/6 eri- ama-',
    // A doubled consonant of the singular is another one of the plural: ejjinja, amayinja.
    '5/6 ejj- amay-',
    '5/6 edd- amal-',
    '5/6 eggy- amay-',
    '5/6 ebb- amaw-',
    '5/6 e- ama-',
    '7/8 eki- ebi-',
    '7/8 eky- eby-',
    '11/10 olul- enn-',
    '11/10 olul- end-',
    '11/10 oluy- enny-',
    '11/10 oluy- enj-',
    '11/10 oluw- emp-',
    '11/10 olw- enj-',
    '11/10 olu- en-',
    '11/10 olu- em-',
    '12/14 aka- obu-',
    '12/14 ak- obw-',
    '15/6 oku- ama-',
    '20/22 ogu- aga-',
  ],
  prefixes: [
    'te- t- si- nga-',
    'n- m- o- w- a- y- tu- tw- mu- mw- ba- b- e- gu- gw- li- ly- ki- ky- bi- by- lu- lw- ka- bu- bw- ku- zi- z- ga-',
    'naa- nnaa- li- a- nna- ki- ku-',
    'ku- y-',
    'n- ku- mu- tu- ba- gu- ki- bi- li- zi- ga- e- ee-',
  ],
  affixes:
    // In an address, after a negative and elsewhere, a noun has no initial vowel: bantu of abantu.
    '-:o- -:a- -:e- ' +
    // The first person joins the consonant of a stem.
    'nd-:okul- mp-:okuw- nj-:okuy- nj-:okw- nny-:okuy- nn-:okul- ŋŋ-:okug- enn-:l- ' +
    // Perfects.
    '-ye:-a -nze:-nda -zze:-jja -zze:-dda -ze:-la -ze:-ra -se:-ka -se:-ta -dde:-la -dde:-ra -edde:-eera -edde:-a -idde:-ya -adde:-a -udde:-a -izza:-la ' +
    '-e:-a -wa:-a -ibwa:-a -ebwa:-a -anga:-a -ira:-a -era:-a -isa:-a -esa:-a ' +
    // Those who do something.
    'omu-i:oku-a aba-i:oku-a omu-zi:oku-la aba-zi:oku-la omu-zi:oku-ra aba-zi:oku-ra omu-si:oku-ka aba-si:oku-ka omw-i:okw-a',
  citation: 'oku- okw-',
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

export const FURTHER_BANTU_ROWS: readonly MorphologyRow[] = [MAKHUWA, GENERAL, KIKUYU, LUGANDA, SOTHO];
