import type { Language } from './language';

/** Amharic in Ethiopic script; letters of one sound change places (W. Leslau, Reference Grammar of Amharic, 1995). */
const amharic: Language = {
  name: 'Amharic',
  dictionaryId: 'amh_en_9',
  words: {
    ሰላም: 'ሠላም; selam; SELAM',
    ውሃ: 'ውኃ; ውሀ; ዉሃ; wuha; wiha',
    ፀሐይ: 'ጸሐይ; ጸሀይ; ፀሃይ; tsehay',
    ዓለም: 'አለም; ኣለም; alem',
    ኃይል: 'ሀይል; ሃይል; ሓይል; hayl',
    ሥራ: 'ስራ; sra',
    መጽሐፍ: 'መፅሀፍ; መጽሃፍ; መጻሐፍ; metshaf',
    እናት: 'ዕናት; enat',
    አባት: 'ዐባት; ኣባት; abat',
    ቤት: 'ቤት',
    'ትምህርት ቤት': 'ትምህርትቤት; ትምህርት፡ቤት; ትምሕርት ቤት; ቤት ትምህርት',
    ኢትዮጵያ: 'ኢትዮጲያ; ityopya; ኢትዮጵ',
    ንጉሥ: 'ንጉስ; ngus',
    ሕዝብ: 'ህዝብ; ኅዝብ; hzb',
    ቍጥር: 'ቁጥር',
    እንጀራ: 'enjera; ዕንጀራ',
    ቡና: 'buna',
    ዶሮ: 'doro',
    ጐረቤት: 'ጎረቤት; gwerebet',
    'ጤና ይስጥልኝ': 'ጤናይስጥልኝ; tena ystlny; ጤና፡ይስጥልኝ',
    ሃያ: 'ሀያ; haya',
    ልጅ: 'lij',
    ስም: 'sim',
    ወንድም: 'wondim; wendim',
    ወተት: 'wotet',
  },
  errors: { እንጀራ: 'እንጄራ; እጀራ; enjra', ኢትዮጵያ: 'ኢትጵያ; ኢትዮጵያያ' },
};

/** N'Ko alphabet (S. Kanté, 1949); the signs above and below are tones, length and nasal vowels. */
const nko: Language = {
  name: "N'Ko",
  dictionaryId: 'nqo_fr_9',
  words: {
    ߒߞߏ: 'nko; NKO; ߒߞߏ߫',
    ߡߛߏ߬: 'ߡߛߏ',
    ߘߋ߲: 'ߘߋ; den',
    ߞߊ߲: 'ߞߊ; kan',
    ߡߊ߲߬ߛߊ: 'ߡߊ߲ߛߊ; ߡߊߛߊ; mansa',
    ߖߊ߬ߡߊ߬ߣߊ: 'ߖߊߡߊߣߊ; jamana; djamana; ߨߊߡߊߣߊ',
    ߛߓߍ߫: 'ߛߓߍ',
    ߞߊ߬ߙߊ߲: 'ߞߊߙߊ߲; ߞߊߙߊ; karan',
    ߓߟߏ߫: 'ߓߟߏ',
    ߛߋ߲߬: 'ߛߋ; sen',
    ߕߋ߬ߟߋ: 'ߕߋߟߋ; tele',
    ߝߊ߬ߘߌ߲: 'ߝߊߘߌ߲; ߝߊߘߌ; fadin',
    ߞߎ߲߬: 'ߞߎ; kun',
    ߢߐ߲߮: 'ߢߐ; nyon',
    ߖߌ: 'ji',
    ߞߐߣߐ: 'kono; ߞߐ߬ߣߐ',
    ߟߊ߬ߓߊ߲: 'ߟߊߓߊ߲; laban',
    ߡߐ߰: 'ߡߐ',
    ߜߍߣߍ: 'gbene; ߜߍ߬ߣߍ',
    'ߞߊߟߊ߲߫ ߛߏ': 'ߞߊߟߊߛߏ; ߞߊߟߊ߲ߛߏ; kalanso; kalan so',
    '߁߂ ߕߎߡߊ': '12 tuma; ߁߂ߕߎߡߊ',
  },
};

/** Vai syllabary; its sign of length is left out as it is in handwriting. */
const vai: Language = {
  name: 'Vai',
  dictionaryId: 'vai_en_9',
  words: {
    ꕙꔤ: 'ꕙꔤ',
    ꕪꔤ: 'ꕪꔤ',
    ꕉꘌꖸ: 'ꕉꖸ; ꕉꘌꖸ',
    'ꖏꖷ ꗞ': 'ꖏꖷꗞ; ꗞ',
    ꔫꘋꖸꕯ: 'ꔫꘋꖸ',
    ꕞꘋꔀꕘ: 'ꕞꘋꔀꕘ',
    ꖢꕎꖱꔺ: 'ꖢꕎ',
  },
  errors: { ꖢꕎꖱꔺ: 'ꖢꕎꖱ; ꖢꖱꔺ; ꕎꖢꖱꔺ' },
};

/** Tifinagh of the Royal Institute of Amazigh Culture, 2003. */
const tamazight: Language = {
  name: 'Tamazight',
  dictionaryId: 'zgh_fr_9',
  words: {
    ⴰⵎⴰⵏ: 'aman; AMAN',
    ⵜⴰⵎⴰⵣⵉⵖⵜ: 'tamazight; tamazigt',
    ⴰⵖⵔⵓⵎ: 'aghrum; agrum; aghroum',
    ⵜⴰⴷⴷⴰⵔⵜ: 'taddart; tadart',
    ⴰⵢⵢⵉⵙ: 'ayyis; ayis',
    ⵜⴰⵎⵖⴰⵔⵜ: 'tamghart; tamgart',
    ⴰⵔⴳⴰⵣ: 'argaz',
    ⵜⴰⴼⵓⴽⵜ: 'tafukt; tafoukt',
    ⴰⵢⵢⵓⵔ: 'ayyur; ayour',
    ⵉⵜⵔⵉ: 'itri',
    ⴰⴷⵔⴰⵔ: 'adrar',
    ⵜⴰⵍⴰ: 'tala',
    ⴰⴳⵍⵍⵉⴷ: 'agllid; aglid',
    ⵉⵖⵙ: 'ighs; igs',
    ⴰⴼⵓⵙ: 'afus; afous',
    ⴰⴹⴰⵕ: 'adar',
    ⵉⵏⵙⵉ: 'insi',
    ⴰⵖⵢⵓⵍ: 'aghyul; aghioul; agyul',
    ⴰⴽⴰⵍ: 'akal',
    ⵜⴰⵖⵓⵔⵉ: 'taghuri; tagouri',
    ⴰⴽⵯⴰⵍ: 'akwal',
  },
  errors: { ⵜⴰⴼⵓⴽⵜ: 'tafkut; ⵜⴰⴼⴽⵜ; tafuckt', ⵜⴰⵎⴰⵣⵉⵖⵜ: 'tamazihgt; ⵜⴰⵎⴰⵣⵉⵜ' },
};

/** Hausa and Swahili in Arabic script, with the vowel signs of manuscripts. */
const ajami: Language = {
  name: 'Hausa and Swahili in Arabic script',
  dictionaryId: 'swc_ar_9',
  words: {
    رُوَا: 'روا',
    غِدَا: 'غدا; غِدا',
    كَاسُوَا: 'كاسوا; کاسوا',
    عَلْقَلِى: 'علقلي; علقلى; علقلی; علڧلي',
    مَكَرَنْتَا: 'مكرنتا; مـكـرنتا',
    هَوْسَا: 'هوسا; ھوسا',
    كـتـاب: 'كتاب; کتاب',
    نْيُومْبَ: 'نيومب; نیومب',
    مْتُوتُ: 'متوت',
    چَكُلَ: 'جكل; چکل',
    ڤِيتَ: 'فيت; ڤيت',
    پِيسَ: 'بيس; پيس',
    أَلْفَ: 'الف; ألف; ٱلف',
    إِمَامُ: 'امام; إمام',
    رَحْمَةٌ: 'رحمة; رحمه',
    سُؤَالِ: 'سوال; سؤال',
    عَلِيٌّ: 'على; علي; علی',
    'ڢَرِن جِنِ': 'فرن جن; فرنجن; ڢرن جن',
    قُرْآن: 'قران; قرآن',
    سَمَاءُ: 'سما; سماء',
    'دُنِيَا گَنِ': 'دنيا كن; دنيا گن; دنيا',
  },
  errors: { مَكَرَنْتَا: 'مكرتا; مكرننتا', كَاسُوَا: 'كاسو; كاوسا' },
};

/** Pular in Adlam (I. and A. Barry, 1989), in both cases. */
const adlam: Language = {
  name: 'Pular in Adlam',
  dictionaryId: 'fuf_fr_9',
  words: {
    '𞤆𞤵𞤤𞤢𞤪': '𞤨𞤵𞤤𞤢𞤪; pular; 𞤆𞤓𞤂𞤀𞤈',
    '𞤲𞤣𞤭𞤴𞤢𞤥': 'ndiyam',
    '𞤩𞤫𞤪𞤲𞤣𞤫': 'bernde; 𞤩𞤫𞤪𞥆𞤲𞤣𞤫',
    '𞤧𞤵𞥅𞤣𞤵': 'sudu; suudu; 𞤧𞤵𞤣𞤵',
    '𞤶𞤢𞤲𞤺𞤵': 'jangu; djangu',
    '𞤻𞤢𞥄𞤥𞤣𞤫': 'nyamde; nyaamde; 𞤻𞤢𞤥𞤣𞤫',
    '𞤲𞤢𞤺𞥆𞤫': 'nage; nagge; 𞤲𞤢𞤺𞤫',
  },
  errors: { '𞤩𞤫𞤪𞤲𞤣𞤫': '𞤩𞤫𞤪𞤣𞤫; 𞤩𞤫𞤪𞤣𞤲𞤫' },
};

export const OTHER_SCRIPTS: readonly Language[] = [amharic, nko, vai, tamazight, ajami, adlam];
