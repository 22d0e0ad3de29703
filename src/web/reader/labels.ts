import type { LocaleTexts } from '../locale-texts';
import { languageName, scriptName } from './languages';

/** Matches names such as `nounClass`, which programs write. Words of lexicographers have no capitals within. */
const JOINED_WORDS = /^[a-z]+(?:[A-Z][a-z]+)+$/;

/** Type of the variants that are the headword in another script, with the language tag behind it. */
const OF_SCRIPT = 'script:';

/** Returns the words for a label of a file, such as the type of a form or a note; the label itself if it is not a known code. */
export function labelText(label: string, { texts, locale }: LocaleTexts): string {
  const lowerCased = label.toLowerCase();
  if (Object.hasOwn(texts.labels, lowerCased)) return texts.labels[lowerCased] ?? '';
  if (label.startsWith(OF_SCRIPT)) return scriptName(label.slice(OF_SCRIPT.length), locale);
  return JOINED_WORDS.test(label) ? label.replace(/(?=[A-Z])/g, ' ').toLowerCase() : label;
}

/** Matches codes of languages: names have more letters or begin with a capital. */
const LANGUAGE_CODE = /^[a-z]{2,3}(?:-|$)/;

/** Returns the name of a language that a file names in its own words or by a code. */
export function languageLabel(language: string | null, { locale }: LocaleTexts): string | null {
  return language !== null && LANGUAGE_CODE.test(language) ? languageName(language, locale) : language;
}
