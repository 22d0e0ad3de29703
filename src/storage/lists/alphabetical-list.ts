import { trusted } from 'mongoose';
import type { ArticleRecord } from '../../domain/article/article-record';
import { type ArticleDocument, type Projection, recordOf } from '../articles/article-document';
import { StoredArticle } from '../articles/stored-article';
import type { Models } from '../models';
import type { Bounded } from '../../shared/paging';
import {
  countKeyed,
  type Filter,
  type KeyRange,
  type RangeQuery,
  rangeFilter,
  readKeyed,
} from './keyed-list';
import type { Visibility } from '../../shared/viewer';
import { countNarrowed, readNarrowed } from './narrowed-list';

/** Articles of one dictionary in the order of its alphabet. */
export interface AlphabeticalSet {
  readonly dictionaryId: string;
  readonly visibility: readonly Visibility[];
  /** Lists that each article must be in. */
  readonly lists: readonly string[];
}

export const ALPHABET_KEY = 'keys.alphabet';

/** Maximum number of letters of a dictionary that are listed; syllabaries have more letters than alphabets. */
const MAX_LISTED_LETTERS = 400;

type Articles = Pick<Models, 'articles'>;

/** Reads articles along the index of alphabetical keys. Articles with keys of earlier rules come first, in any order. */
export class AlphabeticalList {
  constructor(private readonly models: Articles) {}

  async read(
    set: AlphabeticalSet,
    query: RangeQuery,
    fields: Projection | undefined,
  ): Promise<Bounded<ArticleRecord>> {
    const { items: articles, stoppedAt } = await this.find(set, query, fields);
    return { items: articles.map(recordOf), stoppedAt };
  }

  /** Reads the articles as bytes, for callers that only serialise them. */
  async readBytes(
    set: AlphabeticalSet,
    query: RangeQuery,
    fields: Projection | undefined,
  ): Promise<Bounded<StoredArticle>> {
    const { items: articles, stoppedAt } = await this.find(set, query, fields);
    return { items: articles.map((document) => StoredArticle.of(document)), stoppedAt };
  }

  private find(set: AlphabeticalSet, query: RangeQuery, fields: Projection | undefined) {
    return readNarrowed<ArticleDocument, string>(
      this.models.articles,
      {
        key: ALPHABET_KEY,
        ...conditionsOf(set),
        fields: { _id: 0, ...fields, ...(fields && { [ALPHABET_KEY]: 1 }) },
      },
      query,
    );
  }

  /** Number of articles in a range; `null` if counting would examine too many. */
  total(set: AlphabeticalSet, range: KeyRange): Promise<number | null> {
    return countNarrowed(this.models.articles, { key: ALPHABET_KEY, ...conditionsOf(set) }, range);
  }

  /** The first characters of the keys, in order: the codes of letters. Each is found by one index lookup. */
  async codes(set: Omit<AlphabeticalSet, 'lists'>, from: string): Promise<string[]> {
    const filter = leadOf(set);
    const codes: string[] = [];
    for (let next: string | undefined = from; next !== undefined && codes.length < MAX_LISTED_LETTERS;) {
      const query: RangeQuery = { from: next, order: 'ASC', limit: 1 };
      const [first] = await readKeyed<ArticleDocument>(
        this.models.articles,
        { key: ALPHABET_KEY, filter, fields: { _id: 0, [ALPHABET_KEY]: 1 } },
        query,
      );
      const code = first?.keys.alphabet?.codePointAt(0);
      if (code === undefined) break;
      codes.push(String.fromCodePoint(code));
      next = codeAfter(code);
    }
    return codes;
  }

  /** Number of articles in a range of keys; `null` beyond the maximum number of examined entries. */
  count(set: Omit<AlphabeticalSet, 'lists'>, range: KeyRange): Promise<number | null> {
    return countKeyed(this.models.articles, { ...leadOf(set), ...rangeFilter(ALPHABET_KEY, range) });
  }
}

const LAST_CODE = 0x10ffff;

/** The first text after all that begin with a character; `undefined` after the last character. Surrogates are skipped. */
export function codeAfter(code: number): string | undefined {
  if (code >= LAST_CODE) return undefined;
  return String.fromCodePoint(code === 0xd7ff ? 0xe000 : code + 1);
}

function conditionsOf(set: AlphabeticalSet): {
  readonly leads: readonly Filter[];
  readonly conditions?: Filter;
} {
  const { lists } = set;
  const conditions =
    lists.length === 0 ? {} : { conditions: { $and: lists.map((list) => ({ lists: list })) } };
  return { leads: [leadOf(set)], ...conditions };
}

/** Returns the filter for the fields that precede the key in the alphabetical index. */
export function leadOf({ dictionaryId, visibility }: Omit<AlphabeticalSet, 'lists'>): Filter {
  const [side, ...others] = visibility.map((kind) => kind === 'hidden');
  return {
    dictionaryId,
    isDisabled: others.length === 0 ? side : trusted({ $in: [side, ...others] }),
  };
}
