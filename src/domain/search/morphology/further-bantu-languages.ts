import type { MorphologyRow } from './bantu-languages';

/**
 * Bantu languages without rules of their own, read by what most of the family has: the prefixes of noun classes that C. Meinhof and M. Guthrie
 * reconstruct, as their orthographies spell them, and the order of prefixes before a verb.
 */
const GENERAL: MorphologyRow = {
  languages:
    // Angola, Namibia, Zambia and the Congos.
    'kmb umb nyk cjk lun lue lua lub lu kqn nba lch hz her kj kua ng ndo diu lam ila leb lol ngc tll lea hem yom vif ldi beq mdw bnt ' +
    // East Africa and the Comoros.
    'ki kik kam mer guz luy rag bxk nyf dig dav ebu gog heh hay jmc rof vun kde asa ksb zga suk nym sbp bez kki jit rim ziw ngp ' +
    'xog myx nuj gwr koo nnb shr hav swb zdj wni wlc ' +
    // Malawi, Mozambique, Zimbabwe and South Africa.
    'tum yao vmw mgh ngl seh nse kdn ndc twx bwg tog toh ts tso tsc cce ve ven rng kck ' +
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
  citation: 'ku- kw- ko- oku- okw- gu- go-',
};

export const FURTHER_BANTU_ROWS: readonly MorphologyRow[] = [GENERAL];
