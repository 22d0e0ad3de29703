import { html, type Html, type Part } from '../shared/html';
import { en, type Texts } from './texts/en';
import { fr } from './texts/fr';

/** The texts of one language, and how it writes numbers. */
export interface LocaleTexts {
  /** Language tag. */
  readonly locale: string;
  readonly texts: Texts;
}

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

/** Fills the words in braces of a text. */
export function filled(text: string, values: Readonly<Record<string, Part>>): Html {
  const pieces = text.split(/\{(\w+)\}/);
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? piece : values[piece]))}`;
}

/** A text that depends on a number, such as `1 article` and `1,200 articles`. */
export function counted(
  { locale }: LocaleTexts,
  forms: { readonly one: string; readonly other: string },
  n: number,
): Html {
  const form = new Intl.PluralRules(locale).select(n) === 'one' ? forms.one : forms.other;
  return filled(form, { n: new Intl.NumberFormat(locale).format(n) });
}
