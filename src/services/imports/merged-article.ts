import type { ArticleRecord } from '../../domain/article/article-record';
import { deriveArticle } from '../../domain/article/derive-article';
import { ORIGINAL, originalOf } from '../../domain/article/original';
import type { ImportedArticle } from '../../domain/imports/import-record';
import { type ContentChange, LIST_NAMES, withContent } from '../../domain/reading/change/change-content';
import { readArticle } from '../../domain/reading/read-article';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import {
  freeJsonText,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  JsonText,
} from '../../shared/json';
import { nextRadical } from '../articles/article-drafts';
import type { ImportPlan } from './import-plan';

/**
 * Returns the plan for an article that has members which the file cannot hold, and which remain. The plan is unchanged if the file
 * replaces the whole article. It refuses content that would be too large together.
 */
export function mergedPlan(
  dictionary: ProfiledDictionary,
  item: ImportedArticle,
  plan: ImportPlan & { readonly change: { readonly before: ArticleRecord; readonly after: ArticleRecord } },
): ImportPlan {
  const { before, after } = plan.change;
  try {
    const merged = mergedSource(new JsonText(before.source).toJSON(), item);
    if (merged === undefined) return plan;
    const { source, keepsEntry } = merged;
    const radical = nextRadical(before, { content: {}, radical: item.radical });
    const derived = deriveArticle({ dictionary, number: before.number, source, radical });
    const change = { before, after: { ...after, ...derived, source: freeJsonText(source) } };
    return { result: { ...plan.result, isNameless: derived.headword === null, keepsEntry }, change };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { result: { refused: `article ${before.publicId}: ${error.message}` } };
  }
}

/**
 * Merges an article with the content of a file. A file of the original format replaces the article, unless the article has members from
 * elsewhere. Any other file changes the typed content. A table or word list, which holds less, leaves the original entry in the article,
 * so that it can be exported in the original format again; other files replace the original entry.
 */
function mergedSource(before: Json, { source, lists }: ImportedArticle): MergedSource | undefined {
  const original = originalOf(source);
  if (original === undefined || !isJsonObject(before)) return undefined;
  const isSameKind = originalOf(before)?.format === original.format;
  const hasMore = Object.keys(readArticle(before).extra).some((name) => name !== ORIGINAL);
  if (isSameKind && !hasMore) return undefined;
  const changed = withContent(before, changeOf(source, lists)) as JsonObject;
  const keepsEntry = lists !== undefined && !isSameKind;
  return {
    source: keepsEntry ? changed : { ...changed, [ORIGINAL]: original as unknown as Json },
    keepsEntry,
  };
}

interface MergedSource {
  readonly source: JsonObject;
  readonly keepsEntry: boolean;
}

/**
 * Returns the content of a file as a change. A list that the format can hold and that is empty in the file is removed; other absent
 * members remain.
 */
function changeOf(source: Json, lists: ReadonlySet<string> | undefined): ContentChange {
  const content = readArticle(source);
  const { variants, ...entry } = content.entry;
  const canHold = (name: string) => lists === undefined || lists.has(name);
  const listsInFile = LIST_NAMES.flatMap((name) => {
    const items = content[name] ?? [];
    return canHold(name) || items.length > 0 ? [[name, withoutPositions(items, source, name)] as const] : [];
  });
  const texts = (['type', 'radical'] as const).flatMap((name) =>
    content[name] === undefined ? [] : [[name, content[name]] as const],
  );
  const members: ContentChange = Object.fromEntries<unknown>([...listsInFile, ...texts]);
  return { ...members, entry: canHold('variants') || variants.length > 0 ? { ...entry, variants } : entry };
}

/** Removes the positions from items that the file does not number. They are not the numbers of the items in the article. */
function withoutPositions(items: readonly object[], source: Json, name: string): readonly object[] {
  const member = isJsonObject(source) ? source[name] : undefined;
  if (!isJsonList(member) || member.length !== items.length) return items;
  return items.map((item, at) => {
    const itemInFile = member[at];
    return isJsonObject(itemInFile) && itemInFile['number'] === undefined
      ? { ...item, number: undefined }
      : item;
  });
}
