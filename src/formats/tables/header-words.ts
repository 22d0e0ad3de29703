import type { ColumnMeaning } from './column-map';

/** The languages of headings. */
type HeadingLanguage = 'en' | 'fr' | 'de' | 'pt' | 'es' | 'sw' | 'ar';

/** Words that head columns of one meaning, with `|` between them, without marks and in lower case; each is also found with an `s` at its end. */
export interface Headings {
  readonly meaning: ColumnMeaning;
  readonly words: Readonly<Partial<Record<HeadingLanguage, string>>>;
}

export const TRANSLATIONS: Headings = {
  meaning: { to: 'translations' },
  words: {
    en: 'translation|gloss|glosses|meaning|equivalent|text',
    fr: 'traduction|sens|glose|signification',
    de: 'ubersetzung|ubersetzungen|uebersetzung|bedeutung|bedeutungen|glosse|entsprechung',
    pt: 'traducao|traducoes|significado|sentido|acepcao',
    es: 'traduccion|traducciones|significado|sentido|acepcion',
    sw: 'tafsiri|maana',
    ar: 'ترجمة|معنى',
  },
};

/** What headings mean, in the order of preference among phrases of the same length. */
export const HEADINGS: readonly Headings[] = [
  {
    meaning: { to: 'exampleTranslations' },
    words: {
      en: 'example translation|translated example',
      fr: 'traduction exemple|exemple traduit',
      de: 'beispielubersetzung|beispieluebersetzung|ubersetztes beispiel',
      pt: 'traducao exemplo',
      es: 'traduccion ejemplo',
      sw: 'tafsiri mfano',
    },
  },
  {
    meaning: { to: 'examples' },
    words: {
      en: 'example|ex|sentence|phrase',
      fr: 'exemple',
      de: 'beispiel|beispiele|beispielsatz|bsp|satz',
      pt: 'exemplo|frase',
      es: 'ejemplo|ej',
      sw: 'mfano|mifano|sentensi',
      ar: 'مثال',
    },
  },
  {
    meaning: { to: 'id' },
    words: {
      en: 'id|identifier|guid|uuid|number|no|n|nr',
      fr: 'identifiant|numero',
      de: 'nummer|kennung',
      pt: 'identificador|numero',
      sw: 'kitambulisho|nambari|namba',
      ar: 'رقم',
    },
  },
  {
    meaning: { to: 'headword' },
    words: {
      en: 'headword|lemma|lexeme|entry|word|term|lx',
      fr: 'mot|vedette|entree|lemme|terme',
      de: 'stichwort|lexem|wort|eintrag|schlagwort',
      pt: 'palavra|verbete|entrada|termo',
      es: 'palabra|lema|termino|vocablo',
      sw: 'neno|kidahizo|kitomeo',
      ar: 'كلمة|مدخل',
    },
  },
  {
    meaning: { to: 'citation' },
    words: { en: 'citation form|citation', fr: 'forme de citation', de: 'zitierform|nennform' },
  },
  {
    meaning: { to: 'categories' },
    words: {
      en: 'pos|part of speech|udpos|category|word class|wordclass|ps',
      fr: 'categorie|cat|nature|partie du discours|classe grammaticale|nature du mot',
      de: 'wortart|wortklasse|kategorie',
      pt: 'categoria|classe gramatical|classe de palavra|classe da palavra',
      es: 'clase de palabra|clase gramatical',
      sw: 'aina|aina ya neno',
      ar: 'قسم الكلام',
    },
  },
  {
    meaning: { to: 'classes' },
    words: {
      en: 'noun class|class|cl',
      fr: 'classe nominale|classe',
      de: 'nominalklasse|nomenklasse|substantivklasse|klasse',
      pt: 'classe nominal',
      es: 'clase',
      sw: 'ngeli',
    },
  },
  {
    meaning: { to: 'forms', type: 'plural' },
    words: { en: 'plural|pl', fr: 'pluriel', de: 'mehrzahl', sw: 'wingi', ar: 'جمع' },
  },
  {
    meaning: { to: 'forms', type: 'singular' },
    words: { en: 'singular|sg', fr: 'singulier', de: 'einzahl', sw: 'umoja' },
  },
  {
    meaning: { to: 'tone' },
    words: { en: 'tone', fr: 'ton|schema tonal', de: 'tonmuster|tonhohe', pt: 'tom', es: 'tono', sw: 'toni' },
  },
  {
    meaning: { to: 'pronunciations' },
    words: {
      en: 'ipa|pronunciation|phonetic|transcription',
      fr: 'api|afi|prononciation|phonetique',
      de: 'aussprache|lautschrift|phonetik',
      pt: 'pronuncia|transcricao',
      es: 'pronunciacion|transcripcion',
      sw: 'matamshi',
      ar: 'نطق',
    },
  },
  {
    meaning: { to: 'definitions' },
    words: {
      en: 'definition|def',
      de: 'definitionen|erklarung|umschreibung',
      pt: 'definicao|definicoes',
      es: 'definicion|definiciones',
      sw: 'ufafanuzi|fasili',
      ar: 'تعريف',
    },
  },
  {
    meaning: { to: 'variants' },
    words: {
      en: 'variant|dialect form',
      fr: 'variante',
      de: 'varianten|nebenform|nebenformen|dialektform',
      pt: 'variacao',
      sw: 'lahaja',
    },
  },
  {
    meaning: { to: 'relations', type: 'synonym' },
    words: { en: 'synonym', fr: 'synonyme', es: 'sinonimo', sw: 'kisawe|visawe', ar: 'مرادف' },
  },
  {
    meaning: { to: 'relations', type: 'antonym' },
    words: {
      en: 'antonym|opposite',
      fr: 'antonyme|contraire',
      de: 'gegenteil|gegensatz',
      es: 'antonimo|contrario',
      sw: 'kinyume|vinyume',
      ar: 'ضد',
    },
  },
  {
    meaning: { to: 'relations', type: 'see' },
    words: {
      en: 'see also|cross reference|see|cf',
      fr: 'voir|renvoi',
      de: 'siehe|siehe auch|verweis|verweise',
      pt: 'ver|remissao',
      es: 'vease',
      sw: 'tazama|angalia',
    },
  },
  {
    meaning: { to: 'domains' },
    words: {
      en: 'semantic domain|domain|sd|topic|theme|subject',
      fr: 'domaine|champ semantique',
      de: 'sachgebiet|fachgebiet|wortfeld|bedeutungsfeld|bereich|thema',
      pt: 'dominio|campo semantico',
      sw: 'mada',
    },
  },
  {
    meaning: { to: 'etymologies' },
    words: {
      en: 'etymology|origin',
      fr: 'etymologie|origine',
      de: 'herkunft|ursprung',
      pt: 'etimologia|origem',
      es: 'origen',
      sw: 'asili|etimolojia',
    },
  },
  {
    meaning: { to: 'usages' },
    words: {
      en: 'usage|register',
      fr: 'registre|emploi|niveau de langue',
      de: 'gebrauch|verwendung|stilebene',
      pt: 'uso|registro|registo',
      sw: 'matumizi',
    },
  },
  {
    meaning: { to: 'pictures' },
    words: {
      en: 'picture|image|photo',
      fr: 'illustration',
      de: 'bild|bilder|abbildung|foto',
      pt: 'imagem|fotografia',
      es: 'imagen',
      sw: 'picha',
      ar: 'صورة',
    },
  },
  {
    meaning: { to: 'recordings' },
    words: {
      en: 'audio|sound|recording',
      fr: 'son|enregistrement',
      de: 'aufnahme|tonaufnahme',
      pt: 'som|gravacao',
      es: 'sonido|grabacion',
      sw: 'sauti',
      ar: 'صوت',
    },
  },
  {
    meaning: { to: 'notes' },
    words: {
      en: 'note|remark|comment',
      fr: 'remarque|commentaire|observation',
      de: 'anmerkung|anmerkungen|bemerkung|bemerkungen|hinweis|notiz|kommentar',
      pt: 'nota|observacao|observacoes|comentario',
      es: 'observacion|observaciones',
      sw: 'maoni|maelezo|tanbihi',
      ar: 'ملاحظة',
    },
  },
  {
    meaning: { to: 'homograph' },
    words: { en: 'homograph|homograph number|homonym', fr: 'homographe|homonyme', pt: 'homografo|homonimo' },
  },
  {
    meaning: { to: 'radical' },
    words: { en: 'radical|root|stem', fr: 'racine', de: 'wurzel|stamm', pt: 'raiz', sw: 'mzizi|shina' },
  },
  { meaning: { to: 'type' }, words: { en: 'type', de: 'typ', pt: 'tipo' } },
  TRANSLATIONS,
];
