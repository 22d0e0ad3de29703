import { html, type Html } from '../../shared/html';

/**
 * The `lang` attribute of a text, empty if the language is unknown, and its direction: that of its first letter, since a
 * dictionary may be written from right to left (N'Ko, Adlam, Arabic script) or in several scripts.
 */
export function langAttribute(tag: string | null | undefined): Html {
  return html`lang="${canonical(tag ?? '') ?? ''}" dir="auto"`;
}

/** The name of a language in another, such as `French` for `fr`; the tag itself where nobody has a name for it. */
export function languageName(tag: string, locale: string): string {
  const known = canonical(tag);
  if (known === undefined) return tag;
  return new Intl.DisplayNames(locale, { type: 'language' }).of(known) ?? tag;
}

/**
 * The language of the headwords of a dictionary, where its identifier begins with one, as `wol_fra_cisse` does.
 * Identifiers are chosen freely, so this is a guess; a wrong one costs a screen reader its accent, and nothing else.
 */
export function headwordLanguage(dictionaryId: string): string | undefined {
  return canonical(/^[a-z]{2,3}(?=[_-])/.exec(dictionaryId)?.[0] ?? '');
}

/** A tag as BCP 47 spells it (`yor` is `yo`); undefined for what is none. */
function canonical(tag: string): string | undefined {
  if (tag === '') return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
