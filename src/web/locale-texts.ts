import { html, type Html, type Part } from '../shared/html';
import type { Texts } from './texts/en';
import type { SiteTexts } from './texts/site-en';

/** The texts and number format of a language. */
export interface LocaleTexts {
  /** Language tag. */
  readonly locale: string;
  readonly texts: Texts;
}

/** The texts of a language on the server, which renders more pages than devices. */
export interface SiteLocaleTexts extends LocaleTexts {
  readonly texts: Texts & SiteTexts;
}

/** Replaces the placeholders in braces of a text. */
export function fillText(text: string, values: Readonly<Record<string, Part>>): Html {
  const pieces = text.split(/\{(\w+)\}/);
  return html`${pieces.map((piece, i) => (i % 2 === 0 ? piece : values[piece]))}`;
}

/** Returns a text that depends on a number, such as `1 article` and `1,200 articles`. */
export function counted(
  { locale }: LocaleTexts,
  forms: { readonly one: string; readonly other: string },
  n: number,
): Html {
  const form = new Intl.PluralRules(locale).select(n) === 'one' ? forms.one : forms.other;
  return fillText(form, { n: new Intl.NumberFormat(locale).format(n) });
}
