import { formatNamed } from '../formats/formats';
import type { FileWriter } from '../rest/adapter/whole-object';
import type { Item } from '../rest/table/route';
import type { ExportedArticle, ExportedMetadata } from '../services/exports/export.service';
import { jsonOf } from '../shared/json';

/** A dictionary as the document of its export returns it, in the spelling of REST. */
interface WrittenDictionary {
  readonly metadata: {
    readonly id_dico: string;
    readonly abbr_name: string | null;
    readonly description: string | null;
    readonly language: string | null;
    readonly long_name: string | null;
    readonly short_name: string | null;
  };
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** One of its articles. */
interface WrittenArticle {
  readonly id_article: number;
  readonly public_id: string;
  readonly radical: string | null;
  readonly article: object;
  readonly disable_article: boolean;
  readonly like: number;
  readonly unlike: number;
  readonly users_versions: string;
}

/**
 * Writes what the documents of an export return in a format of files.
 *
 * @throws Failure INVALID_INPUT for an unknown format
 */
export function fileWriterOf(name: string): FileWriter {
  const { write, mediaType = 'application/octet-stream' } = formatNamed(name);
  const isText = mediaType.startsWith('text/');
  return {
    contentType: isText ? `${mediaType}; charset=utf-8` : mediaType,
    write: (object, items) => {
      const { metadata, files } = object as unknown as WrittenDictionary;
      return write({
        dictionary: metadataOf(metadata),
        files: new Map(files.map((file) => [file.name, file.text])),
        articles: { [Symbol.asyncIterator]: () => articlesOf(items) },
      });
    },
  };
}

function metadataOf(metadata: WrittenDictionary['metadata']): ExportedMetadata {
  return {
    dictionaryId: metadata.id_dico,
    abbreviatedName: metadata.abbr_name,
    description: metadata.description,
    language: metadata.language,
    longName: metadata.long_name,
    shortName: metadata.short_name,
  };
}

async function* articlesOf(items: AsyncIterable<Item>): AsyncGenerator<ExportedArticle> {
  for await (const item of items) {
    const article = item as unknown as WrittenArticle;
    yield {
      number: article.id_article,
      publicId: article.public_id,
      radical: article.radical,
      source: jsonOf(article.article),
      isDisabled: article.disable_article,
      likeCount: article.like,
      unlikeCount: article.unlike,
      userVersions: article.users_versions,
    };
  }
}
