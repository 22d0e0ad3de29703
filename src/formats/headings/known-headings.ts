import type { Headings } from '../tables/column-map';
import { EXAMPLE_HEADINGS, SENSE_HEADINGS, TRANSLATION_HEADING } from './sense-headings';

/** Headings of data that belongs to the word as a whole. */
const WORD_HEADINGS: readonly Headings[] = [
  {
    meaning: { to: 'id' },
    words: {
      ha: 'lamba',
      en: 'id|identifier|key|guid|uuid|number|no|n|nr',
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
      ha: 'kalma|kalmomi',
      en: 'headword|lemma|lexeme|entry|word|term|lx|front',
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
      ha: 'nau in kalma|rukunin kalma|ajin kalma',
      en: 'pos|part of speech|partofspeech|udpos|gram|category|word class|wordclass|ps|grammatical info|grammatical information',
      fr: 'categorie|cat|nature|gramm|partie du discours|classe grammaticale|nature du mot',
      de: 'wortart|wortklasse|kategorie',
      pt: 'categoria|classe gramatical|classe de palavra|classe da palavra',
      es: 'clase de palabra|clase gramatical',
      sw: 'aina|aina ya neno',
      ar: 'قسم كلام',
    },
  },
  {
    meaning: { to: 'classes' },
    words: {
      ha: 'jinsi',
      en: 'noun class|class|cl|gender',
      fr: 'classe nominale|classe|genre',
      de: 'nominalklasse|nomenklasse|substantivklasse|klasse|genus',
      pt: 'classe nominal|genero',
      es: 'clase|genero',
      sw: 'ngeli',
    },
  },
  {
    meaning: { to: 'forms', type: 'plural' },
    words: { ha: 'jam i', en: 'plural|plur|pl', fr: 'pluriel', de: 'mehrzahl', sw: 'wingi', ar: 'جمع' },
  },
  {
    meaning: { to: 'forms', type: 'singular' },
    words: { ha: 'tilo|mufuradi', en: 'singular|sing|sg', fr: 'singulier', de: 'einzahl', sw: 'umoja' },
  },
  // Forms of verbs and adjectives, by the terms of grammars of African languages.
  { meaning: { to: 'forms', type: 'infinitive' }, words: { en: 'infinitive', fr: 'infinitif' } },
  { meaning: { to: 'forms', type: 'imperative' }, words: { en: 'imperative', fr: 'imperatif' } },
  { meaning: { to: 'forms', type: 'present' }, words: { en: 'present|present tense', fr: 'present' } },
  {
    meaning: { to: 'forms', type: 'past' },
    words: { en: 'past|past tense|preterite', fr: 'passe|preterit' },
  },
  { meaning: { to: 'forms', type: 'future' }, words: { en: 'future|future tense', fr: 'futur' } },
  {
    meaning: { to: 'forms', type: 'perfective' },
    words: { en: 'perfective|perfect', fr: 'accompli|perfectif|parfait' },
  },
  {
    meaning: { to: 'forms', type: 'imperfective' },
    words: { en: 'imperfective|imperfect', fr: 'inaccompli|imperfectif' },
  },
  { meaning: { to: 'forms', type: 'feminine' }, words: { en: 'feminine', fr: 'feminin' } },
  { meaning: { to: 'forms', type: 'masculine' }, words: { en: 'masculine', fr: 'masculin' } },
  {
    meaning: { to: 'tone' },
    words: {
      ha: 'karin sauti',
      en: 'tone',
      fr: 'ton|schema tonal',
      de: 'tonmuster|tonhohe',
      pt: 'tom',
      es: 'tono',
      sw: 'toni',
    },
  },
  {
    meaning: { to: 'pronunciations' },
    words: {
      ha: 'furuci|lafazi',
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
    meaning: { to: 'variants' },
    words: {
      ha: 'karin harshe',
      en: 'variant|dialect form|native script|local orthography',
      fr: 'variante',
      de: 'varianten|nebenform|nebenformen|dialektform',
      pt: 'variacao',
      sw: 'lahaja',
    },
  },
  {
    meaning: { to: 'homograph' },
    words: {
      en: 'homograph|homograph number|homograph no|homonym|homonym number|homonym no|hom|hm',
      fr: 'homographe|homonyme',
      pt: 'homografo|homonimo',
    },
  },
  {
    meaning: { to: 'radical' },
    words: {
      ha: 'tushe|tushen kalma',
      en: 'radical|root|stem',
      fr: 'racine',
      de: 'wurzel|stamm',
      pt: 'raiz',
      sw: 'mzizi|shina',
      ar: 'جذر',
    },
  },
  { meaning: { to: 'type' }, words: { en: 'type', de: 'typ', pt: 'tipo' } },
];

/** Heading of a word in lists of forms. It is the headword if no other column is. */
const FORM_HEADING: Headings = { meaning: { to: 'headword' }, words: { en: 'form', fr: 'forme' } };

/** Meanings of headings. Among phrases of equal length, earlier entries take precedence. */
export const HEADINGS: readonly Headings[] = [
  ...EXAMPLE_HEADINGS,
  ...WORD_HEADINGS,
  ...SENSE_HEADINGS,
  TRANSLATION_HEADING,
  FORM_HEADING,
];
