import { type DictionaryDescription, EMPTY_METADATA } from '../../domain/dictionary/dictionary';
import { statedLanguage } from '../../domain/dictionary/dictionary-languages';
import { nfc } from '../../shared/text';

/** Facts that a file states about its dictionary, as they are written there. A new dictionary adopts them. */
export interface StatedFacts {
  readonly title?: string | undefined;
  /** Language tag of the headwords. */
  readonly language?: string | undefined;
  /** Language tags of the translations. */
  readonly targets?: readonly (string | undefined)[];
  /** Name or URL of a licence. */
  readonly license?: string | undefined;
}

/** Maximum length of a title and of a licence, in characters. Longer ones are texts about the dictionary. */
const MAX_FACT_LENGTH = 200;

/** Describes a new dictionary by the facts in its file. Without a title, its name is the file name. */
export function newDescription(
  dictionaryId: string,
  fileName: string,
  stated: StatedFacts,
): DictionaryDescription {
  const { title, language, targets = [], license } = stated;
  const known = targets.flatMap((tag) => statedLanguage(tag) ?? []);
  return {
    ...EMPTY_METADATA,
    dictionaryId,
    longName: lineIn(title) ?? fileName.replace(/\.[a-z0-9]+$/iu, ''),
    language: statedLanguage(language) ?? null,
    targetLanguages: [...new Set(known)].slice(0, MAX_TARGETS),
    license: lineIn(license) ?? null,
  };
}

/** Maximum number of translation languages. A table with words of many languages is not a dictionary that translates into all of them. */
const MAX_TARGETS = 10;

function lineIn(text: string | undefined): string | undefined {
  const line = nfc(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  return line === '' || line.length > MAX_FACT_LENGTH ? undefined : line;
}
