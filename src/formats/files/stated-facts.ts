import { type DictionaryDescription, EMPTY_METADATA } from '../../domain/dictionary/dictionary';
import { statedLanguage } from '../../domain/dictionary/dictionary-languages';
import { nfc } from '../../shared/text';

/** What a file states of its dictionary as a whole, as it is written there. A new dictionary takes it over. */
export interface StatedFacts {
  readonly title?: string | undefined;
  /** Language tag of the headwords. */
  readonly language?: string | undefined;
  /** Language tags of the translations. */
  readonly targets?: readonly (string | undefined)[];
  /** A licence, by its name or its address. */
  readonly license?: string | undefined;
}

/** Longest title and licence that are taken over, in characters: longer ones are texts about the dictionary. */
const LONGEST = 200;

/** Describes a new dictionary by what its file states. Without a title it has the name of the file. */
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
    targetLanguages: [...new Set(known)].slice(0, MOST_TARGETS),
    license: lineIn(license) ?? null,
  };
}

/** Most languages that are taken over: a table of words of many languages is no dictionary into them. */
const MOST_TARGETS = 10;

function lineIn(text: string | undefined): string | undefined {
  const line = nfc(text ?? '')
    .replace(/\s+/gu, ' ')
    .trim();
  return line === '' || line.length > LONGEST ? undefined : line;
}
