import { html, type Html } from '../../shared/html';

/**
 * Returns the attributes `lang` (empty if the language is unknown) and `dir` of a text. The direction is that of its first letter, since
 * a dictionary may be written from right to left (N'Ko, Adlam, Arabic script) or in several scripts.
 */
export function langAttribute(tag: string | null | undefined): Html {
  return html`lang="${canonicalLanguage(tag ?? '') ?? ''}" dir="auto"`;
}

/** Returns the name of a language in another language, such as `French` for `fr`; the tag itself if there is no name. */
export function languageName(tag: string, locale: string): string {
  const canonical = canonicalLanguage(tag);
  if (canonical === undefined) return tag;
  return displayName('language', canonical, locale) ?? tag;
}

/** Returns the name of the script of a language tag, such as `Arabic` for `ha-Arab`; without a script the name of the language. */
export function scriptName(tag: string, locale: string): string {
  const canonical = canonicalLanguage(tag);
  const script = canonical === undefined ? undefined : new Intl.Locale(canonical).script;
  if (script === undefined) return languageName(tag, locale);
  return displayName('script', script, locale) ?? tag;
}

const namesByLocale = new Map<string, Intl.DisplayNames>();

/** Returns a name in another language. An article may need thousands, and creating their source costs more than reading it. */
function displayName(type: 'language' | 'script', code: string, locale: string): string | undefined {
  const key = type + locale;
  let names = namesByLocale.get(key);
  if (!names) namesByLocale.set(key, (names = new Intl.DisplayNames(locale, { type })));
  return names.of(code);
}

/** Language and scripts of the headwords of a dictionary. */
export interface WrittenIn {
  readonly language: string | null;
  readonly scripts: readonly string[];
}

/** ISO 15924 codes of scripts that are written from right to left. */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Hebr',
  'Mand',
  'Mend',
  'Nkoo',
  'Rohg',
  'Syrc',
  'Thaa',
]);

/** Returns the attributes `lang` and `dir` of a headword. The direction is that of the script of the dictionary if it has only one. */
export function headwordAttributes(dictionary: WrittenIn | null | undefined): Html {
  const [script, ...others] = dictionary?.scripts ?? [];
  const direction = RIGHT_TO_LEFT.has(script ?? '') ? 'rtl' : 'ltr';
  const dir = script === undefined || others.length > 0 ? 'auto' : direction;
  return html`lang="${headwordLanguage(dictionary) ?? ''}" dir="${dir}"`;
}

/** Returns the headword language of a dictionary, if it is stated. */
export function headwordLanguage(dictionary: WrittenIn | null | undefined): string | undefined {
  return canonicalLanguage(dictionary?.language ?? '');
}

/** Returns the canonical BCP 47 tag (`yor` becomes `yo`); undefined if the tag is invalid. */
function canonicalLanguage(tag: string): string | undefined {
  if (tag === '') return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
