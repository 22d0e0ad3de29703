import type { ApplicationRecord } from '../../domain/chatbot/application';
import { cursorOf, type Page, sizeOf, type Window } from '../../shared/paging';
import type { Storage } from '../../storage/storage';
import {
  APPLICATION_ORDER,
  type ApplicationSearch,
  foundCursor,
  searchApplications,
} from './application-search';
import { type Listed, listedPage } from '../listed-page';
import { pageOf, stretchOf } from '../window';

/** A page, and the cursors of its items, which differ between the list and a search. */
export interface ApplicationPage {
  readonly page: Page<ApplicationRecord>;
  readonly cursorOf: (application: ApplicationRecord) => string;
}

export interface ApplicationListing {
  /** Name or email, or a part of one. */
  readonly search?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly window: Window;
  readonly mostItems: number;
}

/** Lists all applications, for those who may see all of them. */
export class ApplicationListService {
  constructor(private readonly storage: Pick<Storage, 'applications'>) {}

  /** Applications ordered by name; with a search, exact names and emails first, then those that hold the text. */
  async list({ search = '', isDisabled, window, mostItems }: ApplicationListing): Promise<ApplicationPage> {
    const scope = isDisabled === undefined ? {} : { isDisabled };
    if (search.trim() !== '')
      return this.found({ search: search.trim(), scope }, window, sizeOf(window, mostItems));
    const { applications } = this.storage;
    const list: Listed<ApplicationRecord> = {
      version: APPLICATION_ORDER,
      read: async (reading) => ({ found: await applications.read(scope, reading) }),
      total: () => (isDisabled === undefined ? applications.total() : applications.count(scope)),
    };
    return {
      page: await listedPage(list, window, mostItems),
      cursorOf: ({ nameKey }) => cursorOf(nameKey, APPLICATION_ORDER),
    };
  }

  private async found(wanted: ApplicationSearch, window: Window, size: number): Promise<ApplicationPage> {
    const stretch = stretchOf(window, APPLICATION_ORDER);
    const { publicIds, total } = await searchApplications(this.storage, wanted, stretch);
    const skip = ((window.page ?? 1) - 1) * size;
    const ids = publicIds.slice(skip, skip + size + 1);
    const records = ids.length === 0 ? [] : await this.storage.applications.findMany(ids);
    const byId = new Map(records.map((one) => [one.publicId, one]));
    const found = ids.flatMap((id) => byId.get(id) ?? []);
    return {
      page: pageOf({ window, size, found, total: () => Promise.resolve(total) }),
      cursorOf: (application) => foundCursor(application, wanted.search),
    };
  }
}
