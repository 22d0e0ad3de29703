import type { MorphologyRow } from './bantu-languages';

/** Languages with suffixes and clitics, and those with prefixes and suffixes at once. */
export const OTHER_ROWS: readonly MorphologyRow[] = [
  {
    // Source: P. Newman, The Hausa Language, 2000: possessives, the definite article, regular plurals.
    languages: 'ha hau',
    affixes:
      '-na -ta -nka -nki -nsa -nta -nmu -nku -nsu -rka -rki -rsa -rta -rmu -rku -rsu -n -r -nan -nnan ' +
      '-aje:-a -una:-i -una:-e -unan:-i -ai:-i -ai:-a -awa:-e -awa:-i -oci:-a -oci:-i -u:-a -wa -wa:-a ' +
      // Plurals that repeat the last consonant or change it.
      '-aye:-e -aye:-u -aye:-a -ye:-e -uwa:-e -uwa:-i -uwa:-u -anu:-o -anuwa:-o -tuwa:-ce -ji:-za -ki:-ya -uka:-e -nuka:-e -uruwa:-i -a:-e -a:-o -a:-i ' +
      '-bobi:-ba -dodi:-da -fofi:-fa -gogi:-ga -koki:-ka -koki:-ki -loli:-la -momi:-ma -noni:-na -rori:-ra -soshi:-sa -toci:-ta -toci:-to -yoyi:-ya -ayoyi:-aya -ʼoʼi:-ʼa ' +
      '-rare:-ri -rare:-re -sashe:-sa -kake:-ka -nanni:-na -sanni:-sa -fafu:-fa -fafuwa:-fa ' +
      // Feminine adjectives, participles, agents and verbal nouns.
      '-uwa:-o -uwar:-o -ar:-i -on:-o -affe:-a -faffe:-fe -nanne:-na -tacce:-ta -dadde:-de -yayye:-ya -babbe:-ba -sasshe:-sa -kakke:-ka -lalle:-la -rarre:-ra ' +
      '-aci:-a ma-i:-a ma-ci:-ta ma-iya:-a -tu:-ta -o:-a -awa:-a -i:-a',
    // Plurals with a vowel between the last consonants: sarakuna, jirage.
    patterns: '1a23i 1i23i 1u23i 1a23a 1i23a 1u23a 1a23e 1u23e 1a2i 1i2i 1u2i 1a2a 1o2i',
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
    languages: 'bm bam dyu emk mku msc man nqo mwk mlq myq',
    affixes:
      '-w -u -lu -ra -la -na -len -nen -lan -nan -li -ni -ya -ba -bali -baa -libaa -nibaa -kɛ -likɛ -nikɛ -tɔ -baatɔ -nin',
    particles: 'ye bɛ be tɛ te ka ma na la ni o in min don do tun nana mana i n a an aw u',
  },
  {
    languages: 'mnk',
    affixes: '-o -olu:-o -olu -lu -ta -ra -la -rin -ndi -ba -ri',
    particles: 'ye be ka ma la te',
  },
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
    classes: [
      '1/2 ɔ- a-',
      '1/2 o- a-',
      '1/2 a- n-',
      '1/2 a- m-',
      '1/2 ɔ- n-',
      '1/2 -ni -fo',
      '1/2 o-ni a-fo',
      '1/2 ɔ-ni a-fo',
      '1/2 - n-',
    ],
    prefixes: [
      'me- mi- m- wo- wu- w- ɔ- o- ye- yɛ- yi- mo- mu- wɔ- e- ɛ-',
      're- bɛ- be- bɔ- a- n- m- kɔ- ko- ba-',
    ],
    affixes: '-fo -foɔ -i -e -ɛ -eɛ -ee -ɛɛ -yɛ -no -nom',
    // The prefix of a noun is left out after a possessor.
    citation: 'o- a- e-',
    particles: 'no bi na a yi wɔ de me wo ne mo yɛn',
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
    // Source: R. S. Hagman, Nama Hottentot Grammar, 1977: the endings of gender, number and object.
    languages: 'naq',
    classes: ['m -b -gu', 'm -mi -mgu', 'm -bi -gu', 'm -i -gu', 'f -s -di', 'f -s -ti', 'c -i -n'],
    affixes:
      '-a -ba:-b -sa:-s -i:-b -i:-s -e:-i -a:-i -ga:-b -gu:-s -de:-s -di:-b -na:-i -na:-b -n:-b -n:-s -ma:-mi -mma:-mmi -msa:-mi -ms:-mi -mmi:-mi -mi:-mmi -he -gu -sen -tama -ro ' +
      // The feminine and the common gender, and the plural of the former in the present spelling.
      '-s -n -b -ti -tsi -ra:-s -kha:-b -b:-s -i:-b',
    particles: 'ge ra go nî ta te ti tsî xa ǃnâ ai re',
  },
  {
    // Source: J. I. Saeed, Somali Reference Grammar, 1987.
    languages: 'so som',
    affixes:
      '-ka -ta -ga -da -ha -a -ku -tu -gu -du -hu -kii -tii -gii -dii -hii -kan -tan -gan -dan -kayga -tayda -yo -yaal -o ' +
      '-ada:-o -adu:-o -adii:-o -aha:-o -aha:-e -uhu:-o -uhu:-e -ihii:-o -ihii:-e -ooyin:-o -ooyinka:-o -yada -yaasha -oyin -iin -iinta -iintii -aal -miin:-n ' +
      '-kay -tay -day -gay -hay -aday:-o -kaa -taa -daa -gaa -kiis -tiis -diis -giis -iisa -keed -teed -deed -geed -keen -teen -deen -geen -kood -tood -dood ' +
      '-sha:-l -shay:-l -aan -een -aa -naa -aysaa -ayaa -ay -ye -nay -ne -eyso:-o -atay:-o ' +
      '-ihiisa:-o -iheeda:-o -aheeda:-o -ahay:-e -ahay:-o -ahaa:-e -aysa -eysaa -eysay -anayaa:-o -anaya:-o -nayaa -in -i ' +
      // A short vowel before the last consonant is lost in front of a vowel, and a final g and n of a word stand for k and m.
      '-ko:-ig -kay:-ag -kaa:-ag -mo:-an -lo:-il -lay:-al -laa:-al -nay:-an -ray:-ar -ro:-ir -dho:-adh -dhaha:-adh -day:-o -daa:-o -ryo:-ri -heed -an',
    particles: 'waa ayaa baa ee iyo oo ku ka u la si',
  },
  {
    // Source: J. Owens, A Grammar of Harar Oromo, 1985; Q. Wako Tola and others on the qubee.
    languages: 'om orm gaz hae orc gax',
    prefixes: ['hin- ni-'],
    affixes:
      '-oota -oota:-a -oota:-aa -oota:-ii -oota:-uu -oota:-ee -oolee:-a -olii:-a -oolii:-a -wwan -eewwan:-ee -lee -een:-a -eyyii:-aa -ota:-aa -ota:-a ' +
      // Cases, the definite, and what a possessor has.
      '-n -ni -ni:-a -ti:-a -i:-a -f -tti -tti:-a -itti -rra -rraa -irraa:-a -iin -aan:-a -dhaan -dhaaf -icha:-a -icha:-aa -icha:-ii -ichi:-a -ichi:-ii -ittii:-a -ittii:-ii -lle -s ' +
      // Verbs by person and tense; those in -achuu have a stem in -adh- and -at-.
      '-e:-uu -te:-uu -ne:-uu -a:-uu -ta:-uu -ti:-uu -na:-uu -an:-uu -ani:-uu -tan:-uu -tani:-uu -u:-uu -tu:-uu -nu:-uu -i:-uu -aa:-uu -taa:-uu -naa:-uu -ee:-uu -tee:-uu -nee:-uu ' +
      '-ine:-uu -ite:-uu -ina:-uu -ita:-uu -iti:-uu -de:-uu -da:-uu -di:-uu -era:-uu -eera:-uu -teera:-uu -neera:-uu -aniiru:-uu -aniiru:-achuu -atti:-achuu ' +
      '-adhe:-achuu -atte:-achuu -attu:-achuu -atta:-achuu -adha:-achuu -adhu:-achuu -ate:-achuu -ata:-achuu -ati:-achuu -atu:-achuu -anne:-achuu -anna:-achuu -atan:-achuu -atani:-achuu -adhaa:-achuu -atee:-achuu -adheera:-achuu -ateera:-achuu ' +
      '-uuf:-uu -uun:-uu -chuuf:-chuu -amuu:-uu -ame:-uu -ama:-uu -siisuu:-uu -sise:-suu',
    particles:
      'fi irra irratti keessa hin ni nan si na kan akka dha koo kee isaa ishee keenya keessan isaanii',
  },
  {
    // Source: W. Leslau, Reference Grammar of Amharic, 1995. In Latin letters: an affix changes the last syllable of a word.
    languages: 'am amh',
    prefixes: [
      'የ- በ- ለ- ከ- ስለ- እንደ- ወደ- አል- ይ- ት- እን- ye- be- le- ke- sle- ende- wede- eske- al- y- t- n- sy- la- ay-',
    ],
    affixes:
      '-ን -ም -ና -ዎች -ው -ዋ -ዬ -ኝ -ላቸው ' +
      '-och -woch -ochu -wochu -ochn -wochn -ochun -oche -ochachn -ochachew -u -w -wa -itu -n -un -wn -e -en -ye -yen -h -sh -achn -achhu -achew ' +
      '-m -na -s -ech:-e -u:-e -ku:-e -k:-e -sh:-e -n:-e -achhu:-e -u:-a -hu -hu:-e -ch -al:-e',
  },
  {
    // Source: J. Mason, Tigrinya Grammar, 1996. In Latin letters, as above.
    languages: 'ti tir tig',
    prefixes: ['ን- ዝ- ብ- ካብ- ይ- ት- ne- be- ze- n- b- z- kab- ab- nab- ay- y- t-'],
    affixes:
      '-ታት -ት -ን -at -tat -yat -wti -n -ey -y -ka -ki -u -a -na -kum -kn -om -en -et:-e -u:-e -ku:-e -ka:-e -ki:-e -na:-e -kum:-e',
  },
  {
    // Source: R. B. Rasoloson and C. Rubino, Malagasy, in: The Austronesian Languages of Asia and Madagascar, 2005.
    languages: 'mg mlg plt bhr skg tdx txy xmv xmw',
    affixes:
      'ni-:mi- hi-:mi- nan-:man- han-:man- nam-:mam- ham-:mam- na-:ma- ha-:ma- mpi-:mi- mpan-:man- mpam-:mam- mpa-:ma- fi-ana:mi- ' +
      'no-ina:mi-y ho-ina:mi-y -ina:mi-y no-ina:mi- ho-ina:mi- -ina:mi- -a:mi- an- am- -ia:-y -iko:-y -iny:-y -inao:-y -intsika:-y -inareo:-y ' +
      '-na -ina -ana -ko -nao -ny -nay -ntsika -nareo -o -a:-o -y f-:m- -inay:-y ' +
      // Before a possessor, the last syllable of a word in -na, -ka or -tra is left out.
      '-ko:-na -nao:-na -ny:-na -nay:-na -ntsika:-na -nareo:-na -ny:-ka -nao:-ka -nay:-ka -ntsika:-ka -nareo:-ka -ny:-tra -nao:-tra -nay:-tra -ntsika:-tra -nareo:-tra',
    particles: 'ny no dia sy ilay izany ireo ho',
  },
  {
    languages: 'ber kab zgh shi tzm rif shy mzb sjs siz gha taq tmh thv ttq thz',
    // Source: K. Naït-Zerrad, Grammaire moderne du kabyle, 2001.
    classes: [
      'm a- i-en',
      'm a- i-n',
      'm a- i-an',
      'm a- i-wen',
      'm a- i-',
      'm a-u i-a',
      'f ta-t ti-in',
      'f ta-t ti-atin',
      'f ta-t ti-',
      'f ta- ti-',
      'f ta- ti-win',
    ],
    prefixes: ['ad- ur- la- i- ye- y- te- t- n- ne-', 'ye- y- te- t- n- tt-'],
    affixes:
      'u-:a- we-:a- wa-:a- w-:- ye-:i- ye-en:a- u-en:a- te-t:ta-t t-t:ta-t t-:ta- te-:ta- te-in:ta-t -en -an -in -agh -iw -ik -is -nsen -nnegh ' +
      '-iw -im -ines -nni i-:- y-:- t-:- -a -i -egh -gh -eɣ -ɣ -aɣ -iɣ -ig:-i -emt -m -nt -ed ' +
      // The vowel of a perfect, at the end and in front.
      'ye-a:-u te-a:-u ye-a:-i te-a:-i -a:-u -i:-u -iɣ:-u yu-:a- tu-:a- nu-:a- yu-a:a- tu-a:a- yu-a:a-u tu-a:a-u u-iɣ:a-u u-an:a-u ' +
      // Plurals beside a- and -en: ulawen of ul, izgaren of azger.
      '-awen -iwen -awn -iwn -wen -wn -yen -n i-wan:a-',
    // Broken plurals, and verbs with other vowels than the imperative.
    patterns:
      '1e2 a1u2 a1i2 a1e2 a1a2 i1e2 i1i2 a11a2 a11u2 a11e2 a1u a1i 1u2 1i2 i11i2 a1a1a2 ta1a2t ta1e2t ti1e2t ' +
      'a12u3 a12i3 a12e3 a12a3 a1e23u i12i3 i12e3 12e3 1e2e3 1e22e3 a1e22u3 a1u2i3 a1a2u3 a1e2i3 ta12u3t ta12i3t ta1a2a3t 1u2e3t ' +
      'a12u34 1a2e3t 1u23e4t 1a2a3i4 1a2a3i4t 1a2a3a4ut 1a23i4t',
  },
  {
    // Source: J. P. Hutchison, A Reference Grammar of the Kanuri Language, 1981: cases, possessors, verbs in -ngin and -kin.
    languages: 'kr kau knc kby',
    affixes:
      '-wa -ye -ro -be -ga -n -lan -nyin -mi -mbe -nde -ndo -nza -nzaye -nem -niya -sa -so -nyi -nəm ' +
      '-jin:-ngin -zain:-ngin -zəna:-ngin -ta:-ngin -nyen:-ngin -nəmin:-ngin -wono:-ngin -gəna:-ngin -gəskin:-ngin -ji:-ngin -zai:-ngin -zə:-ngin ' +
      '-wi:-ngin -ngəna:-ngin -nəmma:-ngin -o:-ngin -əna:-in -iya:-in -ko:-kin -əskəna:-əkin',
  },
  {
    languages: 'son ses dje hmb khq',
    // Source: N. Tersis-Surugue, Économie d'un système: unités et relations syntaxiques en zarma, 1981: the definite, plurals, causatives.
    affixes:
      '-yan -yaŋ -yey -wey -ey -ey:-a -ey:-o -ey:-i -ey:-u -ey:-e -o -o:-i -o:-u -o:-e -a -a:-o -oo -oo:-o -aa -aa:-a -di -di:-o ' +
      '-ndi -andi -andi:-i -andi:-u -andi:-o -andi:-a -ay -ay:-o -ay:-u -ay:-i -aw -ri -ari -kom -ko -ante',
  },
  {
    // Source: A. Canu, La langue mò:rē, 1976; N. Nikièma and J. Kinda, Moor gom-biis no-tũur gulsgo, 1997.
    languages: 'mos',
    classes: [
      '1/2 -a -ba',
      '1/2 - -ramba',
      '1/2 -a -ramba',
      '12/13 -nga -mse',
      '12/13 -ga -se',
      '12/13 -ka -se',
      '12/13 -ga -si',
      '12/13 -ga -s',
      '21/13 -gu -si',
      '21/13 -uugu -isi',
      '21/13 -go -do',
      '15/21 -gu -tu',
      '5/6 -ri -ya',
      '5/6 -ore -ya',
      '5/6 -mde -ma',
      '5/6 -re -a',
      '5/6 -ga -a',
      '5/6 -la -a',
      '23/4 -fu -ni',
      '1/2 -ba -dãmba',
      '1/2 - -dãmba',
    ],
    affixes:
      '-da -ta -d:-e -da:-e -uda:-u -emda:-me -ame:-a -ame:-e -ame:-ri -me -go:-e -ã -ãmb -mã:-um -mã:-im ' +
      // Before other words, words lose their last vowel.
      '-:-e -:-a -:-o -:-i',
  },
  {
    // Source: D. W. Arnott, The Nominal and Verbal Systems of Fula, 1970, on the grades of consonants.
    languages: 'ff ful fuf fuv fuc fub fuh ffm fue fui fuq',
    classes: [
      'o/ɓe -ɗo -ɓe',
      'o/ɓe -ko -ɓe',
      'o/ɓe -bbo -wɓe',
      'o/ɓe -o -ɓe',
      'o/ɓe -jo -ɓe',
      'o/ji - -ji',
      'o/en - -en',
      'nde/ɗe -re -e',
      'ndu/ɗi -ndu -ɗi',
      'ndu/ɗi -du -ɗi',
      'ndu/ɗi -ru -i',
      'ngo/ɗe -o -e',
      'nga/ɗe -a -e',
      'nde/ɗe -ere -e',
      'nge/ɗi -nge -i',
      'ngal/ɗe -al -e',
      'ngel/kon -el -on',
      'ki/ɗe -i -e',
    ],
    affixes:
      '-i:-ude -a:-ude -ii:-ude -ata:-ude -at:-ude -ay:-ude -aani:-ude -aali:-ude -ete:-ude -ama:-ude -aama:-ude -ugol:-ude -oowo:-ude -oobe:-ude -am:-ude ' +
      '-i:-ugo -a:-ugo -ii:-ugo -ata:-ugo -an:-ugo -ay:-ugo -i:-de -a:-de -ii:-de -ata:-de -at:-de -ay:-de -aani:-de -ataa:-de -u:-de -gol:-de -am:-de ' +
      '-iima:-aade -iimi:-aade -oto:-aade -otoo:-aade -o:-aade -aaki:-aade -aama:-aade -agol:-aade -ii:-aade -o -ɗi -ɗe -ngal -ndu -nde -nge -ngu -ki -ngol -ka -am -maa -mum -ɗam -ma ' +
      // The first consonant alternates with the number of a noun and of the subject of a verb.
      'c-:s- d-:r- g-:w- g-:y- k-:h- p-:f- b-:w- j-:y- r-:d- w-:g- w-:b- s-:c- f-:p- h-:k- y-:g- y-:j- b-:mb- d-:nd- g-:ng- j-:nj- ' +
      'nj-:y- mb-:w- ng-:w- nd-:r- ng-:y- mb-:b- nd-:d- nj-:j- ng-:g-',
  },
];
