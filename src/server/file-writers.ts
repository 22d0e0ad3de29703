import { botFormatNamed } from '../formats/bots/bot-formats';
import { writeProject } from '../formats/bots/write-project';
import type { StoredField } from '../formats/bots/bot-project';
import { formatNamed, isReadBack, lossesIn } from '../formats/formats';
import type { FileWriter, FileWriters, WrittenLists } from '../rest/adapter/streamed-object';
import type { Item } from '../rest/table/route';
import type {
  ExportedArticle,
  ExportedMedia,
  ExportedMetadata,
  ExportService,
} from '../services/exports/export.service';
import { Failure } from '../shared/failure';
import type { JsonObject } from '../shared/json';
import { jsonOf } from '../shared/json-text';
import { currentWork } from '../shared/work';

/** A dictionary in the form of its export document, in the spelling of REST. */
interface WrittenDictionary {
  readonly metadata: {
    readonly id_dico: string;
    readonly abbr_name: string | null;
    readonly description: string | null;
    readonly language: string | null;
    readonly long_name: string | null;
    readonly short_name: string | null;
    readonly license: string | null;
    readonly scripts: readonly string[];
    readonly target_languages: readonly string[];
    readonly search_profile: ExportedMetadata['searchProfile'];
  };
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** An article of such a dictionary. */
interface WrittenArticle {
  readonly id_article: number;
  readonly public_id: string;
  readonly radical: string | null;
  readonly article: object;
  readonly disable_article: boolean;
  readonly like: number;
  readonly unlike: number;
  readonly users_versions: string;
  readonly media?: readonly (Omit<ExportedMedia, 'kind'> & { readonly kind: string })[];
}

/** Reads the bytes of recordings and pictures, which no document contains. */
type Contents = Pick<ExportService, 'contentOf'>;

/**
 * Creates the functions that write the results of export documents in file formats. They throw Failure INVALID_INPUT for an unknown
 * format.
 */
export function fileWritersWith(contents: Contents): FileWriters {
  return (as, name) => {
    if (as === 'field') return fieldWriter(name);
    if (as === 'losses')
      return {
        contentType: 'application/json; charset=utf-8',
        write: dictionaryWith(lossesIn(name), { contents, hasMedia: true }),
      };
    const { write, mediaType = 'application/octet-stream', hasMedia = false } = formatNamed(name);
    const isText = mediaType.startsWith('text/');
    return {
      contentType: isText ? `${mediaType}; charset=utf-8` : mediaType,
      isReported: isReadBack(name),
      write: dictionaryWith(write, { contents, hasMedia }),
    };
  };
}

function dictionaryWith(
  write: ReturnType<typeof lossesIn>,
  { contents, hasMedia }: { readonly contents: Contents; readonly hasMedia: boolean },
): FileWriter['write'] {
  return (object, { articles = NO_ARTICLES, with_media = NO_ARTICLES }) => {
    const { metadata, files } = object as unknown as WrittenDictionary;
    return write({
      dictionary: metadataOf(metadata),
      files: new Map(files.map((file) => [file.name, file.text])),
      articles: { [Symbol.asyncIterator]: () => exportedArticlesOf(hasMedia ? with_media : articles) },
      contentOf: (media) => {
        currentWork()?.nextPart();
        return contents.contentOf(metadata.id_dico, media);
      },
    });
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
    license: metadata.license,
    scripts: metadata.scripts,
    targetLanguages: metadata.target_languages,
    searchProfile: metadata.search_profile,
  };
}

async function* exportedArticlesOf(items: AsyncIterable<Item>): AsyncGenerator<ExportedArticle> {
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
      ...(article.media && {
        media: article.media.map((file) => ({ ...file, kind: file.kind === 'AUDIO' ? 'audio' : 'picture' })),
      }),
    };
  }
}

const NO_ARTICLES: AsyncIterable<Item> = { [Symbol.asyncIterator]: () => articleless() };

async function* articleless(): AsyncGenerator<Item> {
  yield* await Promise.resolve([]);
}

/** Maximum length of a field that is written as one file, in characters of its JSON. */
const MAX_FIELD_CHARACTERS = 32 * 1024 * 1024;

function fieldWriter(name: string): FileWriter {
  const { ending, mediaType } = botFormatNamed(name);
  return {
    contentType: mediaType,
    ending: `.${name}.${ending}`,
    write: async function* (object, lists) {
      yield* writeProject(await storedField(lists), name, nonEmptyText(object['name'])).content;
    },
  };
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Collects the resources of a field from its documents. @throws Failure TOO_LARGE */
export async function storedField(lists: WrittenLists): Promise<StoredField> {
  let size = 0;
  const read = async (name: keyof StoredField) => {
    const objects: JsonObject[] = [];
    for await (const item of lists[name] ?? NO_ARTICLES) {
      const text = jsonOf(item);
      size += text.length;
      if (size > MAX_FIELD_CHARACTERS)
        throw new Failure('TOO_LARGE', `The field has more than ${MAX_FIELD_CHARACTERS} characters in all.`);
      objects.push(JSON.parse(text) as JsonObject);
    }
    return objects;
  };
  return {
    entities: await read('entities'),
    intents: await read('intents'),
    requests: await read('requests'),
    templates: await read('templates'),
  };
}
