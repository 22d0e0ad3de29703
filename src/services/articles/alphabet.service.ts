import { LRUCache } from 'lru-cache';
import { type Alphabet, alphabetOf, FIRST_CODE } from '../../domain/alphabet/alphabet';
import { NO_LETTER_CODE } from '../../domain/alphabet/alphabet-key';
import { EVERY_ARTICLE } from '../../domain/article/article-lists';
import type { ArticleRecord } from '../../domain/article/article-record';
import { SEARCH_KEYS_VERSION } from '../../domain/search/search-keys';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { ProfiledDictionary } from '../../domain/search/search-profile';
import { Failure } from '../../shared/failure';
import { cursorOf, type Page } from '../../shared/paging';
import { type Viewer, visibilityFor } from '../../shared/viewer';
import { type AlphabeticalSet, codeAfter } from '../../storage/lists/alphabetical-list';
import type { KeyRange, RangeQuery } from '../../storage/lists/keyed-list';
import type { Projection } from '../../storage/articles/article-document';
import type { ListedArticle } from '../../storage/articles/stored-article';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { type KeyedPageSource, readPageOf } from '../list-page';
import type { UpdatedSet } from '../../storage/lists/updated-list';
import { type ArticleFilter, type ArticleListing, filteredLists, updatedIn } from './article.service';

type ReadList = Pick<KeyedPageSource<ListedArticle>, 'read' | 'total'>;

/** Represents headwords that begin with a digit or sign. */
const OTHER_CHARACTERS = '#';

/** The first code of a letter. Digits and signs precede it. */
const FIRST_LETTER = String.fromCodePoint(FIRST_CODE);

/** A letter with which headwords of a dictionary begin. */
export interface UsedLetter {
  readonly letter: string;
  /** Number of articles; `null` if there are more than are counted. */
  readonly count: () => Promise<number | null>;
}

/** Name and version of the order of articles in the alphabet of their dictionary. */
const ALPHABET_ORDER = `alphabet ${SEARCH_KEYS_VERSION}`;

/** The letters of a dictionary, and the state of its articles for which they are valid. */
interface CachedLetters {
  readonly state: string;
  readonly letters: UsedLetter[];
}

/** Number of dictionaries whose letters are cached: every page of a dictionary shows them, and counting reads an index entry for each article. */
const MAX_CACHED_DICTIONARIES = 200;

export interface AlphabeticalListing extends ArticleListing {
  /** The first letter of the headwords. */
  readonly letter?: string | null | undefined;
}

/** The cursor of an article in the order of an alphabet, which is valid as long as the keys do not change. */
export function alphabetCursor({ keys }: Pick<ArticleRecord, 'keys'>): string {
  return cursorOf(keys.alphabet ?? '', ALPHABET_ORDER);
}

/** Lists articles in the order of the alphabet of their dictionary. */
export class AlphabetService {
  private readonly cache = new LRUCache<string, CachedLetters>({ max: MAX_CACHED_DICTIONARIES });

  constructor(
    private readonly storage: Pick<Storage, 'alphabeticalList' | 'articleLists' | 'changes' | 'updatedList'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * One page of the articles of a dictionary.
   *
   * @throws Failure INVALID_INPUT without a dictionary, when the page request contradicts itself or reaches too far, or
   *   when `letter` is not a letter of the alphabet
   */
  async list(viewer: Viewer, listing: AlphabeticalListing): Promise<Page<ListedArticle>> {
    const { filter, letter, pageRequest, maxItems } = listing;
    const dictionary = await this.dictionaryIn(filter, letter);
    const { dictionaryId } = dictionary;
    const lists = filteredLists(filter);
    const set = { dictionaryId, visibility: visibilityFor(viewer, dictionaryId, filter.isDisabled), lists };
    const range = typeof letter === 'string' ? rangeOf(letter, alphabetOf(dictionary)) : {};
    const updated = updatedIn(filter);
    return readPageOf<ListedArticle>(
      {
        version: ALPHABET_ORDER,
        range,
        ...(updated
          ? this.updated({ ...set, updated, order: 'alphabet' }, range, listing)
          : this.fullList(set, range, listing)),
      },
      pageRequest,
      maxItems,
    );
  }

  private fullList(set: AlphabeticalSet, range: KeyRange, { fields, asBytes }: ArticleListing): ReadList {
    const { alphabeticalList } = this.storage;
    const isWhole = set.lists.length === 0 && Object.keys(range).length === 0;
    return {
      read: (query) =>
        asBytes ? alphabeticalList.readBytes(set, query, fields) : alphabeticalList.read(set, query, fields),
      total: () => (isWhole ? this.totalOf(set) : alphabeticalList.total(set, range)),
    };
  }

  private updated(set: UpdatedSet, range: KeyRange, listing: ArticleListing): ReadList {
    const { updatedList } = this.storage;
    return {
      read: (query) => updatedList.read(set, query, listing),
      total: () => updatedList.total(set, range),
    };
  }

  /** The article after another in the alphabet of its dictionary, or the one before it, among those that the viewer sees. */
  async neighbour(
    viewer: Viewer,
    { dictionaryId, keys }: Pick<ArticleRecord, 'dictionaryId' | 'keys'>,
    { direction, fields }: { readonly direction: 'next' | 'previous'; readonly fields: Projection },
  ): Promise<ArticleRecord | undefined> {
    // Articles with keys of earlier rules have no position.
    const { alphabet } = keys;
    if (alphabet === undefined) return undefined;
    const set = { dictionaryId, visibility: visibilityFor(viewer, dictionaryId), lists: [] };
    const query: RangeQuery =
      direction === 'next'
        ? { after: alphabet, order: 'ASC', limit: 1 }
        : { before: alphabet, order: 'DESC', limit: 1 };
    const { items: articles } = await this.storage.alphabeticalList.read(set, query, fields);
    return articles[0];
  }

  /** The dictionary of a list. If it does not exist, the list is empty. @throws Failure INVALID_INPUT without a dictionary */
  private async dictionaryIn(
    { dictionaryId }: ArticleFilter,
    letter: string | null | undefined,
  ): Promise<ProfiledDictionary> {
    if (typeof dictionaryId !== 'string')
      throw new Failure(
        'INVALID_INPUT',
        `${typeof letter === 'string' ? 'letter' : 'the order of an alphabet'} requires a dictionary: filter.dictionaryId or filter.dictionary`,
      );
    return (await this.dictionaries.get(dictionaryId)) ?? { dictionaryId };
  }

  /** The total of all articles is stored. */
  private totalOf({ dictionaryId: scope, visibility }: Omit<AlphabeticalSet, 'lists'>) {
    return this.storage.articleLists.open({ scope, list: EVERY_ARTICLE, visibility }).total();
  }

  /** The letters with which headwords of a dictionary begin, in order; `#` for digits and signs. */
  async letters(viewer: Viewer, dictionary: DictionaryRecord): Promise<UsedLetter[]> {
    const { dictionaryId, number, revision } = dictionary;
    const set = { dictionaryId, visibility: visibilityFor(viewer, dictionaryId) };
    const name = JSON.stringify(set);
    // Read first, so that the counts are never older than the state under which they are cached.
    const { last, touched } = await this.storage.changes.bounds(dictionaryId);
    const state = [number, revision, last, touched].join(' ');
    const cached = this.cache.get(name);
    if (cached?.state === state) return cached.letters;
    const letters = await this.readLetters(set, alphabetOf(dictionary));
    this.cache.set(name, { state, letters });
    return letters;
  }

  private async readLetters(set: Omit<AlphabeticalSet, 'lists'>, alphabet: Alphabet): Promise<UsedLetter[]> {
    const { alphabeticalList } = this.storage;
    const [others, codes] = await Promise.all([
      alphabeticalList.count(set, rangeOf(OTHER_CHARACTERS, alphabet)),
      alphabeticalList.codes(set, FIRST_LETTER),
    ]);
    const letters = codes
      .filter((code) => code !== NO_LETTER_CODE)
      .map((code) => ({
        letter: alphabet.nameOf(code),
        count: countedOnce(() => alphabeticalList.count(set, rangeOfCode(code))),
      }));
    return others === 0
      ? letters
      : [{ letter: OTHER_CHARACTERS, count: () => Promise.resolve(others) }, ...letters];
  }
}

/**
 * Caches a successful count. A count that fails, for example because its caller has no budget, is repeated for the next
 * caller.
 */
function countedOnce(count: UsedLetter['count']): UsedLetter['count'] {
  let storedCount: number | null | undefined;
  return async () => (storedCount === undefined ? (storedCount = await count()) : storedCount);
}

function rangeOf(letter: string, alphabet: Alphabet): KeyRange {
  if (letter === OTHER_CHARACTERS) return { from: '\u0001', before: FIRST_LETTER };
  const code = alphabet.codeOf(letter);
  if (code === undefined)
    throw new Failure('INVALID_INPUT', 'letter must be a letter of the alphabet of the dictionary, or #');
  return rangeOfCode(code);
}

function rangeOfCode(code: string): KeyRange {
  return { from: code, before: codeAfter(code.codePointAt(0) ?? 0) };
}
