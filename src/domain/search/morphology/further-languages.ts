import type { MorphologyRow } from './bantu-languages';

/** Vowels of stems of one syllable, which differ by number, case and voice. Source: T. Andersen, Vowel Quality Alternation in Dinka Verb Inflection, 1993. */
const NILOTIC_PATTERNS =
  '1a2 1aa2 1e2 1ee2 1i2 1ii2 1o2 1oo2 1u2 1uu2 1ia2 1ie2 1iee2 1io2 1ua2 1uaa2 1ue2 1uee2 1uo2 1uoo2 1oa2';

/** Spoken Arabic in its own letters and in Latin ones: articles and conjunctions, persons, plurals, possessors. */
export const ARABIC_ROW: MorphologyRow = {
  languages: 'ar ara ary arq aeb ayl arz apd shu mey',
  prefixes: [
    'w- u- wa- و- ف-',
    'b- bi- ka- ta- l- li- f- ب- ل- ك-',
    'al- el- il- l- ال- n- ni- na- y- yi- ye- ya- t- ti- te- ta- ي- ت- ن- ا-',
  ],
  affixes:
    '-in -een -an -aan -at -aat -t -na -tu -u -i -k -ik -ak -ah -ha -tah -hum -kum -o -a -ti:-a -tik:-a -to:-a -tu:-a -etha:-a لل- ' +
    '-ين -ون -ات -ات:-ة -ها -هم -نا -كم -ي -ك -ه -و -وا -تي:-ة -تك:-ة -ته:-ة -تها:-ة',
  // Source: A. S. Kaye, Chadian and Sudanese Arabic, 1976, on broken plurals and verbs.
  patterns:
    '1a2 1e2 1i2 1o2 1u2 1aa2 1ee2 1ii2 1oo2 1uu2 1a22 1i22 1u22 a1a2 a1i2 a1u2 i1i2 1a2a 1i2i 1a2i ' +
    '1a2a3 1a2i3 1a2u3 1i2i3 1i2a3 1u2u3 1u2a3 1e2i3 1e2e3 1i2aa3 1a2ii3 1aa2i3 1a2uu3 1a23 1i23 1u23 1a22a3 1a22i3 ' +
    '1a23a 1a23e 1i23a 1i23e 1u23a 1u23e 1a23i 1u23i 1i2a3a 1i2aa3a 1a2a3a 1a2i3a a12a3 i12a3 ' +
    '1a23a4 1i23a4 1u23a4 1a23u4 1u23u4 1i23i4 1a23i4',
};

/** Smaller languages of the Nile, the Gulf of Guinea, the Sahel and the Horn. */
export const FURTHER_ROWS: readonly MorphologyRow[] = [
  {
    // Source: A. N. Tucker, A Grammar of Kenya Luo, 1994. Possessors and objects follow, subjects and tenses precede.
    languages: 'luo ach laj alz adh',
    classes: ['1/2 la- lu-', '1/2 la- lo-'],
    prefixes: ['a- i- o- wa- u- gi- ji- ka- en- an- in-', 'ne- nene- se- bi- biro- ko- ki- ok-'],
    affixes:
      '-a -i -e -wa -u -gi -na -ni -ne -nwa -nu -nigi -go -o -a:-o -i:-o -e:-o -wa:-o -u:-o -gi:-o -uru:-o -ore:-o -a:-e -ni:-i -e:-i ' +
      // A consonant at the end changes in front of a possessor.
      '-de:-t -da:-t -di:-t -dwa:-t -du:-t -dgi:-t -pe:-p -ga:-k -gi:-k -ge:-k -gwa:-k -gna:-k -gni:-k -gne:-k -ta:-do -ti:-do -te:-do -ra:-n -ru:-n -nde:-l',
    particles: 'e gi ni ma mar mag ok to kod gin en an in wan',
  },
  {
    // Source: A. Nebel, Dinka Grammar, 1948.
    languages: 'din dik dip dib diw dks',
    prefixes: ['a- aa- ka-', 'ci- cï- bi- bï- kɛ- ke-'],
    affixes: '-die -du -de -da -dun -den -kie -ku -ke -kuo -kun -ken -ë -ic',
    particles: 'ku ë e de ye yen yïn ok wek kek',
    patterns: NILOTIC_PATTERNS,
  },
  {
    // Source: J. P. Crazzolara, Outlines of a Nuer Grammar, 1933: numbers, cases, possessors, persons.
    languages: 'nus',
    affixes: '-ni -i -ä -dä -du -dɛ -dan -dun -dien -kä -ku -kɛ -ɛ -kɔ -nɛ -tkɛ:-th -tni:-th -r:-l -ri:-l',
    particles: 'mi ɛn ɛ kɛ ni ke',
    patterns: NILOTIC_PATTERNS,
  },
  {
    // Source: A. N. Tucker and J. T. ole Mpaayei, A Maasai Grammar, 1955.
    languages: 'mas saq',
    classes: [
      'm ol- il-',
      'm o- i-',
      'm or- il-',
      'f en- in-',
      'f enk- ink-',
      'f e- i-',
      'm ol- il-i',
      'f en- in-i',
      'm ol-i il-',
      'f en-i in-',
    ],
    prefixes: ['n- m- eitu-', 'a- i- e- ki- aa- kin- aki-'],
    affixes:
      '-i -a -ni -ishi -ita -ito -u -ie -aki -oki le- lo- ee- oo- ' +
      // Plurals.
      '-o -in -itin -aitin:-a -ta -jik -k -ak -iak -shi',
    citation: 'a- aa-',
    particles: 'le lo oo ee o te',
  },
  {
    // Source: G. J. Dimmendaal, The Turkana Language, 1983.
    languages: 'tuv kdj teo',
    classes: ['m e- ngi-', 'f a- nga-', 'n i- ngi-', 'm e- i-'],
    prefixes: ['a- i- e- ki- k- to- ke-'],
    affixes: '-i -o -a -io -iok -in -ok -et -it -unet -uni -ete',
    citation: 'aki- ake- aka- ako- a-',
  },
  {
    // Nouns have a short form, and one with a suffix; plurals have their own.
    languages: 'kln niq spy tec sgc eyo',
    prefixes: ['a- i- ko- ki- o- ka- ke- ma-', 'ka- ki- a- i-'],
    affixes:
      '-et -it -ta -da -to -do -iet -iat -aat -ik -ek -ok -uk -wek -nyun -nyu -ngung -nyin -nyo -wa -i -e -u -chi',
  },
  {
    // Source: K. Olawsky, Aspects of Dagbani Grammar, 1999.
    languages: 'dag maw gur dga kus hag sil bwu',
    classes: [
      '1/2 - -ba',
      '1/2 -a -ba',
      '1/2 -o -ba',
      '12/13 -ga -si',
      '12/13 -ga -se',
      '12/13 -a -hi',
      '5/6 -li -a',
      '5/6 -li -ya',
      '5/6 -re -a',
      '15/21 -gu -ri',
      '15/21 -gu -ti',
      '15/21 -go -ro',
      '1/2 - -nima',
    ],
    affixes: '-ri -di -ra -da -ya -ma -la -nim -re -lɛ -hi -si',
    particles: 'la maa ŋɔ ka ni di ti o bi nyɛ',
  },
  {
    // Source: M. E. Kropp Dakubu, Ga-English Dictionary, 1999.
    languages: 'gaa ada',
    prefixes: ['mi- o- e- wɔ- nyɛ- amɛ- i-', 'mii- aa- baa- ba- a- ka- kɛ- ya- yaa-'],
    affixes: '-i -ii -bii -mɛi -hi -ɔ -ɔɔ -aa -mɔ -lɔ -lɔi',
    particles: 'lɛ kɛ yɛ ni nɔ mli mi o e wɔ nyɛ amɛ',
  },
  {
    // A perfect in -li or -ni, and plurals.
    languages: 'bci any nzi aha',
    prefixes: ['m- n- a- e- o- ɔ- be- bɛ- amun-', 'a- su- ti- ko-'],
    affixes: '-li -ni -lɛ -nɛ -le -ne -mun -ma -n -fuɛ -wa',
    particles: "i n'n nin ɔ be a e amun su ti",
  },
  {
    // Source: C. Lefebvre and A.-M. Brousseau, A Grammar of Fongbe, 2002. Words have no forms; those who do something have a suffix.
    languages: 'fon gej ajg gun guw fiy',
    affixes: '-tɔ -nɔ -gan -vi',
    particles: 'ɔ lɛ e ce towe tɔn un a mi ye nɔ ná ɖò ɖo wɛ bo bɔ',
  },
  {
    // Source: W. E. Welmers, Efik, 1966.
    languages: 'efi ibb anw',
    classes: ['1/2 o- i-', '1/2 e- n-', '1/2 a- m-', '1/2 a- i-', '1/2 ɔ- n-'],
    prefixes: ['n- m- ŋ- a- e- ɛ- i- o- ɔ- u-', 'ma- me- ke- ka- ya- ye- di- da- kpa- kpe- mi-'],
    affixes: '-de -da -ke -ka -ne -na -ho',
    citation: 'ndi- di-',
    particles: 'mi fo esie nnyin mbufo mmọ ke ye nte',
  },
  {
    // Source: J. D. Sapir, A Grammar of Diola-Fogny, 1965. The article repeats the prefix of the following noun.
    languages: 'dyo csk',
    classes: [
      '1/2 a- ku-',
      '1/2 an- kun-',
      '3/4 e- si-',
      '5/6 bu- u-',
      '7/8 fu- ku-',
      '9/8 ka- u-',
      '10/11 ji- mu-',
      '5/6 ba- u-',
      '3/4 ɛ- sɛ-',
    ],
    prefixes: ['i- nu- ni- na- a- u- nuu- ku- ji-', 'man- let- di-'],
    affixes: '-aw -ak -ay -as -ab -af -aku -asu -abu -olal -om -i -ol -oli -uul -il -e -ut -er -en -ulo',
    citation: 'e- ka- ɛ- ba- fu-',
  },
  {
    // Source: E. G. Aginsky, A Grammar of the Mende Language, 1935.
    languages: 'men lom lef bzu',
    affixes: '-i -ei -ui -isia -sia -nga -ngaa -ngei -hu -ma -ngo -ni -lɔ -a -ila -ga',
    particles: 'nya bi ngi mu wu ti a na ji',
  },
  {
    languages: 'sus sux yal',
    affixes: '-e -ie -ee -i -xi -ma -fe -ra -de -yi -e:-i',
    particles: 'na nu bara mu n i a won wo e tan',
  },
  {
    languages: 'snk',
    affixes: '-n -nu -no -o -o:-e -u:-e -on:-e -un:-e -na -nta -ne -ini:-i -ndi -aana',
    particles: 'da ga ti wa ma yi ke su',
  },
  {
    // Source: E. M. Roper, Tu Beḍawiɛ, 1928: articles before nouns, possessors after them.
    languages: 'bej',
    prefixes: ['uu- tuu- oo- too- aa- taa- ee- tee- u- tu- o- to- i- ti- wi-'],
    affixes: '-b -t -a -aa -i -u -uuk -uus -oon -ook -oosna -an -eek -iyaan -ta -tiniit',
  },
  {
    // Source: K. Kawachi, A Grammar of Sidaama, 2007. Cases replace the final vowel, possessors follow, and verbs end in person and tense.
    languages: 'sid drs had ktb alw bji',
    affixes:
      '-u:-o -u:-a -u:-e -i:-o -i:-a -i:-e -ni -nni -ra -ho -te -wa -nna -uni:-a -unni:-o -unni:-a -unni:-e -inni:-o -inni:-a -inni:-e ' +
      '-ikki:-e -ikki:-o -ikki:-a -isi:-e -isi:-o -isi:-a -ise:-e -ise:-o -ise:-a -inke:-e -inke:-o -inke:-a -insa:-e -insa:-o -insa:-a ' +
      "-i'ya:-e -i'ya:-o -i'ya:-a -'ya -kki -si -se -nke -ne -nsa -lla:-la -bba -ubba:-o -ubba:-a -lo -oota:-o " +
      '-anno:-a -tanno:-a -itanno:-a -inanno:-a -iranno:-a -nanno:-a -oommo:-a -toommo:-a -itto:-a -tto:-a -ino:-a -sino:-sa -ssino:-sa -tino:-a -itino:-a -noommo:-a -inoommo:-a ' +
      '-i:-a -iti:-a -tu:-a -ate:-a -e:-a -te:-a -nni:-a -isanno:-a -isi:-a',
  },
  {
    // Source: M. Wakasa, A Descriptive Study of the Modern Wolaytta Language, 2008.
    languages: 'wal gmv gof dwr kwd',
    affixes:
      '-ay:-aa -an:-aa -aappe:-aa -aara:-aa -aassi:-aa -aa:-a -ata:-aa -atu:-aa -ati:-aa -ati:-a -ata:-a -iyaa:-iya -iya:-iyo -iyan:-iyo -iyo:-iya -oy:-uwa -uwa:-o -otu:-uwa -oti:-uwa ' +
      '-iis:-a -aasu:-a -aas:-a -adasa:-a -idosona:-a -ida:-a -ais:-a -ees:-a -awusu:-a -oosona:-a -ana:-a -anawu:-a -iyogaa:-a -enna:-a -ibeenna:-a ' +
      '-iis -aasu -aas -adasa -idosona -ida -ais -ees -awusu -oosona -anawu -iyogaa',
    particles: 'ha he taani neeni i a nuuni',
  },
  {
    // Source: E. M. Parker and R. J. Hayward, An Afar-English-French Dictionary, 1985.
    languages: 'aa aar ssy',
    prefixes: ['ma- t- y- n- '],
    affixes:
      '-al:-a -al:-e -l -k -h -t -ih:-i -wwa -itte:-i -itte:-a -un:-a -a:-e -a:-i -e:-a ' +
      '-eh:-e -teh:-e -neh:-e -enih:-e -tenih:-e -em:-e -ten:-e -en:-e -ele:-e -aah:-e -naah:-e -taah:-e -aanah:-e -inna:-e -is:-e -ise:-e',
  },
  {
    // Source: K. A. Lébikaza, Grammaire kabiyè, 1999. Suffixes of classes; persons precede a verb, whose infinitive has a suffix too.
    languages: 'kbp kdh',
    classes: [
      '1/2 -ʋ -aa',
      '1/2 -u -aa',
      '1/2 - -aa',
      '1/2 - -naa',
      '12/13 -ɣa -ya',
      '12/13 -ɣ -sɩ',
      '12/13 -aɣ -asɩ',
      '12/13 -aɣ -ɩsɩ',
      '5/6 -iye -asɩ',
      '5/6 -ɩyɛ -a',
      '5/6 -iye -e',
      '5/6 -sɩyɛ -sa',
      '3/4 -ʋ -ŋ',
      '3/4 -ʋ -ɩŋ',
      '3/4 -uu -iŋ',
    ],
    prefixes: ['ma- me- n- ŋ- ɛ- e- ɖɩ- ɩ- i- pa- pe- po- ta- te-', 'aa- ɩɩ- ka-'],
    affixes:
      '-a:-ʋ -a:-uu -aa:-ʋ -wa:-ʋ -ɩ:-ʋ -i:-uu -:-ʋʋ -ɩ:-ʋʋ -a:-ʋʋ -u:-ʋʋ -ʋ:-ʋʋ -i:-iyu -a -ɩ -ʋ -da -yɔ',
    particles: 'se nɛ yɔ lɛ pɩ ɖɛ ma ŋ ɛ ɖa mɩ pa',
  },
  {
    // Source: R. N. Agheyisi, A Grammar of Edo, 1990. The first vowel changes in plurals, and a past has a suffix.
    languages: 'bin ish',
    classes: ['1/2 o- i-', '1/2 o- e-', '1/2 e- i-', '1/2 a- i-', '1/2 o- a-', '1/2 u- i-'],
    prefixes: ['i- u- a- e- o-'],
    affixes: '-re -ren -ro -ron -rue -mwen -ue -uen -nren -nron -ren:-en',
    particles: 'ni na avbe ne ghe ma me re',
  },
  {
    // Source: F. McLaughlin, Consonant Mutation and Reduplication in Seereer-Siin, 2000. The first consonant changes with the class.
    languages: 'srr',
    classes: [
      '1/2 ok- g-',
      '1/2 ok- x-',
      '1/2 ot- r-',
      '1/2 op- f-',
      '1/2 op- b-',
      '1/2 oc- s-',
      '1/2 oc- j-',
      '1/2 o- -',
      '5/6 a- xa-',
      '3/4 o- xa-',
      '7/8 o- fo-',
      '9/10 - a-',
      '13/12 o- fu-',
    ],
    prefixes: ['a- i- na- da- u- xan- xana-', 'ta- ka-'],
    affixes:
      '-a -aa -u -uu -eer -ee -iit -it -id -iid -ox -oox -or -oor -ir -ik -kaa -iikaa -ang -angaa -el -ong -of -es -um -een -and -nong -ng -ik -aan ' +
      'g-:k- j-:c- d-:t- b-:p- r-:t- f-:p- s-:c- x-:k- nd-:d- mb-:b- nj-:j- ng-:g- nd-:r- mb-:w- ng-:k- ' +
      // A plural has the voiceless consonant of the same place.
      'p-:mb- t-:nd- c-:nj- k-:ng- p-:f- c-:s- k-:x- t-:r- nj-:s- mb-:f- -e -le -andoor',
    particles: 'o a xa fa le ke ne ole ale xale fane tee in nu den',
  },
];
