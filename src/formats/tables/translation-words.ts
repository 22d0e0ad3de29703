import type { ColumnMeaning } from './column-map';

/** The languages of headings. */
type HeadingLanguage = 'en' | 'fr' | 'de' | 'pt' | 'es' | 'sw' | 'ha' | 'ar';

/** Words that head columns of one meaning, with `|` between them, without marks and in lower case; each is also found with an `s` at its end. */
export interface Headings {
  readonly meaning: ColumnMeaning;
  readonly words: Readonly<Partial<Record<HeadingLanguage, string>>>;
}

export const TRANSLATIONS: Headings = {
  meaning: { to: 'translations' },
  words: {
    ha: 'fassara|fassarar|ma ana',
    en: 'translation|gloss|glosses|meaning|equivalent|text',
    fr: 'traduction|sens|glose|signification',
    de: 'ubersetzung|ubersetzungen|uebersetzung|bedeutung|bedeutungen|glosse|entsprechung',
    pt: 'traducao|traducoes|significado|sentido|acepcao',
    es: 'traduccion|traducciones|significado|sentido|acepcion',
    sw: 'tafsiri|maana',
    ar: 'ترجمة|معنى',
  },
};

export const EXAMPLE_TRANSLATIONS: Headings = {
  meaning: { to: 'exampleTranslations' },
  words: {
    ha: 'fassarar misali',
    en: 'example translation|translated example',
    fr: 'traduction exemple|exemple traduit',
    de: 'beispielubersetzung|beispieluebersetzung|ubersetztes beispiel',
    pt: 'traducao exemplo',
    es: 'traduccion ejemplo',
    sw: 'tafsiri mfano',
  },
};
