import { randomUUID } from 'node:crypto';
import type { ArticleRecord } from '../../domain/article/article-record';
import type { ChangeMark } from '../../domain/article/article';
import { deriveArticle } from '../../domain/article/derive-article';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { MAX_NAME_LENGTH } from '../../domain/values/bounds';
import { checkContent, type ContentChange, withContent } from '../../domain/reading/change/change-content';
import { changedParts } from '../../domain/reading/change/change-part';
import { allChecked, checkedMembers, inMember, invalid } from '../../shared/faults';
import { freeJsonText, type Json, JsonText } from '../../shared/json';
import { lengthOf, nfc } from '../../shared/text';

/** The input of a writer for an article. */
export interface ArticleInput {
  /** The free JSON. */
  readonly source: Json;
  /** The content as typed fields. An existing article keeps the members that are not given, and their form. */
  readonly content?: ContentChange | undefined;
  readonly radical?: string | undefined;
  /** Used only at creation; defaults to a UUID. */
  readonly publicId?: string | undefined;
}

export interface NewArticle extends ArticleInput {
  readonly dictionary: ProfiledDictionary;
  readonly number: number;
  /** The free JSON that typed content changes. Defaults to that of a new article. */
  readonly base?: Json | undefined;
  readonly by: string;
  readonly proposedBy?: string | undefined;
}

export interface ChangedArticle {
  /** The current state of the dictionary of the article. */
  readonly dictionary: ProfiledDictionary;
  readonly source?: Json | undefined;
  /** Takes precedence over `source`. */
  readonly content?: ContentChange | undefined;
  readonly radical?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly by: string;
  readonly proposedBy?: string | undefined;
}

/**
 * The record of a new article.
 *
 * @throws Failure INVALID_INPUT or TOO_LARGE when the JSON cannot be stored
 */
export function newArticle({ dictionary, number, by, proposedBy, ...input }: NewArticle): ArticleRecord {
  const { base, radical, publicId } = input;
  const [{ source, text }, names] = allChecked(
    () => written(input, base),
    () =>
      checkedMembers({
        radical: () => checkedName('radical', radical),
        publicId: () => publicIdFrom(publicId),
      }),
  );
  const now = new Date();
  return {
    ...deriveArticle({ dictionary, number, source, radical: names.radical }),
    dictionaryId: dictionary.dictionaryId,
    number,
    publicId: names.publicId ?? randomUUID(),
    source: text,
    revision: 1,
    isDisabled: false,
    likeCount: 0,
    unlikeCount: 0,
    createdAt: now,
    updatedAt: now,
    lastChange: changeMarkOf({ by, proposedBy }, ['article']),
  };
}

/** The next revision of an article; `undefined` when nothing would change. */
export function nextRevision(before: ArticleRecord, change: ChangedArticle): ArticleRecord | undefined {
  const { dictionaryId, number, imported, importedVotes, userVersions } = before;
  const old = new JsonText(before.source);
  const [{ source, text }, radical] = allChecked(
    () => written({ source: change.source ?? old.toJSON(), content: change.content }, old.toJSON()),
    () => inMember('radical', () => checkedName('radical', change.radical)),
  );
  const isDisabled = change.isDisabled ?? before.isDisabled;
  const derived = deriveArticle({
    dictionary: change.dictionary,
    number,
    source,
    radical,
  });
  const parts = [
    ...(text === before.source ? [] : changedParts(old.toJSON(), source)),
    ...(derived.radical === before.radical ? [] : ['radical']),
    ...(isDisabled === before.isDisabled ? [] : ['status']),
  ];
  if (parts.length === 0) return undefined;
  const { publicId, likeCount, unlikeCount, createdAt } = before;
  return {
    ...derived,
    dictionaryId,
    number,
    publicId,
    source: text,
    revision: before.revision + 1,
    isDisabled,
    likeCount,
    unlikeCount,
    createdAt,
    updatedAt: new Date(),
    ...(imported === undefined ? {} : { imported }),
    ...(importedVotes ? { importedVotes } : {}),
    ...(userVersions === undefined ? {} : { userVersions }),
    lastChange: changeMarkOf(change, parts),
  };
}

/**
 * The free JSON of an input, and its text.
 *
 * @param before what typed content changes
 * @throws Failure INVALID_INPUT or TOO_LARGE with all that cannot be stored
 */
function written({ source, content }: Pick<ArticleInput, 'source' | 'content'>, before: Json | undefined) {
  if (content === undefined) return { source, text: inMember('source', () => freeJsonText(source)) };
  return inMember('content', () => {
    if (before !== undefined) {
      const changed = withContent(before, content);
      return { source: changed, text: freeJsonText(changed) };
    }
    checkContent(content);
    return { source, text: freeJsonText(source) };
  });
}

function changeMarkOf({ by, proposedBy }: Omit<ChangeMark, 'parts'>, parts: readonly string[]): ChangeMark {
  return { by, ...(proposedBy !== undefined && { proposedBy }), parts };
}

/**
 * The radical of an article with new content. A derived radical that is sent back unchanged is derived again; typed
 * content without a radical keeps the current one.
 */
export function nextRadical(
  before: ArticleRecord,
  { content, radical }: Pick<ArticleInput, 'content' | 'radical'>,
): string | undefined {
  const isAsBefore = radical === undefined ? content !== undefined : radical === before.radical;
  return isAsBefore ? explicitRadical(before) : radical;
}

/** The radical of an article if a writer gave it; `undefined` if it was derived. */
export function explicitRadical({ content, headword, radical }: ArticleRecord): string | undefined {
  return radical === (content.radical ?? headword) ? undefined : (radical ?? undefined);
}

/** The given public identifier. It must not consist of digits, which would be read as a number of an article. */
function publicIdFrom(input: string | undefined): string | undefined {
  if (input !== undefined && /^\d+$/.test(input))
    throw invalid([], 'publicId must not consist only of digits');
  return checkedName('publicId', input);
}

function checkedName(field: string, input: string | undefined): string | undefined {
  if (input === undefined || input === '') return undefined;
  const name = nfc(input);
  if (lengthOf(name) > MAX_NAME_LENGTH)
    throw invalid([], `${field} must have at most ${MAX_NAME_LENGTH} characters`);
  return name;
}
