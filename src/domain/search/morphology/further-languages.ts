import type { MorphologyRow } from './bantu-languages';

/** Smaller languages of the Nile, the Gulf of Guinea, the Sahel and the Horn. */
export const FURTHER_ROWS: readonly MorphologyRow[] = [
  {
    // Source: A. N. Tucker, A Grammar of Kenya Luo, 1994. Possessors and objects follow, subjects and tenses precede.
    languages: 'luo ach laj alz adh',
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
    ],
    prefixes: ['n- m- eitu-', 'a- i- e- ki- aa- kin- aki-'],
    affixes: '-i -a -ni -ishi -ita -ito -u -ie -aki -oki le- lo- ee- oo-',
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
    // Spoken Arabic in its own letters and in Latin ones: articles and conjunctions, persons, plurals, possessors.
    languages: 'ar ara ary arq aeb ayl arz apd shu mey',
    prefixes: [
      'w- u- wa- و- ف-',
      'b- bi- ka- ta- l- li- f- ب- ل- ك-',
      'al- el- il- l- ال- n- y- yi- ye- t- ti- te- ي- ت- ن- ا-',
    ],
    affixes:
      '-in -een -at -aat -t -na -tu -u -i -k -ik -ak -ha -hum -kum -o -a -ti:-a -tik:-a -to:-a -tu:-a -etha:-a لل- ' +
      '-ين -ون -ات -ات:-ة -ها -هم -نا -كم -ي -ك -ه -و -وا -تي:-ة -تك:-ة -ته:-ة -تها:-ة',
  },
];
