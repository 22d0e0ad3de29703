import type { Morphology } from './morphology';

/** How the words of a language are inflected, in a short notation. */
interface Row {
  /** Codes of the language (ISO 639). */
  readonly languages: string;
  /** Pairs of noun classes: `7/8 ki- vi-`. The first that fits a headword makes its plural. */
  readonly classes?: readonly string[];
  /** Groups of prefixes in the order in which they precede a stem. */
  readonly prefixes?: readonly string[];
  /** Forms and what headwords have in their place: `-ni`, `-e:-a`. */
  readonly affixes?: string;
  readonly citation?: string;
  readonly particles?: string;
}

const NGUNI_CLASSES = [
  '1/2 umu- aba-',
  '1/2 um- aba-',
  '1/2 um- abe-',
  '1a/2a u- o-',
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
];

/**
 * Inflections of languages in general grammars, without irregular words. To add a language, add an item. A dictionary that
 * declares a morphology uses none of these.
 */
export const MORPHOLOGY_ROWS: readonly Row[] = [
  {
    // Source: E. O. Ashton, Swahili Grammar, 1944.
    languages: 'sw swh swa',
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
      'ya- zo- yo- za- ka- sa- nga- be-',
      'uku- ku-',
      'ngi- ndi- ku- m- mu- si- ni- ba- wu- yi- li- wa- zi- lu- bu-',
    ],
    affixes: '-ile:-a -e:-a -i:-a -anga:-a -ini:-a -ini:-o -ini:-i -eni:-a -eni:-e -wa:-a -wu:-a',
    citation: 'uku- ukw- uk-',
  },
  {
    // Source: G. Fortune, Shona Grammatical Constructions, 1980.
    languages: 'sn sna',
    classes: [
      '1/2 mu- va-',
      '3/4 mu- mi-',
      '5/6 - ma-',
      '7/8 chi- zvi-',
      '11/10 ru- -',
      '12/13 ka- tu-',
      '14/6 hu- mau-',
    ],
    prefixes: [
      'ha-',
      'ndi- nda- u- wa- a- ti- ta- mu- ma- va- i- ya- ri- ra- chi- cha- zvi- zva- dzi- dza- ku-',
      'no- na- cha- ka- chi- nga- sa-',
      'ku-',
      'ndi- ku- mu- ti- va- i- ri- chi- zvi- dzi-',
    ],
    affixes: '-e:-a -i:-a -wa:-a',
    citation: 'ku-',
  },
  {
    // Source: S. Mchombo, The Syntax of Chichewa, 2004.
    languages: 'ny nya',
    classes: [
      '1/2 mu- a-',
      '1/2 mw- a-',
      '1/2 m- a-',
      '3/4 mu- mi-',
      '3/4 m- mi-',
      '5/6 - ma-',
      '7/8 chi- zi-',
      '12/13 ka- ti-',
    ],
    prefixes: [
      'si-',
      'ndi- u- a- ti- mu- i- li- chi- zi- ka- ku-',
      'ku- na- ma- dza- nka- za- sa-',
      'ku-',
      'ndi- ku- mu- m- ti- wa- i- li- chi- zi-',
    ],
    affixes: '-e:-a -i:-a -dwa:-a -nso -di',
    citation: 'ku- kw-',
  },
  {
    // Source: A. Coupez, Grammaire rwanda simplifiée, 1961.
    languages: 'rw kin rn run',
    classes: [
      '1/2 umu- aba-',
      '1/2 umw- ab-',
      '3/4 umu- imi-',
      '3/4 umw- imy-',
      '5/6 i- ama-',
      '5/6 iri- ama-',
      '7/8 iki- ibi-',
      '7/8 igi- ibi-',
      '7/8 icy- iby-',
      '11/10 uru- in-',
      '11/10 uru- im-',
      '12/13 aka- utu-',
      '12/13 aga- udu-',
    ],
    prefixes: [
      'nti- si- nt-',
      'n- m- u- a- tu- du- mu- ba- i- ri- ki- bi- zi- ru- ka- bu- ku-',
      'ra- a- za- ki- ka-',
      'ku- gu- kw-',
      'n- ku- gu- mu- tu- ba- bi- ki- ri- zi-',
    ],
    affixes: '-ye:-a -e:-a -wa:-a',
    citation: 'ku- gu- kw-',
  },
  {
    // Source: E. O. Ashton and others, A Luganda Grammar, 1954.
    languages: 'lg lug nyn ttj nyo cgg',
    classes: [
      '1/2 omu- aba-',
      '1/2 omw- ab-',
      '3/4 omu- emi-',
      '3/4 omw- emy-',
      '5/6 eri- ama-',
      '5/6 e- ama-',
      '7/8 eki- ebi-',
      '7/8 eky- eby-',
      '11/10 olu- en-',
      '11/10 olu- em-',
      '12/14 aka- obu-',
    ],
    prefixes: [
      'te- si-',
      'n- o- a- tu- mu- ba- e- gu- li- ki- bi- lu- ka- bu- ku-',
      'naa- li- a- nna-',
      'ku-',
      'n- ku- mu- tu- ba- gu- ki- bi- li-',
    ],
    affixes: '-e:-a -dde:-la -ye:-a -wa:-a',
    citation: 'oku- okw-',
  },
  {
    // Source: M. Meeuwis, A Grammatical Overview of Lingala, 2010.
    languages: 'ln lin',
    classes: ['1/2 mo- ba-', '1a/2 - ba-', '3/4 mo- mi-', '5/6 li- ma-', '7/8 e- bi-', '11/6 lo- ma-', '14/6 bo- ma-'],
    prefixes: ['na- o- a- to- bo- ba- e- li- mo- lo-', 'ko- ka-', 'n- ko- mo- mi- ba-'],
    affixes: '-i:-a -aki:-a -aka:-a -ami:-a -ama:-a -isa:-a -ela:-a',
    citation: 'ko-',
  },
  {
    // Source: D. T. Cole, An Introduction to Tswana Grammar, 1955; C. M. Doke, Textbook of Southern Sotho Grammar, 1957.
    languages: 'tn tsn st sot nso',
    classes: [
      '1/2 mo- ba-',
      '1a/2a - bo-',
      '3/4 mo- me-',
      '5/6 le- ma-',
      '7/8 se- di-',
      '9/10 - di-',
      '9/10 - li-',
      '11/10 lo- di-',
      '14/6 bo- ma-',
    ],
    prefixes: ['ke- o- re- le- ba- a- e- di- se-', 'a- tla- sa- ka- itse-', 'n- m- go- ho- mo- re- le- ba- di-'],
    affixes: '-ile:-a -tse:-a -e:-a -ng -wa:-a -ngwa:-a',
    citation: 'go- ho-',
  },
  {
    // Source: M. Mann, An Outline of Icibemba Grammar, 1999.
    languages: 'bem toi loz',
    classes: [
      '1/2 umu- aba-',
      '3/4 umu- imi-',
      '5/6 i- ama-',
      '7/8 ici- ifi-',
      '11/10 ulu- in-',
      '12/13 aka- utu-',
    ],
    prefixes: ['ta-', 'n- u- a- tu- mu- ba- i- li- ci- fi- lu- ka-', 'la- le- a- ka- aku-', 'ku- mu- tu- ba- ci- fi-'],
    affixes: '-e:-a -ile:-a -wa:-a',
    citation: 'uku- ukw- ku-',
  },
  {
    // Source: K. E. Laman, Dictionnaire kikongo-français, 1936.
    languages: 'kg kon ktu kwy',
    classes: ['1/2 mu- ba-', '3/4 mu- mi-', '5/6 di- ma-', '7/8 ki- bi-', '11/13 lu- tu-', '9/10 - zi-'],
    prefixes: ['ke-', 'i- u- a- tu- lu- ba- ya-', 'me- ta- ku-', 'ku-'],
    affixes: '-aka:-a -idi:-a -ele:-a -e:-a',
    citation: 'ku-',
  },
  {
    // Source: P. Newman, The Hausa Language, 2000: possessives, the definite article, regular plurals.
    languages: 'ha hau',
    affixes:
      '-na -ta -nka -nki -nsa -nta -nmu -nku -nsu -rka -rki -rsa -rta -rmu -rku -rsu -n -r -nan -nnan ' +
      '-aje:-a -una:-i -una:-e -unan:-i -ai:-i -ai:-a -awa:-e -awa:-i -oci:-a -oci:-i -u:-a -wa -wa:-a',
    prefixes: ['ba-'],
    particles:
      'na ta ya ka ki mun kun sun an in ina kina kana yana tana muna kuna suna ana naka taka zai zan za zata da ne ce ' +
      'wani wata wasu mai ba nan can',
  },
  {
    // Source: S. Robert, Approche énonciative du système verbal: le cas du wolof, 1991.
    languages: 'wo wol',
    affixes:
      '-oon -woon -am -al -leen -ul -wul -uma -uloo -aat -waat -ati -kat -le -lu -u -oo -andoo -ee -i -e -ante -aale -loo',
    particles:
      'bi yi gi ji wi mi li si ki ñi ba ya ga ja wa ma la sa ka ña bu yu gu ju wu mu lu su ku ñu ' +
      'naa nga na nañu ngeen dama danga dafa danu dangeen dañu maa yaa moo noo ngi angi di da du ab ay ak te sama sunu seen say',
  },
  {
    // Source: B. C. Donaldson, A Grammar of Afrikaans, 1993.
    languages: 'af afr',
    affixes:
      '-e -s -ë -te -de -te:-t -we:-f -wwe:-f -tte:-t -kke:-k -ppe:-p -nne:-n -lle:-l -sse:-s -mme:-m -rre:-r -gge:-g -dde:-d ' +
      '-ers -er -ster -ste -ing -ie -pie -jie -tjie -etjie -kie -ies -pies -jies -tjies -like:-lik -ige:-ig -se ge-:- ge-d:-',
    particles: "die 'n is het my jou sy haar ons julle hulle se nie te",
  },
  {
    languages: 'sg sag',
    prefixes: ['a-'],
    affixes: '-ngo',
    particles: 'na ti so ni ape la awe lo mo mbi',
  },
  {
    // Source: G. Dumestre, Grammaire fondamentale du bambara, 2003.
    languages: 'bm bam dyu emk mku msc',
    affixes: '-w -u -lu -ra -la -na -len -nen -lan -nan -li -ni -ya -ba -bali -baa',
    particles: 'ye bɛ be tɛ te ka ma na la ni o in min don do tun nana mana i n a an aw u',
  },
  { languages: 'mnk', affixes: '-o -olu:-o -olu -lu -ta -ra -la -rin -ndi -ba -ri', particles: 'ye be ka ma la te' },
  {
    // Source: D. Westermann, A Study of the Ewe Language, 1930.
    languages: 'ee ewe',
    affixes: '-wo -awo -a -la -lawo -na -m -nya -e',
    prefixes: ['me- e- wo- mie- nye-', 'a- le- va- nɔ- ga-'],
    particles: 'la wo ƒe le na nye sia si ame me mie',
  },
  {
    // Source: J. G. Christaller, A Grammar of the Asante and Fante Language, 1875.
    languages: 'ak aka tw twi fat',
    classes: ['1/2 ɔ- a-', '1/2 o- a-', '1/2 a- n-', '1/2 a- m-', '1/2 ɔ- n-', '1/2 -ni -fo', '1/2 o-ni a-fo', '1/2 ɔ-ni a-fo', '1/2 - n-'],
    prefixes: ['me- wo- ɔ- o- ye- yɛ- mo- wɔ- e- ɛ-', 're- bɛ- be- a- n- m- kɔ- ko- ba-'],
    affixes: '-fo -foɔ -i -e -ɛ -no',
    particles: 'no bi na a yi wɔ de me wo ne',
  },
  {
    languages: 'yo yor',
    particles: 'àwọn awọn ni ń náà naa mi rẹ wa yín wọn mo o ó a ẹ ti yóò máa kò',
  },
  {
    // Source: E. N. Emenanjo, Elements of Modern Igbo Grammar, 1978.
    languages: 'ig ibo',
    prefixes: ['na- a- e- ga-', 'a- e- i- ị-'],
    affixes: '-ra -re -ri -rị -ro -rọ -ru -rụ -la -le -go -ghi -ghị -kwa -kwu',
    citation: 'i- ị-',
    particles: 'na ya m gị anyị ha nke ndị a ahụ',
  },
  {
    // Source: J. I. Saeed, Somali Reference Grammar, 1987.
    languages: 'so som',
    affixes:
      '-ka -ta -ga -da -ha -ku -tu -gu -du -hu -kii -tii -gii -dii -hii -kan -tan -gan -dan -kayga -tayda -yo -yaal -o ' +
      '-sha:-l -aan -een -ayaa -tay -ay -ye -nay -teen -ne',
    particles: 'waa ayaa baa ee iyo oo ku ka u la si',
  },
  {
    languages: 'om orm gaz',
    affixes:
      '-oota -oota:-a -oota:-aa -oolee:-a -lee -wwan -n -ni -ni:-a -f -tti -tti:-a -rraa -irraa:-a -icha:-a -ittii:-a ' +
      '-e:-uu -te:-uu -ne:-uu -a:-uu -ti:-uu -na:-uu -an:-uu -u:-uu -era:-uu',
    particles: 'fi irra keessa hin ni dha',
  },
  {
    languages: 'am amh ti tir',
    prefixes: ['የ- በ- ለ- ከ- ስለ- እንደ- ወደ- አል- ይ- ት- እን- ሲ- ን- ዝ- ብ- ካብ-'],
    affixes: '-ን -ም -ና -ዎች -ው -ዋ -ዬ -ኝ -ላቸው -ታት -ት',
  },
  {
    languages: 'mg mlg plt',
    affixes: 'ni-:mi- hi-:mi- nan-:man- han-:man- nam-:mam- ham-:mam- na-:ma- ha-:ma- -na -ina -ana -ko -nao -ny -ntsika -nareo',
    particles: 'ny no dia sy ilay izany ireo ho',
  },
  {
    languages: 'ber kab zgh shi tzm rif',
    classes: ['m a- i-en', 'm a- i-an', 'm a- i-', 'm a-u i-a', 'f ta-t ti-in', 'f ta-t ti-', 'f ta- ti-'],
    prefixes: ['ad- ur- la- i- y- t- n-'],
    affixes: 'u-:a- w-:- te-t:ta-t t-t:ta-t -en -an -in -agh -iw -ik -is -nsen -nnegh i-:- y-:- t-:-',
  },
  {
    languages: 'kr kau knc kby',
    affixes: '-wa -ye -ro -be -n -lan -nyin -mi -mbe -nde -ndo -nza -nzaye -nem -niya -sa -so',
  },
  { languages: 'son ses dje hmb khq', affixes: '-yan -yey -ey -ey:-a -ey:-o -oo -oo:-o -aa -aa:-a -di -di:-o -yaŋ -ndi' },
  {
    languages: 'mos',
    classes: ['1/2 -a -ba', '1/2 - -ramba', '12/13 -ga -se', '12/13 -ka -se', '12/13 -ga -si', '21/13 -go -do', '15/21 -go -do', '5/6 -re -a', '5/6 -ga -a', '5/6 -la -a', '1/2 - -dãmba'],
    affixes: '-da -ame:-a -ame:-e -d:-e -da:-e -ã -ãmb',
  },
  {
    languages: 'ff ful fuf fuv fuc fub fuh ffm',
    classes: ['o/ɓe -o -ɓe', 'o/ɓe -jo -ɓe', 'o/ji - -ji', 'o/en - -en', 'nde/ɗe -re -e', 'ndu/ɗi -ru -i', 'nge/ɗi -nge -i', 'ngal/ɗe -al -e', 'ngel/kon -el -on', 'ki/ɗe -i -e'],
    affixes:
      '-i:-ude -a:-ude -ii:-ude -ata:-ude -at:-ude -ay:-ude -aani:-ude -aali:-ude -ete:-ude -ama:-ude -aama:-ude ' +
      '-i:-ugo -a:-ugo -ii:-ugo -ata:-ugo -an:-ugo -ay:-ugo -i:-de -a:-de -o -ɗi -ɗe -ngal -ndu -nde -nge -ngu -ki -ngol -ka -am -maa -mum -ɗam -ma',
  },
];

function list(words: string | undefined): readonly string[] {
  return (words ?? '').split(' ').filter((word) => word !== '');
}

function morphologyOf({ classes = [], prefixes = [], affixes, citation, particles }: Row): Morphology {
  return {
    nounClasses: classes.map((row) => {
      const [pair = '', singular = '', plural = ''] = row.split(' ');
      return { pair, singular, plural };
    }),
    prefixes: prefixes.map(list),
    affixes: list(affixes).map((rule) => {
      const [form = '', base = '-'] = rule.split(':');
      return { form, base };
    }),
    citationPrefixes: list(citation),
    particles: list(particles),
  };
}

/** The morphology of languages, by their codes. */
export const MORPHOLOGIES: ReadonlyMap<string, Morphology> = new Map(
  MORPHOLOGY_ROWS.flatMap((row) => {
    const morphology = morphologyOf(row);
    return list(row.languages).map((code) => [code, morphology] as const);
  }),
);
