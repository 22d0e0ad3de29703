import type { MorphologyRow } from './bantu-languages';

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
    '5/6 ni- me-',
    '5/6 n- ma-',
    '9/10 e- i-',
  ],
  prefixes: [
    'kha- khi- nki-',
    'ki- o- u- a- ni- mu- nnu- n- y-',
    'no- na- n- a- aa- ho- o- ro-',
    'ki- u- m- n- ni-',
  ],
  affixes:
    '-e:-a -ale:-a -ile:-a -iwe:-a -iya:-a -iwa:-a -ela:-a -iha:-a -ana:-a -aka:-a -unle:-ula -inle:-ila -ani -ni -ru:-a -mme:-ma -nne:-na',
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
    // Agent nouns.
    'omu-i:oku-a aba-i:oku-a omu-zi:oku-la aba-zi:oku-la omu-zi:oku-ra aba-zi:oku-ra omu-si:oku-ka aba-si:oku-ka omw-i:okw-a',
  citation: 'oku- okw-',
};

const TSONGA: MorphologyRow = {
  // Source: C. T. D. Marivate and others, A Handbook of Tsonga; E. J. M. Baumbach, Analytical Tsonga Grammar, 1987.
  languages: 'ts tso rng tsc',
  classes: [
    '1/2 mu- va-',
    "1/2 n'w- v-",
    '1/2 wan- vava-',
    '1/2 wa- va-',
    '1a/2 - va-',
    '3/4 mu- mi-',
    '3/4 n- mi-',
    '3/4 n- min-',
    '5/6 ti- ma-',
    '5/6 ti- me-',
    '5/6 ri- ma-',
    '5/6 - ma-',
    '7/8 xi- swi-',
    '7/8 x- sw-',
    '9/10 yi- ti-',
    '9/10 - ti-',
    '11/10 ri- ti-',
    '11/10 ri- tin-',
    '14/6 vu- ma-',
  ],
  prefixes: [
    'a-',
    'ndzi- ndza- ndzo- u- wa- a- hi- ha- mi- ma- va- xi- xa- swi- swa- ti- ta- ri- ra- ya- ku-',
    'nga- ta- na- lo- xa- ka- nge-',
    'ku-',
    "ndzi- n- ku- mu- n'w- hi- mi- va- xi- swi- ri- ti-",
  ],
  affixes:
    '-e:-a -i:-a -ile:-a -ele:-a -rile:-la -eke:-a -iwa:-a -wa:-a -ela:-a -isa:-a -ana:-a -eka:-a -nyana -ini -eni:-a -eni:-e -wini:-u -weni:-o ' +
    // Locatives: e-xikol-weni of xikolo, e-ndl-wini of yindlu.
    'e-ini:-i e-eni:-a e-eni:-e e-wini:-u e-weni:-o e-wini:yi-u e-eni:yi-a',
  citation: 'ku-',
};

const COMORIAN: MorphologyRow = {
  // Source: M. Ahmed-Chamanga, Introduction à la grammaire structurale du comorien, 2010.
  languages: 'zdj wni wlc swb',
  classes: [
    '1/2 m- wa-',
    '1/2 mw- w-',
    '1/2 mu- wa-',
    '1a/2 - wa-',
    '3/4 m- mi-',
    '3/4 mw- mi-',
    '5/6 dzi- ma-',
    '5/6 dzi- me-',
    '5/6 - ma-',
    '7/8 shi- zi-',
    '7/8 sh- z-',
    '11/10 u- -',
    '11/10 u- ny-',
  ],
  prefixes: [
    'ka-',
    'nga- ngam- ngu- ngw- rin- ri- ra- nam- na- nar- mu- mw- wa- a- u- ha- ya- i- tsi- nd- n- w- y-',
    'tso- si- ki- ngo- ja- a- na- ka- i- ri-',
    'ni- hu- m- ri- wa- i- li- ya- shi- zi-',
  ],
  affixes: '-e:-a -i:-a -o:-a -u:-a -wa:-a -iya:-a -ana:-a -isa:-a -ni',
  citation: 'hu- hw- u-',
};

const RWANDA: MorphologyRow = {
  // Source: A. Coupez, Grammaire rwanda simplifiée, 1961.
  languages: 'rw kin rn run haq suw',
  classes: [
    '1/2 umu- aba-',
    '1/2 umw- ab-',
    '3/4 umu- imi-',
    '3/4 umw- imy-',
    '5/6 i- ama-',
    '5/6 iri- ama-',
    '5/6 iryi- ame-',
    '7/8 iki- ibi-',
    '7/8 igi- ibi-',
    '7/8 icy- iby-',
    '11/10 urur- ind-',
    '11/10 uru- in-',
    '11/10 uru- im-',
    '12/13 aka- utu-',
    '12/13 aga- udu-',
    '14/6 ubu- ama-',
    '15/6 uku- ama-',
    '15/6 ugu- ama-',
  ],
  prefixes: [
    'nti- si- nt-',
    'n- m- nd- u- a- tu- du- mu- ba- i- ri- ki- bi- zi- ru- ka- bu- ku- na- wa- ya- twa- mwa- y- w- tw- mw- b-',
    'ra- r- da- a- za- zo- ki- ka-',
    'ku- gu- kw-',
    'n- ku- gu- mu- tu- ba- bi- ki- ri- zi-',
  ],
  affixes:
    '-:u- -:a- -:i- -ye:-a -e:-a -wa:-a -ze:-ra -ze:-ga -tse:-ka -je:-ga -je:-gira -she:-sa -nze:-nda -ye:-ra -uye:-a -oye:-wa -iye:-ya ' +
    '-aga:-a -ana:-a -isha:-a -esha:-a -ira:-a -era:-a -jwe:-ga -tswe:-ka -zwe:-ra -yeho:-a ' +
    // Small ones of each class, other plurals, and conjunctions joined to a noun.
    'aga-:igi- udu-:igi- aka-:iki- utu-:iki- aka-:umu- utu-:umu- aka-:umwa- utu-:umwa- aka-:in- utu-:in- aga-:in- udu-:in- ama-:in- inz-:uruz- n-:- mw-:- kw-:- mu-:i- ku-:i- ' +
    // Verbs whose stem begins with a vowel.
    'y-:k- n-:k- tw-:k-',
  citation: 'ku- gu- kw-',
};

export const EASTERN_BANTU_ROWS: readonly MorphologyRow[] = [
  MAKHUWA,
  KIKUYU,
  LUGANDA,
  TSONGA,
  COMORIAN,
  RWANDA,
];
