import { headingWords } from './heading-words';
import { languageInHeading } from './language-names';

/** Returns the language that the heading of the headwords names, as in `Mot bambara`. Codes that may be other words do not count. */
export function headingLanguage(name: string): string | undefined {
  const words = headingWords(name);
  const found = languageInHeading(words);
  return found !== undefined && found.word !== found.tag ? found.tag : undefined;
}
