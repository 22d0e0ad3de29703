import { type DictionaryDescription, dictionaryIdFrom } from '../../domain/dictionary/dictionary';
import {
  checkedFacts,
  type DictionaryFacts,
  languagesIn,
  NO_FACTS,
} from '../../domain/dictionary/dictionary-languages';
import { MAX_METADATA_TEXT_LENGTH } from '../../domain/values/bounds';
import { checkedProfile, type SearchProfile } from '../../domain/search/search-profile';
import type { GivenMorphology } from '../../domain/search/morphology/morphology';
import { Failure } from '../../shared/failure';
import { isJsonObject, type JsonObject } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';

/**
 * Reads the metadata of a dictionary in the spelling of the interface. Unknown members are ignored.
 *
 * @throws Failure INVALID_INPUT with a sentence that names the member
 */
export function metadataFrom(value: unknown): DictionaryDescription {
  if (!isJsonObject(value)) throw new Failure('INVALID_INPUT', 'the metadata are not a JSON object');
  if (typeof value['id_dico'] !== 'string') throw new Failure('INVALID_INPUT', 'id_dico is missing');
  return {
    dictionaryId: dictionaryIdFrom(value['id_dico']),
    abbreviatedName: metadataText(value, 'abbr_name'),
    comment: metadataText(value, 'comment'),
    description: metadataText(value, 'description'),
    longName: metadataText(value, 'long_name'),
    publication: metadataText(value, 'publication'),
    reviewVersion: metadataText(value, 'review_version'),
    reviewYear: metadataText(value, 'review_year'),
    shortName: metadataText(value, 'short_name'),
    source: metadataText(value, 'source'),
    sourceAuthors: metadataText(value, 'src_authors'),
    targetAuthors: metadataText(value, 'trg_authors'),
    ...NO_FACTS,
    ...languagesIn(metadataText(value, 'abbr_name')),
    ...factsFrom(value),
    searchProfile: profileFrom(value['search_profile']),
  };
}

/** Returns the facts in the file. The abbreviated name may state languages that the file omits. */
function factsFrom(value: JsonObject): Partial<DictionaryFacts> {
  return checkedFacts({
    language: metadataText(value, 'language') ?? undefined,
    scripts: textListOf(value, 'scripts'),
    targetLanguages: textListOf(value, 'target_languages'),
    license: metadataText(value, 'license') ?? undefined,
    logo: metadataText(value, 'logo') ?? undefined,
  });
}

function textListOf(value: JsonObject, name: string): readonly string[] | undefined {
  const member = value[name];
  if (member === undefined || member === null) return undefined;
  if (!Array.isArray(member) || !member.every((item) => typeof item === 'string'))
    throw new Failure('INVALID_INPUT', `${name} must be a list of texts`);
  return member;
}

const PROFILE_MEMBERS: readonly string[] = ['distinct', 'letters', 'affix_marks', 'alphabet', 'morphology'];

/**
 * Reads a profile in the spelling of files: `{"distinct": "ẹọ", "letters": {"ṣ": ["s", "sh"]}, "affix_marks": "-", "alphabet": ["a", "b",
 * "gb"]}`.
 */
function profileFrom(value: unknown): SearchProfile | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw new Failure('INVALID_INPUT', 'search_profile must be an object');
  const unknown = Object.keys(value).find((name) => !PROFILE_MEMBERS.includes(name));
  if (unknown !== undefined)
    throw new Failure(
      'INVALID_INPUT',
      `search_profile has no member ${unknown}, only ${PROFILE_MEMBERS.join(', ')}`,
    );
  const { letters } = value;
  if (letters !== undefined && !isJsonObject(letters))
    throw new Failure('INVALID_INPUT', 'letters of the search profile must be an object');
  const letterSpellings = Object.entries(letters ?? {}).map(([letter, spellings]) => {
    if (!Array.isArray(spellings) || !spellings.every((spelling) => typeof spelling === 'string'))
      throw new Failure(
        'INVALID_INPUT',
        `letters of the search profile must have a list of texts for "${letter}"`,
      );
    return { letter, spellings };
  });
  return checkedProfile({
    distinct: metadataText(value, 'distinct'),
    letters: letters === undefined ? null : letterSpellings,
    affixMarks: metadataText(value, 'affix_marks'),
    alphabet: alphabetFrom(value['alphabet']),
    morphology: morphologyFrom(value['morphology']),
  });
}

const MORPHOLOGY_MEMBERS: readonly string[] = [
  'noun_classes',
  'prefixes',
  'affixes',
  'citation_prefixes',
  'particles',
];

/**
 * Reads a morphology in the spelling of files: `{"noun_classes": [{"pair": "7/8", "singular": "ki-", "plural": "vi-"}], "prefixes":
 * [["ni-", "u-"], ["na-"]], "affixes": [{"form": "-e", "base": "-a"}], "citation_prefixes": ["ku-"], "particles": ["yi"]}`.
 */
function morphologyFrom(value: unknown): GivenMorphology | null {
  if (value === undefined || value === null) return null;
  if (!isJsonObject(value)) throw morphologyFailure('must be an object');
  const unknown = Object.keys(value).find((name) => !MORPHOLOGY_MEMBERS.includes(name));
  if (unknown !== undefined)
    throw morphologyFailure(`has no member ${unknown}, only ${MORPHOLOGY_MEMBERS.join(', ')}`);
  return {
    nounClasses: metadataList(value, 'noun_classes', (item) => ({
      pair: memberOf(item, 'pair'),
      singular: memberOf(item, 'singular'),
      plural: memberOf(item, 'plural'),
    })),
    prefixes: metadataList(value, 'prefixes', (group) => morphologyTexts(group)),
    affixes: metadataList(value, 'affixes', (item) => ({
      form: memberOf(item, 'form'),
      base: memberOf(item, 'base'),
    })),
    citationPrefixes: metadataList(value, 'citation_prefixes', morphologyText),
    particles: metadataList(value, 'particles', morphologyText),
  };
}

function metadataList<Item>(
  value: JsonObject,
  name: string,
  itemOf: (item: unknown) => Item,
): readonly Item[] {
  const items = value[name] ?? [];
  if (!Array.isArray(items)) throw morphologyFailure(`must have a list as ${name}`);
  return (items as unknown[]).map(itemOf);
}

function morphologyTexts(group: unknown): readonly string[] {
  if (!Array.isArray(group)) throw morphologyFailure('must have lists of texts as prefixes');
  return (group as unknown[]).map(morphologyText);
}

function memberOf(item: unknown, name: string): string {
  if (!isJsonObject(item)) throw morphologyFailure(`must have objects with ${name}`);
  return morphologyText(item[name]);
}

function morphologyText(value: unknown): string {
  if (typeof value !== 'string') throw morphologyFailure('must have texts for affixes, pairs and particles');
  return value;
}

function morphologyFailure(rule: string): Failure {
  return new Failure('INVALID_INPUT', `morphology of the search profile ${rule}`);
}

function alphabetFrom(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every((letter) => typeof letter === 'string'))
    throw new Failure('INVALID_INPUT', 'alphabet of the search profile must be a list of texts');
  return value;
}

function metadataText(value: JsonObject, name: string): string | null {
  const member = value[name];
  if (member === undefined || member === null) return null;
  if (typeof member !== 'string' || lengthOf(member) > MAX_METADATA_TEXT_LENGTH)
    throw new Failure(
      'INVALID_INPUT',
      `${name} must be a text of at most ${MAX_METADATA_TEXT_LENGTH} characters`,
    );
  return nfc(member);
}
