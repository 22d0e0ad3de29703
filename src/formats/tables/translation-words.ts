import type { Headings } from './column-map';

export const TRANSLATIONS: Headings = {
  meaning: { to: 'translations' },
  words: {
    ha: 'fassara|fassarar|ma ana',
    en: 'translation|gloss|glosses|meaning|equivalent|text|sense|back',
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
