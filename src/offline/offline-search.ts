import { withTables } from '../domain/search/tables/with-tables';
import { matchOf } from '../domain/search/match';
import { searchStepsOf } from '../domain/search/match-tiers';
import { isWeak } from '../domain/search/tiers';
import { preparedSearch } from '../services/search/prepared-search';
import { RankedSearch } from '../services/search/ranked-search';
import { suggestedWords } from '../services/search/suggested-words';
import { MAX_COUNTED } from '../shared/paging';
import { articleItemData, type OfflineMetadata } from './article-data';
import { MemorySearch, type SearchedIndex } from './memory-search';

export { withTables };

/** A dictionary on a device, as searches see it. */
export interface SearchedOffline extends SearchedIndex {
  readonly dictionary: OfflineMetadata;
}

interface RequestedPage {
  readonly page: number;
  readonly size: number;
}

/**
 * A page of what a text finds in the dictionaries of a device, as the GraphQL field `search` returns it: in one by its own
 * rules, in several as the server searches all of its dictionaries.
 *
 * @throws Failure INVALID_INPUT when the text is too long
 */
export function searchOffline(
  dictionaries: readonly SearchedOffline[],
  text: string,
  { page = 1, size = 10 }: Partial<RequestedPage> = {},
) {
  return withTables(() => searchIn(dictionaries, text, { page, size }));
}

/** Loads the tables of a search in several dictionaries, so that it needs no network. */
export async function prepareSearchOfSeveral(): Promise<void> {
  await withTables(() => preparedIn(undefined, 'a'));
}

function preparedIn(dictionary: OfflineMetadata | undefined, text: string) {
  return preparedSearch(dictionary, { text, filter: {}, visibility: ['shown'] });
}

async function searchIn(
  dictionaries: readonly SearchedOffline[],
  text: string,
  { page, size }: RequestedPage,
) {
  const [only, ...others] = dictionaries.map(({ dictionary }) => dictionary);
  const prepared = preparedIn(others.length === 0 ? only : undefined, text);
  if (prepared === undefined) return searchResult([], { total: 0, hasNextPage: false, didYouMean: [] });
  const { folding, scope } = prepared;
  const search = new MemorySearch(dictionaries);
  const walk = new RankedSearch(search, { scope, folding, steps: searchStepsOf(prepared.text, folding) });
  const read = await walk.read({ skip: (page - 1) * size, limit: size + 1, fields: {} });
  const shown = read.hits.slice(0, size);
  const known = shown.map(({ article }) => article.headword);
  const isUnsure = page === 1 && shown.every(({ step }) => isWeak(step.tier));
  const byId = new Map(dictionaries.map(({ dictionary }) => [dictionary.dictionaryId, dictionary]));
  const nodes = shown.flatMap(({ article, step }) => {
    const match = matchOf(article.content, { step, folding });
    const dictionary = byId.get(article.dictionaryId);
    if (match === undefined || dictionary === undefined) return [];
    const named = { tier: enumName(match.tier), field: enumName(match.field) };
    return [{ match: { ...match, ...named }, article: articleItemData(article, dictionary) }];
  });
  return searchResult(nodes, {
    total: page === 1 && read.hits.length <= size ? read.hits.length : await walk.total(MAX_COUNTED + 1),
    hasNextPage: read.hits.length > size,
    didYouMean: isUnsure ? await suggestedWords(search, { ...prepared, known }) : [],
  });
}

/** `foldedVariant` is `FOLDED_VARIANT` in GraphQL. */
function enumName(name: string): string {
  return name.replace(/[A-Z]/g, '_$&').toUpperCase();
}

interface Counts {
  readonly total: number | null;
  readonly hasNextPage: boolean;
  readonly didYouMean: readonly string[];
}

function searchResult<Hit>(nodes: readonly Hit[], { total, hasNextPage, didYouMean }: Counts) {
  const totalCount = total === null || total > MAX_COUNTED ? null : total;
  return { search: { totalCount, didYouMean, pageInfo: { hasNextPage }, nodes } };
}
