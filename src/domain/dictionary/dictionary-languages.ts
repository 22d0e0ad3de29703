import { allChecked, checkedItems, inMember, invalid } from '../../shared/faults';
import { nfc } from '../../shared/text';

/** The languages and scripts of a dictionary, its licence and its logo. */
export interface DictionaryFacts {
  /** BCP 47 tag of the language of the headwords. */
  readonly language: string | null;
  /** ISO 15924 codes. */
  readonly scripts: readonly string[];
  /** BCP 47 tags. */
  readonly targetLanguages: readonly string[];
  readonly license: string | null;
  /** An http or https URL. */
  readonly logo: string | null;
}

/** A change of the facts: null clears a fact, and absent facts remain. */
export type FactsInput = {
  readonly [Name in keyof DictionaryFacts]?: DictionaryFacts[Name] | null | undefined;
};

export const NO_FACTS: DictionaryFacts = {
  language: null,
  scripts: [],
  targetLanguages: [],
  license: null,
  logo: null,
};

/** Maximum numbers of scripts and languages of a dictionary. Every response that selects them contains all of them. */
const MAX_SCRIPTS = 10;
const MAX_LANGUAGES = 50;

/** Maximum length of a language tag. BCP 47 sets no limit, but recommends support for 35 characters. */
const MAX_TAG_LENGTH = 35;

/** Maximum length in UTF-16 units, as for other URLs. */
const MAX_LICENSE_LENGTH = 500;
const MAX_LOGO_URL_LENGTH = 500;

/** Validates facts. @throws Failure INVALID_INPUT for each invalid fact */
export function checkedFacts({
  language,
  scripts,
  targetLanguages,
  license,
  logo,
}: FactsInput): Partial<DictionaryFacts> {
  const checked = allChecked(
    () => inMember('language', () => textFrom(language, languageFrom)),
    () => inMember('scripts', () => scripts && listFrom(scripts, MAX_SCRIPTS, scriptFrom)),
    () =>
      inMember(
        'targetLanguages',
        () => targetLanguages && listFrom(targetLanguages, MAX_LANGUAGES, languageFrom),
      ),
    () => inMember('license', () => textFrom(license, licenseFrom)),
    () => inMember('logo', () => textFrom(logo, urlFrom)),
  );
  const [tag, codes, targets, terms, picture] = checked;
  return {
    ...(tag === undefined ? {} : { language: tag }),
    ...(codes === undefined ? {} : { scripts: codes ?? [] }),
    ...(targets === undefined ? {} : { targetLanguages: targets ?? [] }),
    ...(terms === undefined ? {} : { license: terms }),
    ...(picture === undefined ? {} : { logo: picture }),
  };
}

/** Converts a given text; an empty one, like null, removes the fact. */
function textFrom(
  text: string | null | undefined,
  from: (text: string) => string,
): string | null | undefined {
  if (text === undefined) return undefined;
  return text === null || text === '' ? null : from(text);
}

function listFrom(
  items: readonly string[],
  maxCount: number,
  from: (item: string) => string,
): readonly string[] {
  if (items.length > maxCount) throw invalid([], `at most ${maxCount} items are allowed`);
  return [...new Set(checkedItems(items, from))];
}

/** Returns a language tag in its canonical form (`yor` becomes `yo`). */
function languageFrom(input: string): string {
  const tag = input.length <= MAX_TAG_LENGTH ? canonicalTag(input.trim()) : undefined;
  if (tag === undefined) throw invalid([], 'a language must be a tag of BCP 47, such as yo or sw-TZ');
  return tag;
}

function scriptFrom(input: string): string {
  if (!/^[A-Za-z]{4}$/.test(input))
    throw invalid([], 'a script must be a code of ISO 15924, such as Latn or Arab');
  return `${input.charAt(0).toUpperCase()}${input.slice(1).toLowerCase()}`;
}

function licenseFrom(input: string): string {
  if (input.length > MAX_LICENSE_LENGTH)
    throw invalid([], `license must have at most ${MAX_LICENSE_LENGTH} characters`);
  return nfc(input).trim();
}

/** Browsers load the URL as an image, so only http and https are allowed. */
function urlFrom(input: string): string {
  // The normalised URL contains no spaces, double quotation marks or angle brackets.
  const { protocol, href } = URL.canParse(input) ? new URL(input) : { protocol: '', href: '' };
  if (!/^https?:$/.test(protocol) || href.length > MAX_LOGO_URL_LENGTH)
    throw invalid([], `logo must be an http or https URL of at most ${MAX_LOGO_URL_LENGTH} characters`);
  return href;
}

/** Returns a BCP 47 tag in its canonical form; `undefined` if the text is not a tag. */
export function canonicalTag(tag: string): string | undefined {
  // Language subtags of four letters are reserved, and longer ones have never been registered.
  if (!/^[A-Za-z]{2,3}(-|$)/.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Codes that name no language, and codes for private use. */
const UNSPECIFIC_LANGUAGE = /^(?:mis|mul|und|zxx|q[a-t][a-z])$/;

/** Returns the language that a tag states, in its canonical form without private-use subtags; `undefined` if it states none. */
export function statedLanguage(tag: string | undefined): string | undefined {
  const canonical = canonicalTag((tag ?? '').trim().replace(/-x-.*$/iu, ''));
  return UNSPECIFIC_LANGUAGE.test(primaryLanguage(canonical)) ? undefined : canonical;
}

/** Returns the primary language of a tag, in lower case; empty if there is no tag. */
export function primaryLanguage(tag: string | null | undefined): string {
  return (tag ?? '').toLowerCase().split('-', 1)[0] ?? '';
}

// Marked as pure, so that the bundler omits it from the reader's scripts, which never use it.
const KNOWN_LANGUAGES = /* @__PURE__ */ new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

type Pair = Pick<DictionaryFacts, 'language' | 'targetLanguages'>;

/**
 * Returns the languages in an abbreviated name of the documented form, such as `wol-fra`: first that of the headwords, then those of the
 * translations. `undefined` if the name has another form.
 */
export function languagesIn(abbreviatedName: string | null): Pair | undefined {
  const codes = (abbreviatedName ?? '').trim().split('-');
  const pair = languagePair(codes);
  return pair?.targetLanguages.length === codes.length - 1 ? pair : undefined;
}

/** Returns the same for an identifier that begins with such a name, as in `wol_fra_cisse`. */
export function languagesOfIdentifier(dictionaryId: string): Pair | undefined {
  return languagePair(dictionaryId.split(/[_-]/));
}

function languagePair([first = '', ...others]: readonly string[]): Pair | undefined {
  const language = codeIn(first);
  const end = others.findIndex((code) => !isNamedLanguage(codeIn(code)));
  const targets = (end === -1 ? others : others.slice(0, end)).flatMap((code) => codeIn(code) ?? []);
  return language === undefined || targets.length === 0 ? undefined : { language, targetLanguages: targets };
}

function codeIn(text: string): string | undefined {
  return /^[a-z]{2,3}$/i.test(text) ? canonicalTag(text) : undefined;
}

/** Whether a language has a name. Words that happen to look like a code seldom do. */
function isNamedLanguage(code: string | undefined): boolean {
  return code !== undefined && KNOWN_LANGUAGES.of(code) !== undefined;
}
