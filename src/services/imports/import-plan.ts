import { randomUUID } from 'node:crypto';
import type { ArticleRecord } from '../../domain/article/article-record';
import { deriveArticle } from '../../domain/article/derive-article';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import type {
  ImportMark,
  ImportOutcome,
  ImportResult,
  ImportedArticle,
  ImportedChange,
} from '../../domain/imports/import-record';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { freeJsonText } from '../../shared/json';
import type { ImportNotes } from './missing-articles';
import { digestOf } from '../../shared/digest';

export interface ImportRules {
  /** Whether content that was edited since its import is replaced. */
  readonly overwrite: boolean;
  /** Whether outcomes are only reported and nothing is written. */
  readonly dryRun: boolean;
  /** The record that makes it possible to undo the import; `undefined` if that is not necessary. */
  readonly record?: ImportNotes | undefined;
}

/** The outcome of an item, and the change to store if there is one. */
export interface ImportPlan {
  readonly result: ImportResult;
  readonly change?: { readonly before: ArticleRecord | undefined; readonly after: ArticleRecord };
}

export interface StoredState {
  readonly before: ArticleRecord | undefined;
  readonly rules: ImportRules;
}

/** Decides by digest whether an item is new, changed, unchanged, or edited since its import, and what the import does with it. */
export function importPlanFor(
  dictionary: ProfiledDictionary,
  item: ImportedArticle,
  { before, rules }: StoredState,
): ImportPlan {
  const refused = refusalOf(item, before);
  if (refused !== undefined) return { result: { refused } };
  const text = item.text ?? freeJsonText(item.source);
  const hash = hashOfItem(item, text);
  const outcome = importOutcome(before, hash, rules);
  if (outcome === 'unchanged' && isOfThisImport(before, rules))
    return { result: { outcome: before?.imported?.before === 0 ? 'added' : 'updated' } };
  if (outcome === 'unchanged' || outcome === 'edited') return { result: { outcome } };
  const revision = (before?.revision ?? 0) + 1;
  const by = rules.record && { by: rules.record.importId, before: before?.revision ?? 0 };
  const after = recordOf(dictionary, { ...item, text }, { before, imported: { hash, revision, ...by } });
  return { result: { outcome, isNameless: after.headword === null }, change: { before, after } };
}

/** Why an item is refused: its number belongs to another article. */
function refusalOf(
  { number, publicId }: ImportedArticle,
  before: ArticleRecord | undefined,
): string | undefined {
  if (!before || before.imported || publicId === undefined || publicId === before.publicId) return undefined;
  return `id_article ${number} belongs to article ${before.publicId}, which was created on this server`;
}

/** The article to store. What the item does not state remains as it was. */
function recordOf(
  dictionary: ProfiledDictionary,
  item: ImportedArticle & { readonly text: string },
  { before, imported }: { readonly before: ArticleRecord | undefined; readonly imported: ImportMark },
): ArticleRecord {
  const { number, radical, source, text } = item;
  const userVersions = item.userVersions ?? before?.userVersions;
  const now = new Date();
  return {
    ...deriveArticle({ dictionary, number, radical, source }),
    dictionaryId: dictionary.dictionaryId,
    number,
    publicId: item.publicId ?? before?.publicId ?? randomUUID(),
    source: text,
    revision: imported.revision,
    isDisabled: item.isDisabled ?? wasDisabled(before),
    ...votesOf(item, before),
    ...(userVersions === undefined ? {} : { userVersions }),
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    imported,
    lastChange: { by: 'import', parts: ['article'] },
  };
}

/** Whether the article was disabled, not counting that an earlier file lacked it. */
function wasDisabled(before: ArticleRecord | undefined): boolean {
  return before?.imported?.isMissing !== true && before?.isDisabled === true;
}

function hashOfItem(item: ImportedArticle, text: string): string {
  const { publicId, radical, isDisabled, likeCount, unlikeCount, userVersions } = item;
  const state = [isDisabled, likeCount, unlikeCount].map((value) => value ?? null);
  return hashOf([
    publicId ?? null,
    radical ?? null,
    text,
    ...(state.some((value) => value !== null) ? state : []),
    ...(userVersions === undefined ? [] : [userVersions]),
  ]);
}

/** Whether this import already stored the article before it was interrupted. The article then has the same outcome again. */
function isOfThisImport(before: ArticleRecord | undefined, { record }: ImportRules): boolean {
  return record !== undefined && before?.imported?.by === record.importId;
}

export function changeFrom({ before, after }: NonNullable<ImportPlan['change']>): ImportedChange {
  return { number: after.number, revision: before?.revision ?? 0, mark: before?.imported ?? null };
}

/** A new article gets the votes in the file. Later files do not change them. */
function votesOf(
  { likeCount = 0, unlikeCount = 0 }: ImportedArticle,
  before: ArticleRecord | undefined,
): Pick<ArticleRecord, 'likeCount' | 'unlikeCount' | 'importedVotes'> {
  if (before) {
    const { importedVotes } = before;
    const votes = { likeCount: before.likeCount, unlikeCount: before.unlikeCount };
    return importedVotes ? { ...votes, importedVotes } : votes;
  }
  const counts = { likeCount, unlikeCount };
  return likeCount + unlikeCount > 0 ? { ...counts, importedVotes: counts } : counts;
}

/** Returns the outcome for an item, from its digest and the stored article or dictionary. */
export function importOutcome(
  existing: Existing | undefined,
  hash: string,
  { overwrite }: ImportRules,
): ImportOutcome {
  if (!existing) return 'added';
  const isEdited = existing.imported?.revision !== existing.revision;
  if (isEdited && !overwrite) return 'edited';
  return existing.imported?.hash === hash && !isEdited ? 'unchanged' : 'updated';
}

type Existing = Pick<ArticleRecord | DictionaryRecord, 'revision'> & { readonly imported?: ImportMark };

/** Returns a digest of imported data. */
export function hashOf(value: unknown): string {
  return digestOf(JSON.stringify(value));
}
