import type { SiteLocaleTexts } from '../locale-texts';
import { en } from './en';
import { fr } from './fr';
import { siteEn } from './site-en';
import { siteFr } from './site-fr';

const ENGLISH: SiteLocaleTexts = { locale: 'en', texts: { ...en, ...siteEn } };

const LOCALE_TEXTS: Readonly<Record<string, SiteLocaleTexts>> = {
  en: ENGLISH,
  fr: { locale: 'fr', texts: { ...fr, ...siteFr } },
};

/** The languages of the pages, the default first. */
export const LOCALES: readonly string[] = Object.keys(LOCALE_TEXTS);

/** Returns the texts in a language; in English if there are none. */
export function localeTextsFor(locale: string): SiteLocaleTexts {
  return LOCALE_TEXTS[locale] ?? ENGLISH;
}
