import { LRUCache } from 'lru-cache';
import {
  type EntitySource,
  type SourceArticle,
  valueOfArticle,
} from '../../domain/chatbot/recognition/entity-source';
import type { EntityValue } from '../../domain/chatbot/recognition/entity-values';
import { Failure } from '../../shared/failure';
import type { Storage } from '../../storage/storage';

/** The values that a dictionary gives, as it was at a place of its sequence. */
export interface DictionaryState {
  /** What changes with each change of the dictionary. */
  readonly place: string;
  readonly values: ReadonlyMap<number, EntityValue>;
}

interface Known {
  /** The number of the dictionary: another one of the same name has its own. */
  readonly number: number;
  readonly next: number;
  readonly values: ReadonlyMap<number, EntityValue>;
}

/** Articles of one read, and most articles that a source looks through. */
const BATCH = 200;
const MOST_ARTICLES = 100_000;

/** Values that are kept of all sources. */
const MOST_KEPT = 300_000;

const FIELDS = { number: 1, publicId: 1, headword: 1, content: 1 } as const;

/** Reads values of entities from dictionaries: all at first, then what has changed. Nothing of it is stored, so nothing can be out of date. */
export class DictionaryValues {
  private readonly kept = new LRUCache<string, Known>({ maxSize: MOST_KEPT });

  constructor(private readonly storage: Pick<Storage, 'changes' | 'dictionaries'>) {}

  /** The places of dictionaries in their sequences, for comparison. */
  async placesOf(dictionaryIds: readonly string[]): Promise<readonly string[]> {
    const { changes, dictionaries } = this.storage;
    const found = await dictionaries.findMany(dictionaryIds);
    return Promise.all(
      dictionaryIds.map(async (id) => {
        const dictionary = found.find((one) => one.dictionaryId === id);
        return placeOf(id, dictionary?.number, dictionary ? await changes.last(id) : 0);
      }),
    );
  }

  /**
   * The values of a source now, as everyone may read the dictionary. A dictionary that does not exist gives none.
   *
   * @param pause is awaited after each read; it may let others go on
   * @throws Failure TOO_LARGE
   */
  async read(source: EntitySource, pause: () => Promise<void>): Promise<DictionaryState> {
    const { dictionary: id } = source;
    const [dictionary] = await this.storage.dictionaries.findMany([id]);
    if (!dictionary) return { place: placeOf(id, undefined, 0), values: new Map() };
    const { number } = dictionary;
    const key = JSON.stringify(source);
    const known = this.kept.get(key);
    const isSame = known?.number === number;
    const values = new Map(isSame ? known.values : []);
    let after = isSame ? known.next : 0;
    for (let hasMore = true, examined = 0; hasMore;) {
      const page = await this.storage.changes.read(id, { after, limit: BATCH, fields: FIELDS });
      for (const change of page.changes)
        if ('gone' in change) values.delete(change.gone.number);
        else take(values, source, change.article);
      examined += page.changes.length;
      if (examined > MOST_ARTICLES)
        throw new Failure('TOO_LARGE', `The dictionary ${id} has more than ${MOST_ARTICLES} articles.`);
      ({ next: after, hasMore } = page);
      await pause();
    }
    this.kept.set(key, { number, next: after, values }, { size: values.size + 1 });
    return { place: placeOf(id, number, after), values };
  }
}

function take(values: Map<number, EntityValue>, source: EntitySource, article: SourceArticle): void {
  const value = valueOfArticle(source, article);
  if (value === undefined) values.delete(article.number);
  else values.set(article.number, value);
}

function placeOf(id: string, number: number | undefined, seq: number): string {
  return `${id} ${number ?? ''} ${seq}`;
}
