import type { Dictionary, DictionaryRecord } from '../../domain/dictionary/dictionary';
import { Failure } from '../../shared/failure';
import { cursorOf, type Page, type PageRequest } from '../../shared/paging';
import { nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import { readPageOf, unfilteredSource } from '../list-page';
import { EVERY_ARTICLE, languageOfList, partList } from '../../domain/article/article-lists';
import type { ListCounts } from '../../storage/lists/list-segment';

/** Name and version of the order of dictionaries, by identifier; cursors of another one are refused. */
const DICTIONARY_ORDER = 'dictionaries 1';

export function dictionaryCursor({ dictionaryId }: Pick<Dictionary, 'dictionaryId'>): string {
  return cursorOf(dictionaryId, DICTIONARY_ORDER);
}

/** Reads dictionaries. */
export class DictionaryService {
  constructor(private readonly storage: Pick<Storage, 'dictionaries'>) {}

  /** The dictionary with an identifier or, for a text of digits, with a number that is not also an identifier. */
  async get(idOrNumber: string): Promise<DictionaryRecord | undefined> {
    const [dictionary] = await this.storage.dictionaries.findMany([nfc(idOrNumber)]);
    return (
      dictionary ??
      (isDictionaryNumber(idOrNumber)
        ? this.storage.dictionaries.findByNumber(Number(idOrNumber))
        : undefined)
    );
  }

  /** The identifier for the name that a caller gives. It does not check whether the dictionary exists. */
  async idOf(idOrNumber: string): Promise<string> {
    return (
      (isDictionaryNumber(idOrNumber) ? (await this.get(idOrNumber))?.dictionaryId : undefined) ??
      nfc(idOrNumber)
    );
  }

  /**
   * A dictionary that must exist, by identifier or number.
   *
   * @throws Failure DICTIONARY_NOT_FOUND
   */
  async existing(idOrNumber: string): Promise<DictionaryRecord> {
    const dictionary = await this.get(idOrNumber);
    if (!dictionary) throw dictionaryNotFound();
    return dictionary;
  }

  /** Dictionaries by identifier, in the given order; `undefined` for those that do not exist. */
  async getMany(ids: readonly string[]): Promise<(Dictionary | undefined)[]> {
    const dictionaries = new Map(
      (await this.storage.dictionaries.findMany(ids)).map((dictionary) => [
        dictionary.dictionaryId,
        dictionary,
      ]),
    );
    return ids.map((id) => dictionaries.get(id));
  }

  /**
   * One page of the dictionaries, ordered by identifier.
   *
   * @throws Failure INVALID_INPUT when the page request contradicts itself
   */
  async list(pageRequest: PageRequest, maxItems: number): Promise<Page<Dictionary>> {
    return readPageOf(unfilteredSource(DICTIONARY_ORDER, this.storage.dictionaries), pageRequest, maxItems);
  }
}

/** The error for a dictionary that does not exist. */
export function dictionaryNotFound(): Failure {
  return new Failure('DICTIONARY_NOT_FOUND', 'There is no such dictionary');
}

function isDictionaryNumber(text: string): boolean {
  return /^\d+$/.test(text) && Number.isSafeInteger(Number(text));
}

/** Counts of the articles of a dictionary that a viewer may see, in total and by their parts. */
export interface DictionaryStatistics {
  readonly articles: number;
  readonly withEntry: number;
  readonly withCategory: number;
  readonly withClass: number;
  readonly withType: number;
  readonly withForm: number;
  readonly withExample: number;
  /** Languages of translation, by descending number of articles. */
  readonly languages: readonly { readonly language: string; readonly articles: number }[];
}

/** Computes the statistics of a dictionary from the totals of its lists. */
export function statisticsOf(totals: ListCounts): DictionaryStatistics {
  const languages = Object.entries(totals).flatMap(([list, articles]) => {
    const language = languageOfList(list);
    return language === undefined || articles === 0 ? [] : [{ language, articles }];
  });
  return {
    articles: totals[EVERY_ARTICLE] ?? 0,
    withEntry: totals[partList('entry')] ?? 0,
    withCategory: totals[partList('category')] ?? 0,
    withClass: totals[partList('class')] ?? 0,
    withType: totals[partList('type')] ?? 0,
    withForm: totals[partList('form')] ?? 0,
    withExample: totals[partList('example')] ?? 0,
    languages: languages.sort((a, b) => b.articles - a.articles || (a.language < b.language ? -1 : 1)),
  };
}
