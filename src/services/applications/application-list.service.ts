import { nameKeyOf } from '../../domain/account/account-names';
import { gramsOfSearch, type ApplicationRecord } from '../../domain/chatbot/application';
import { cursorOf, type Page, pageSizeOf, type PageRequest } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { ApplicationScope } from '../../storage/applications/application-repository';
import type { ApplicationNames } from '../../storage/applications/insert-application';
import type { Storage } from '../../storage/storage';
import { type ListRange, pageOf, listRangeOf, type KeyedPageSource, readPageOf } from '../list-page';

/** Name and version of the order of applications, by name without regard to case; cursors of another one are refused. */
const APPLICATION_ORDER = 'applications 1';

/** Sort key of an application among search results: exact names and emails first, then by name. */
function sortKeyOf(
  { nameKey, emailKey }: Pick<ApplicationNames, 'nameKey' | 'emailKey'>,
  key: string,
): string {
  return `${nameKey === key || emailKey === key ? '0' : '1'}${nameKey}`;
}

/** The cursor of an application in the list by name. */
export function applicationCursor({ nameKey }: Pick<ApplicationNames, 'nameKey'>): string {
  return cursorOf(nameKey, APPLICATION_ORDER);
}

function searchCursor(application: ApplicationNames, search: string): string {
  return cursorOf(sortKeyOf(application, nameKeyOf(search)), APPLICATION_ORDER);
}

/** A search text and the applications to search. */
export interface ApplicationSearch {
  readonly search: string;
  readonly scope: ApplicationScope;
}

/** The applications that contain a text, within a range. */
export interface FoundApplications {
  readonly publicIds: readonly string[];
  /** Number of applications that match; `null` if counting would examine too many. */
  readonly total: number | null;
}

/**
 * Searches names and emails without regard to case. If more than 10,000 contain each piece of the text, some matches
 * are missing, but none with exactly this name or email.
 *
 * @returns public identifiers in the order of the range
 */
async function searchApplications(
  storage: Pick<Storage, 'applications'>,
  { search, scope }: ApplicationSearch,
  { after, before, order }: ListRange,
): Promise<FoundApplications> {
  const key = nameKeyOf(search);
  const { names, isComplete } = await storage.applications.namesWith(gramsOfSearch(key), scope);
  const exact = isComplete ? undefined : await storage.applications.findByKey(key);
  const isInScope = exact && (scope.isDisabled === undefined || scope.isDisabled === exact.isDisabled);
  const candidates = isInScope
    ? [exact, ...names.filter(({ publicId }) => publicId !== exact.publicId)]
    : names;
  const matches = candidates
    .filter(({ nameKey, emailKey }) => nameKey.includes(key) || emailKey.includes(key))
    .map((candidate) => ({ sortKey: sortKeyOf(candidate, key), publicId: candidate.publicId }))
    .toSorted((a, b) => byCodePoint(a.sortKey, b.sortKey));
  const inRange = matches.filter(
    ({ sortKey }) =>
      (after === undefined || byCodePoint(sortKey, after) > 0) &&
      (before === undefined || byCodePoint(sortKey, before) < 0),
  );
  const ordered = order === 'ASC' ? inRange : inRange.toReversed();
  return { publicIds: ordered.map(({ publicId }) => publicId), total: isComplete ? matches.length : null };
}

/** A page, and the cursors of its items, which differ between the list and a search. */
export interface ApplicationPage {
  readonly page: Page<ApplicationRecord>;
  readonly cursorOf: (application: ApplicationRecord) => string;
}

export interface ApplicationListing {
  /** All or part of a name or email. */
  readonly search?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly pageRequest: PageRequest;
  readonly maxItems: number;
}

/** Lists all applications, for callers who may see all of them. */
export class ApplicationListService {
  constructor(private readonly storage: Pick<Storage, 'applications'>) {}

  /** Applications ordered by name; with a search, exact names and emails first, then those that contain the text. */
  async list({
    search = '',
    isDisabled,
    pageRequest,
    maxItems,
  }: ApplicationListing): Promise<ApplicationPage> {
    const scope = isDisabled === undefined ? {} : { isDisabled };
    if (search.trim() !== '')
      return this.searchPage(
        { search: search.trim(), scope },
        pageRequest,
        pageSizeOf(pageRequest, maxItems),
      );
    const { applications } = this.storage;
    const list: KeyedPageSource<ApplicationRecord> = {
      version: APPLICATION_ORDER,
      read: async (query) => ({ items: await applications.read(scope, query) }),
      total: () => (isDisabled === undefined ? applications.total() : applications.count(scope)),
    };
    return {
      page: await readPageOf(list, pageRequest, maxItems),
      cursorOf: applicationCursor,
    };
  }

  private async searchPage(
    search: ApplicationSearch,
    pageRequest: PageRequest,
    size: number,
  ): Promise<ApplicationPage> {
    const range = listRangeOf(pageRequest, APPLICATION_ORDER);
    const { publicIds, total } = await searchApplications(this.storage, search, range);
    const skip = ((pageRequest.page ?? 1) - 1) * size;
    const ids = publicIds.slice(skip, skip + size + 1);
    const records = ids.length === 0 ? [] : await this.storage.applications.findMany(ids);
    const byId = new Map(records.map((record) => [record.publicId, record]));
    const applications = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      page: pageOf({ pageRequest, size, items: applications, total: () => Promise.resolve(total) }),
      cursorOf: (application) => searchCursor(application, search.search),
    };
  }
}
