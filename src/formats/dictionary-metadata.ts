import type { DictionaryDescription } from '../domain/dictionary/dictionary';
import { dictionaryIdFrom } from '../domain/dictionary/dictionary-id';
import { Failure } from '../shared/failure';
import { isJsonObject, type JsonObject } from '../shared/json';
import { nfc } from '../shared/text';

/** Longest text of one field of the metadata, in characters. */
const LONGEST = 10_000;

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
  };
}

function textOf(value: JsonObject, name: string): string | null {
  const member = value[name];
  if (member === undefined || member === null) return null;
  if (typeof member !== 'string' || member.length > LONGEST)
    throw new Failure('INVALID_INPUT', `${name} must be a text of at most ${LONGEST} characters`);
  return nfc(member);
}
