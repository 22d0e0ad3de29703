import type { ArticleContent } from '../../domain/article/article-content';
import { type Original, originalOf } from '../../domain/article/original';
import { readArticle } from '../../domain/reading/read-article';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';

/** Input of a format writer: the entry of the imported file, if any, and the current typed reading of the article. */
export interface ExportedEntry {
  readonly original: Original | undefined;
  readonly content: ArticleContent;
}

export function exportedEntry(source: string): ExportedEntry {
  const json = JSON.parse(source) as Json;
  return { original: originalOf(json), content: readArticle(json) };
}

/** Returns the options with which the imported file was read; empty if no file of the format was imported. */
export function storedOptions({ files }: Pick<ExportedDictionary, 'files'>, format: string): JsonObject {
  const text = files.get(`${format}/options.json`);
  const options = text === undefined ? {} : (JSON.parse(text) as Json);
  return isJsonObject(options) ? options : {};
}

/** Language tag of texts in an unknown language: "undetermined". */
export const NO_LANGUAGE = 'und';

/** The language tag of the headwords of a dictionary. */
export function languageOf({ dictionary }: Pick<ExportedDictionary, 'dictionary'>): string {
  return dictionary.language ?? NO_LANGUAGE;
}

/** Lists whose items may belong to a sense. */
type SenseLists = Partial<Record<keyof ArticleContent, unknown>>;

/**
 * Assigns the items of an article to senses for a format. In lists that the format has only in senses, items without a sense get the
 * first one. If there is at most one sense, items of lists that the format has only in entries lose their sense.
 */
export function inSenses(
  content: ArticleContent,
  { ofSenses, ofEntries }: { readonly ofSenses: readonly string[]; readonly ofEntries: readonly string[] },
): ArticleContent {
  const numbers = (content.senses ?? []).map(({ number }) => number).sort((a, b) => a - b);
  const [first = 1] = numbers;
  const moved = (member: string, sense: (written: number | null | undefined) => number | undefined) => {
    const items = (content as SenseLists as Record<string, unknown>)[member];
    if (!Array.isArray(items)) return [];
    return [
      [
        member,
        items.map((item: { readonly sense?: number | null }) => ({ ...item, sense: sense(item.sense) })),
      ] as const,
    ];
  };
  return Object.assign(
    {},
    content,
    Object.fromEntries([
      ...ofSenses.flatMap((member) => moved(member, (sense) => sense ?? first)),
      ...(numbers.length > 1
        ? []
        : ofEntries.flatMap((member) =>
            moved(member, (sense) => (sense === first ? undefined : (sense ?? undefined))),
          )),
    ]),
  );
}
