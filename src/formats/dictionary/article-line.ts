import type { ImportedArticle } from '../../domain/imports/import-record';
import { MAX_NAME_LENGTH, MAX_COUNT, MAX_NUMBER } from '../../domain/values/bounds';
import { Failure } from '../../shared/failure';
import { freeJsonText, isJsonObject, type Json } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';

/**
 * Reads one line of `articles.jsonl`: `{id_article, article, id_dico?, public_id?, radical?, disable_article?, like?, unlike?,
 * users_versions?}`, the form of REST responses. Other members are ignored.
 *
 * @throws Failure INVALID_INPUT or TOO_LARGE with a sentence that names the problem
 */
export function articleFromLine(line: string, dictionaryId: string): ImportedArticle {
  const value = parsedLine(line);
  if (!isJsonObject(value)) throw invalidLine('the line is not a JSON object');
  const { id_dico, id_article, public_id, radical, article } = value;
  if (id_dico !== undefined && (typeof id_dico !== 'string' || nfc(id_dico) !== dictionaryId))
    throw invalidLine(`id_dico is not "${dictionaryId}", the dictionary of this folder`);
  if (article === undefined || article === null) throw invalidLine('article is missing');
  const text = freeJsonText(article);
  return {
    number: articleNumberFrom(id_article),
    publicId: publicIdFrom(public_id),
    radical: radicalFrom(radical),
    source: article,
    text,
    isDisabled: isDisabledFrom(value['disable_article']),
    likeCount: countFrom('like', value['like']),
    unlikeCount: countFrom('unlike', value['unlike']),
    userVersions: userVersionsFrom(value['users_versions']),
  };
}

function parsedLine(line: string): Json {
  try {
    return JSON.parse(line) as Json;
  } catch (error) {
    throw invalidLine(`the line is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** @throws Failure INVALID_INPUT if the value is not the number of an article */
export function articleNumberFrom(value: Json | undefined): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > MAX_NUMBER)
    throw invalidLine(`id_article must be an integer from 1 to ${MAX_NUMBER}`);
  return value;
}

function publicIdFrom(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || value === '' || lengthOf(value) > MAX_NAME_LENGTH)
    throw invalidLine(`public_id must be a text of 1 to ${MAX_NAME_LENGTH} characters`);
  return nfc(value);
}

function radicalFrom(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw invalidLine('radical must be a text');
  return nfc(value);
}

function isDisabledFrom(value: Json | undefined): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'boolean') throw invalidLine('disable_article must be true or false');
  return value;
}

function countFrom(name: string, value: Json | undefined): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > MAX_COUNT)
    throw invalidLine(`${name} must be a whole number of at most ${MAX_COUNT}`);
  return value;
}

/**
 * Reads versions of users. REST has a text; any other JSON that a service wrote is stored as its text. A missing value leaves the stored
 * one.
 */
function userVersionsFrom(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string') return nfc(value);
  return freeJsonText(value);
}

function invalidLine(message: string): Failure {
  return new Failure('INVALID_INPUT', message);
}
