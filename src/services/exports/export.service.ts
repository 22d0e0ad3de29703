import type { ArticleRecord } from '../../domain/article/article-record';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import { Failure } from '../../shared/failure';
import type { DictionaryFile } from '../../storage/dictionaries/dictionary-files';
import type { Storage } from '../../storage/storage';

/** Articles of one read: an article has at most 256 KiB. */
const BATCH = 50;

/** A dictionary as it is written to a file. */
export interface ExportedDictionary {
  readonly dictionary: DictionaryRecord;
  /** What an imported file said beside its entries. */
  readonly files: ReadonlyMap<string, string>;
  /** In the order of their numbers; read again each time that they are iterated. */
  readonly articles: AsyncIterable<ArticleRecord>;
}

/** Reads whole dictionaries, with a batch of articles in memory. Exports include disabled articles. */
export class ExportService {
  constructor(private readonly storage: Pick<Storage, 'articles' | 'dictionaries' | 'dictionaryFiles'>) {}

  /** @throws Failure DICTIONARY_NOT_FOUND */
  async open(dictionaryId: string): Promise<ExportedDictionary> {
    const [dictionary] = await this.storage.dictionaries.findMany([dictionaryId]);
    if (!dictionary) throw new Failure('DICTIONARY_NOT_FOUND', `There is no dictionary ${dictionaryId}`);
    const files = await this.storage.dictionaryFiles.read(dictionaryId);
    return {
      dictionary,
      files: new Map(files.map(({ name, text }: DictionaryFile) => [name, text])),
      articles: { [Symbol.asyncIterator]: () => this.articlesOf(dictionaryId) },
    };
  }

  private async *articlesOf(dictionaryId: string): AsyncGenerator<ArticleRecord> {
    let last = 0;
    for (;;) {
      const articles = await this.storage.articles.findBehind(dictionaryId, last, BATCH);
      yield* articles;
      if (articles.length < BATCH) return;
      last = articles.at(-1)?.number ?? last;
    }
  }
}
