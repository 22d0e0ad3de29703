/** Inflection rules of a language, in a short notation. */
export interface MorphologyRow {
  /** Codes of the language (ISO 639). */
  readonly languages: string;
  /** Pairs of noun classes: `7/8 ki- vi-`. The first that fits a headword makes its plural. */
  readonly classes?: readonly string[];
  /** Groups of prefixes in the order in which they precede a stem. */
  readonly prefixes?: readonly string[];
  /** Forms and what headwords have in their place: `-ni`, `-e:-a`. */
  readonly affixes?: string;
  readonly citation?: string;
  /** Vowel patterns of headwords: `1i2a3`. */
  readonly patterns?: string;
  readonly particles?: string;
}

const NGUNI_CLASSES = [
  '1/2 umu- aba-',
  '1/2 um- aba-',
  '1/2 um- abe-',
  '1a/2a u- o-',
  '1a/2a u- oo-',
  '3/4 umu- imi-',
  '3/4 um- imi-',
  '5/6 ili- ama-',
  '5/6 i- ama-',
  '7/8 isi- izi-',
  '7/8 is- iz-',
  '9/10 in- izin-',
  '9/10 im- izim-',
  '9/10 i- izi-',
  '11/10 ulu- izin-',
  '11/10 u- izin-',
  '11/10 u- izim-',
  '11/10 u- ii-',
];

/** Languages with noun classes in prefixes, and prefixes of verbs. */
export const BANTU_ROWS: readonly MorphologyRow[] = [
  {
    // Source: E. O. Ashton, Swahili Grammar, 1944.
    languages: 'sw swh swa swc',
    classes: [
      '1/2 mw- w-',
      '1/2 m- wa-',
      '3/4 mw- mi-',
      '3/4 mu- mi-',
      '3/4 m- mi-',
      '5/6 - ma-',
      '5/6 ji- ma-',
      '5/6 j- m-',
      '7/8 ki- vi-',
      '7/8 ch- vy-',
      '11/10 u- -',
      '11/10 u- ny-',
      '11/10 w- ny-',
      '11/10 u- n-',
      '11/10 u- m-',
    ],
    prefixes: [
      'ha- ku-',
      'ni- si- u- a- tu- m- mw- wa- i- li- ya- ki- vi- zi- pa- mu- hu- w- y- z- ch- vy-',
      'na- li- ta- me- ki- ka- nge- ngali- si- ja- sipo- taka- mesha- ku-',
      'ye- yo- cho- vyo- lo- zo- ko- po- mo- o-',
      'ku- kw-',
      'ni- ku- m- mw- mu- tu- wa- i- li- ya- ki- vi- zi- u- ji-',
    ],
    affixes: '-ni -eni:-a -e:-a -i:-a -wa:-a -ye -yo -cho -vyo -lo -zo -ko -po -mo',
    citation: 'ku-',
  },
  {
    // Source: C. M. Doke, Textbook of Zulu Grammar, 1927; H. W. Pahl, IsiXhosa, 1982.
    languages: 'zu zul xh xho nr nbl nd nde ss ssw',
    classes: NGUNI_CLASSES,
    prefixes: [
      'a- ka- ma-',
      'ngi- ndi- u- si- ni- ba- be- i- li- a- e- zi- lu- bu- ku- w- y-',
      'ya- y- zo- yo- za- ka- sa- nga- be-',
      'uku- ku- ukw- kw-',
      'ngi- ndi- ku- m- mu- si- ni- ba- wu- yi- li- wa- zi- lu- bu-',
    ],
    affixes:
      // Behind a negative, in an address and elsewhere, a noun has no initial vowel: bantu of abantu.
      '-:u- -:a- -:i- ' +
      '-ile:-a -e:-a -i:-a -anga:-a -ini:-a -ini:-o -ini:-i -eni:-a -eni:-e -wa:-a -wu:-a ' +
      // Places: e-sikol-weni of isikolo, em-lanj-eni of umlambo.
      'e-weni:i-o e-weni:u-o e-eni:i-a e-eni:i-e e-eni:u-a e-eni:u-e e-eni:a-a e-ini:i-i e-ini:i-u e-ini:u-i e-ini:u-u e-ini:a-i ' +
      'e-njeni:u-mbo e-njeni:i-mbo ' +
      // Adjectives that agree with a noun.
      'om-:- aba-:- emi-:- eli-:- ama-:- esi-:- ezi-:- en-:- ezin-:- olu-:- obu-:- oku-:- enk-:kh- ezink-:kh- ' +
      // The vowel of a possessive or another prefix before a noun joins that of its class.
      'nga-:a- nge-:i- ngo-:u- na-:a- ne-:i- no-:u- njenge-:i- njengo-:u- wa-:a- we-:i- wo-:u- ya-:a- ye-:i- yo-:u- la-:a- le-:i- lo-:u- ' +
      'sa-:a- se-:i- so-:u- za-:a- ze-:i- zo-:u- ba-:a- be-:i- bo-:u- kwa-:a- kwe-:i- kwo-:u- ku-:u- ' +
      // Small ones, those that are female or large, and passives whose consonant changes.
      '-ana:-a -ana:-e -ana:-i -yana:-i -wana:-u -wana:-o -kazi -njwa:-mba -nywa:-ma -shwa:-pha -jwa:-bha -tshwa:-ba',
    citation: 'uku- ukw- uk-',
  },
  {
    // Source: G. Fortune, Shona Grammatical Constructions, 1980.
    languages: 'sn sna',
    classes: [
      '1/2 mu- va-',
      '1/2 mw- v-',
      '1a/2b - madzi-',
      '3/4 mu- mi-',
      '3/4 mw- mi-',
      '5/6 - ma-',
      '5/6 zi- me-',
      // The first consonant of a singular is voiced.
      '5/6 g- mak-',
      '5/6 b- map-',
      '5/6 d- mat-',
      '5/6 dz- mats-',
      '5/6 j- mach-',
      '7/8 chi- zvi-',
      '7/8 ch- zv-',
      '9/10 i- dzi-',
      '11/10 ruri- ndi-',
      '11/10 ru- ndi-',
      '11/10 rw- nz-',
      '11/10 ru- -',
      '11/6 ru- ma-',
      '12/13 ka- tu-',
      '14/6 hu- mau-',
      '14/6 u- mau-',
    ],
    prefixes: [
      'ha-',
      'ndi- nda- u- wa- a- ti- ta- mu- ma- va- i- ya- ri- ra- chi- cha- zvi- zva- dzi- dza- ku-',
      'no- na- cha- ka- chi- nga- sa-',
      'ku-',
      'ndi- ku- mu- ti- va- i- ri- chi- zvi- dzi-',
    ],
    affixes:
      '-e:-a -i:-a -wa:-a -isa:-a -esa:-a -ana:-a -era:-a -ira:-a -wana:-a -ika:-a -eka:-a -isisa:-a -ai:-a ' +
      // Places before a noun without its class, small and large ones, and possessors joined to a noun.
      'mu-:i- ku-:i- pa-:i- ka-:mu- tu-:mu- tw-:mw- zi-:mu- zi-:- -ngu -ko -kwe -edu -enyu -avo -angu -ako -ake',
    citation: 'ku-',
  },
  {
    // Source: S. Mchombo, The Syntax of Chichewa, 2004; M. Paas, Chichewa-Chinyanja Dictionary, 2005, on plurals.
    languages: 'ny nya',
    classes: [
      '1/2 mu- a-',
      '1/2 mwa- a-',
      '1/2 mw- a-',
      '1/2 m- a-',
      '1a/2 - a-',
      '3/4 mu- mi-',
      '3/4 mw- miy-',
      '3/4 m- mi-',
      // A consonant is aspirated in the singular alone, and dzi- and di- lose their vowel or more.
      '5/6 ph- map-',
      '5/6 th- mat-',
      '5/6 kh- mak-',
      '5/6 ts- mas-',
      '5/6 dzi- mayi-',
      '5/6 dzi- ma-',
      '5/6 dza- ma-',
      '5/6 di- ma-',
      '5/6 - ma-',
      '7/8 chi- zi-',
      '7/8 ch- z-',
      '12/13 ka- ti-',
      '14/6 u- mau-',
    ],
    prefixes: [
      'si- sa-',
      'ndi- nd- u- w- a- ti- t- mu- mw- i- y- li- l- chi- ch- zi- z- ka- ku-',
      'ku- na- ma- dza- nka- za- sa- da- kada- ta- a-',
      'ku- dza-',
      'ndi- ku- mu- m- ti- wa- i- li- chi- zi-',
    ],
    affixes:
      '-e:-a -i:-a -ni -ani:-a -dwa:-a -edwa:-a -idwa:-a -ana:-a -era:-a -ira:-a -etsa:-a -itsa:-a -nso -di -yo -yi -lo -cho -zo -ko -po -mo ' +
      // Small ones, places, and who does something.
      'ka-:- ti-:- ti-:mw- ku-:- pa-:- m-:- mum-:m- wo-:ku- cho-:ku- zo-:ku- mo-:ku-',
    citation: 'ku- kw-',
  },
  {
    // Source: M. Meeuwis, A Grammatical Overview of Lingala, 2010.
    languages: 'ln lin',
    classes: [
      '1/2 mo- ba-',
      '1/2 mw- b-',
      '1a/2 - ba-',
      '3/4 mo- mi-',
      '3/4 mw- my-',
      '5/6 li- mi-',
      '5/6 li- ma-',
      '7/8 e- bi-',
      '11/6 lo- ma-',
      '14/6 bo- ma-',
    ],
    prefixes: ['na- o- a- to- bo- ba- e- li- mo- lo-', 'ko- ka- zo-', 'n- ko- mo- mi- ba-'],
    affixes:
      '-i:-a -aki:-a -aka:-a -ami:-a -ama:-a -isa:-a -ela:-a -yi:-ia -yaki:-ia -ya:-ia -wi:-ua -waki:-ua -wa:-ua -e:-a',
    citation: 'ko-',
  },
  {
    // Source: M. Mann, An Outline of Icibemba Grammar, 1999.
    languages: 'bem toi loz',
    classes: [
      '1/2 umu- aba-',
      '1/2 umw- ab-',
      '3/4 umu- imi-',
      '3/4 umw- imy-',
      '5/6 i- ama-',
      '5/6 ili- ame-',
      '7/8 ici- ifi-',
      '9/6 in- amain-',
      '9/6 in- aman-',
      '11/10 ulu- in-',
      '11/10 ulu- im-',
      '11/6 ulu- ama-',
      '12/13 aka- utu-',
      '12/13 aka- utw-',
      '14/6 ubu- ama-',
      '14/6 ubw- am-',
    ],
    prefixes: [
      'ta-',
      'n- nd- u- w- a- tu- tw- mu- mw- ba- b- i- li- ci- fi- lu- ka-',
      'la- le- e- a- ka- aku- ali- acila- naku- na-',
      'ku- mu- tu- ba- ci- fi- n- m-',
    ],
    affixes: '-:u- -:a- -:i- e-:i- -e:-a -ile:-a -ele:-a -ine:-a -ene:-a -wa:-a',
    citation: 'uku- ukw- ku-',
  },
  {
    // Source: K. E. Laman, Dictionnaire kikongo-français, 1936; W. H. Bentley, Dictionary and Grammar of the Kongo Language, 1887.
    languages: 'kg kon ktu kwy',
    classes: [
      '1/2 mu- ba-',
      '1/2 n- ba-',
      '1a/2 - ba-',
      '3/4 mu- mi-',
      '3/4 n- mi-',
      '5/6 di- ma-',
      '5/6 di- me-',
      '7/8 ki- bi-',
      '11/13 lu- tu-',
      '14/6 bu- ma-',
      '15/6 ku- ma-',
      '9/10 - zi-',
    ],
    prefixes: ['ke-', 'i- u- a- tu- lu- ba- ya- n- ngi- ka-', 'me- ta- ku- na-', 'ku- mu- tu- ba-'],
    affixes:
      '-aka:-a -idi:-a -ele:-a -ini:-a -ene:-a -didi:-la -dila:-la -ila:-a -ela:-a -anga:-a -isa:-a -esa:-a -ana:-a -wa:-a -e:-a',
    citation: 'ku-',
  },
];
