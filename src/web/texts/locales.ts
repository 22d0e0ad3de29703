import type { LocaleTexts } from '../locale-texts';
import { en } from './en';
import { fr } from './fr';

const LOCALE_TEXTS: Readonly<Record<string, LocaleTexts>> = {
  en: { locale: 'en', texts: en },
  fr: { locale: 'fr', texts: fr },
};

/** The languages that the pages speak, the usual one first. */
export const LOCALES: readonly string[] = Object.keys(LOCALE_TEXTS);

/** The wording of a language; the English one where there is none. */
export function localeTextsFor(locale: string): LocaleTexts {
  return LOCALE_TEXTS[locale] ?? { locale: 'en', texts: en };
}
