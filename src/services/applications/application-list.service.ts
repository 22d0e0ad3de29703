import type { ApplicationRecord } from '../../domain/chatbot/application';
import { cursorOf, type Page, sizeOf, type Window } from '../../shared/paging';
import type { Storage } from '../../storage/storage';
import { APPLICATION_ORDER, foundCursor, searchApplications } from './application-search';
import { listedPage, listedWhole } from '../listed-page';
import { pageOf, stretchOf } from '../window';

/** A page, and the cursors of its items, which differ between the list and a search. */
export interface ApplicationPage {
  readonly page: Page<ApplicationRecord>;
  readonly cursorOf: (application: ApplicationRecord) => string;
}

/** Lists all applications, for those who may see all of them. */
export class ApplicationListService {
  constructor(private readonly storage: Pick<Storage, 'applications'>) {}

  /** All applications ordered by name; with a search, exact names and emails first, then those that hold the text. */
  async list(search: string | undefined, window: Window, mostItems: number): Promise<ApplicationPage> {
    if (search !== undefined && search.trim() !== '')
      return this.found(search.trim(), window, sizeOf(window, mostItems));
    const list = listedWhole(APPLICATION_ORDER, this.storage.applications);
    return {
      page: await listedPage(list, window, mostItems),
      cursorOf: ({ nameKey }) => cursorOf(nameKey, APPLICATION_ORDER),
    };
  }

  private async found(search: string, window: Window, size: number): Promise<ApplicationPage> {
    const stretch = stretchOf(window, APPLICATION_ORDER);
    const { publicIds, total } = await searchApplications(this.storage, search, stretch);
    const skip = ((window.page ?? 1) - 1) * size;
    const wanted = publicIds.slice(skip, skip + size + 1);
    const records = wanted.length === 0 ? [] : await this.storage.applications.findMany(wanted);
    const byId = new Map(records.map((one) => [one.publicId, one]));
    const found = wanted.flatMap((id) => byId.get(id) ?? []);
    return {
      page: pageOf({ window, size, found, total: () => Promise.resolve(total) }),
      cursorOf: (application) => foundCursor(application, search),
    };
  }
}
