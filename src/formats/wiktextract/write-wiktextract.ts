import type { ArticleContent } from '../../domain/article/article-content';
import type { ExportedDictionary } from '../../services/exports/export.service';
import { WrittenNames } from '../files/entry-names';
import { exportedEntry, inSenses, storedOptions, languageOf } from '../files/exported-entry';
import { isJsonObject } from '../../shared/json';
import type { JsonMembers } from './json-rows';
import {
  getWiktextract,
  lineIdentifier,
  lineForWord,
  putWiktextract,
  type WiktextractOptions,
} from './wiktextract-lens';
import { extensionOf, setExtension } from './wiktextract-rows';
import { wiktextractOptions } from './wiktextract-source';

/** Lists that the format stores only in senses, and only in entries. */
const LIST_OWNERS = {
  ofSenses: ['translations', 'definitions', 'examples'],
  ofEntries: ['pronunciations', 'categories', 'forms', 'etymologies'],
};

/** Writes each article as a line in the form of Wiktextract. */
export async function* wiktextractText(exported: ExportedDictionary): AsyncGenerator<string> {
  const options = wiktextractOptions(storedOptions(exported, 'wiktextract'));
  const names = new WrittenNames();
  for await (const article of exported.articles) {
    const { original, content } = exportedEntry(article.source);
    const line =
      original?.format === 'wiktextract' && isJsonObject(original.entry)
        ? putWiktextract(original.entry, content, options, original.readAs)
        : newWiktextractLine(article.publicId, content, { headwordLanguage: languageOf(exported), options });
    const { id } = extensionOf(line);
    const missing = names.missing(
      article.publicId,
      typeof id === 'string' ? id : undefined,
      lineIdentifier(line),
    );
    if (missing !== undefined) setExtension(line, 'id', missing);
    exported.onArticle?.(article, { format: 'wiktextract', read: () => getWiktextract(line, options) });
    yield `${JSON.stringify(line)}\n`;
  }
}

interface Made {
  readonly headwordLanguage: string;
  readonly options: WiktextractOptions;
}

/** Creates the line of an article that was not imported from a Wiktionary. */
function newWiktextractLine(
  publicId: string,
  content: ArticleContent,
  { headwordLanguage: spoken, options }: Made,
): JsonMembers {
  const headword = content.entry.headword ?? publicId;
  const inPlaces = inSenses(content, LIST_OWNERS);
  const entry = Object.assign({}, content.entry, { headword });
  const [meaning] = [...content.translations, ...(content.definitions ?? [])];
  return putWiktextract(
    lineForWord(headword, spoken, meaning?.lang ?? 'en'),
    Object.assign({}, inPlaces, { entry }),
    options,
  );
}
