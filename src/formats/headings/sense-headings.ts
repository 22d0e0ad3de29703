import type { Headings } from '../tables/column-map';

export const TRANSLATION_HEADING: Headings = {
  meaning: { to: 'translations' },
  words: {
    ha: 'fassara|fassarar|ma ana',
    en: 'translation|translate|gloss|glosses|meaning|concept|equivalent|te|text|sense|back',
    fr: 'traduction|trad|sens|glose|signification',
    de: 'ubersetzung|ubersetzungen|uebersetzung|bedeutung|bedeutungen|glosse|entsprechung',
    pt: 'traducao|traducoes|significado|sentido|acepcao',
    es: 'traduccion|traducciones|significado|sentido|acepcion',
    sw: 'tafsiri|maana',
    ar: 'ترجمة|معنى',
  },
};

const EXAMPLE_TRANSLATIONS: Headings = {
  meaning: { to: 'exampleTranslations' },
  words: {
    ha: 'fassarar misali',
    en: 'example translation|translated example',
    fr: 'traduction exemple|trad exemple|exemple traduit',
    de: 'beispielubersetzung|beispieluebersetzung|ubersetztes beispiel',
    pt: 'traducao exemplo',
    es: 'traduccion ejemplo',
    sw: 'tafsiri mfano',
  },
};

/** Headings of examples and of their translations. */
export const EXAMPLE_HEADINGS: readonly Headings[] = [
  EXAMPLE_TRANSLATIONS,
  {
    meaning: { to: 'examples' },
    words: {
      ha: 'misali|misalai|jimla',
      en: 'example|ex|sentence|phrase',
      fr: 'exemple',
      de: 'beispiel|beispiele|beispielsatz|bsp|satz',
      pt: 'exemplo|frase',
      es: 'ejemplo|ej',
      sw: 'mfano|mifano|sentensi',
      ar: 'مثال',
    },
  },
];

/** Headings of all other data that a sense may have. */
export const SENSE_HEADINGS: readonly Headings[] = [
  {
    meaning: { to: 'definitions' },
    words: {
      ha: 'bayani',
      en: 'definition|def',
      de: 'definitionen|erklarung|umschreibung',
      pt: 'definicao|definicoes',
      es: 'definicion|definiciones',
      sw: 'ufafanuzi|fasili',
      ar: 'تعريف',
    },
  },
  {
    meaning: { to: 'relations', type: 'synonym' },
    words: { en: 'synonym|syn', fr: 'synonyme', es: 'sinonimo', sw: 'kisawe|visawe', ar: 'مرادف' },
  },
  {
    meaning: { to: 'relations', type: 'antonym' },
    words: {
      ha: 'kishiya|kishiyar ma ana',
      en: 'antonym|opposite|ant',
      fr: 'antonyme|contraire',
      de: 'gegenteil|gegensatz',
      es: 'antonimo|contrario',
      sw: 'kinyume|vinyume',
      ar: 'ضد',
    },
  },
  { meaning: { to: 'relations', type: 'variant of' }, words: { en: 'variant of' } },
  {
    meaning: { to: 'relations', type: 'subentry' },
    words: { en: 'subentry|sub entry|subentries|sub entries', fr: 'sous entree' },
  },
  {
    meaning: { to: 'relations', type: 'see' },
    words: {
      ha: 'duba',
      en: 'see also|cross reference|see|cf|related|related word|related term',
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
      en: 'semantic domain|semantic field|lexical field|domain|sd|topic|theme|subject',
      fr: 'domaine|champ semantique|champ lexical',
      de: 'sachgebiet|fachgebiet|wortfeld|bedeutungsfeld|bereich|thema',
      pt: 'dominio|campo semantico',
      sw: 'mada',
    },
  },
  {
    meaning: { to: 'etymologies' },
    words: {
      ha: 'asali',
      en: 'etymology|origin|borrowed from|loan source|loan from',
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
      ha: 'amfani',
      en: 'usage|register',
      fr: 'registre|emploi|niveau de langue',
      de: 'gebrauch|verwendung|stilebene',
      pt: 'uso|registro|registo',
      sw: 'matumizi',
    },
  },
  {
    meaning: { to: 'usages', type: 'dialect' },
    words: {
      en: 'dialect',
      fr: 'dialecte|parler',
      de: 'dialekt|mundart',
      pt: 'dialeto|dialecto',
      es: 'dialecto',
    },
  },
  {
    meaning: { to: 'notes', type: 'scientific-name' },
    words: {
      en: 'scientific name|latin name',
      fr: 'nom scientifique|nom latin',
      de: 'wissenschaftlicher name|lateinischer name',
      pt: 'nome cientifico',
      es: 'nombre cientifico',
      sw: 'jina la kisayansi',
    },
  },
  {
    meaning: { to: 'pictures' },
    words: {
      ha: 'hoto|hotuna',
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
      ha: 'sauti|murya',
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
      ha: 'sharhi|lura',
      en: 'note|remark|comment',
      fr: 'remarque|commentaire|observation',
      de: 'anmerkung|anmerkungen|bemerkung|bemerkungen|hinweis|notiz|kommentar',
      pt: 'nota|observacao|observacoes|comentario',
      es: 'observacion|observaciones',
      sw: 'maoni|maelezo|tanbihi',
      ar: 'ملاحظة',
    },
  },
];
