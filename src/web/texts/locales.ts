import type { LocaleTexts } from '../locale-texts';
import { en } from './en';
import { fr } from './fr';

const LOCALE_TEXTS: Readonly<Record<string, LocaleTexts>> = {
  en: { locale: 'en', texts: en },
  fr: { locale: 'fr', texts: fr },
};

/** The languages of the pages, the default first. */
export const LOCALES: readonly string[] = Object.keys(LOCALE_TEXTS);

/** Returns the texts in a language; in English if there are none. */
export function localeTextsFor(locale: string): LocaleTexts {
  return LOCALE_TEXTS[locale] ?? { locale: 'en', texts: en };
}
