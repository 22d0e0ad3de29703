import { type DictionaryDescription, dictionaryIdFrom } from '../../domain/dictionary/dictionary';
import { LONGEST_METADATA_TEXT } from '../../domain/values/bounds';
import { checkedProfile, type SearchProfile } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { isJsonObject, type JsonObject } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';

/**
 * The metadata of a dictionary as the interface spells them. Members that it does not know are ignored.
 *
 * @throws Failure INVALID_INPUT with a sentence that names the member
 */
export function metadataFrom(value: unknown): DictionaryDescription {
  if (!isJsonObject(value)) throw new Failure('INVALID_INPUT', 'the metadata are not a JSON object');
  if (typeof value['id_dico'] !== 'string') throw new Failure('INVALID_INPUT', 'id_dico is missing');
  return {
    dictionaryId: dictionaryIdFrom(value['id_dico']),
    abbreviatedName: textOf(value, 'abbr_name'),
    comment: textOf(value, 'comment'),
    description: textOf(value, 'description'),
    longName: textOf(value, 'long_name'),
    publication: textOf(value, 'publication'),
    reviewVersion: textOf(value, 'review_version'),
    reviewYear: textOf(value, 'review_year'),
    shortName: textOf(value, 'short_name'),
    source: textOf(value, 'source'),
    sourceAuthors: textOf(value, 'src_authors'),
    targetAuthors: textOf(value, 'trg_authors'),
    searchProfile: profileFrom(value['search_profile']),
  };
}

const PROFILE_MEMBERS: readonly string[] = ['distinct', 'letters', 'affix_marks', 'alphabet'];

/** A profile as files spell it: `{"distinct": "ẹọ", "letters": {"ṣ": ["s", "sh"]}, "affix_marks": "-",
 * "alphabet": ["a", "b", "gb"]}`. */
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
  const spellings = Object.entries(letters ?? {}).map(([letter, given]) => {
    if (!Array.isArray(given) || !given.every((one) => typeof one === 'string'))
      throw new Failure(
        'INVALID_INPUT',
        `letters of the search profile must have a list of texts for "${letter}"`,
      );
    return { letter, spellings: given };
  });
  return checkedProfile({
    distinct: textOf(value, 'distinct'),
    letters: letters === undefined ? null : spellings,
    affixMarks: textOf(value, 'affix_marks'),
    alphabet: alphabetFrom(value['alphabet']),
  });
}

function alphabetFrom(value: unknown): readonly string[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || !value.every((letter) => typeof letter === 'string'))
    throw new Failure('INVALID_INPUT', 'alphabet of the search profile must be a list of texts');
  return value;
}

function textOf(value: JsonObject, name: string): string | null {
  const member = value[name];
  if (member === undefined || member === null) return null;
  if (typeof member !== 'string' || lengthOf(member) > LONGEST_METADATA_TEXT)
    throw new Failure(
      'INVALID_INPUT',
      `${name} must be a text of at most ${LONGEST_METADATA_TEXT} characters`,
    );
  return nfc(member);
}
