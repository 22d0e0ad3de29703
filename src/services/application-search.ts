import { nameKeyOf } from '../domain/account/account-names';
import { gramsOfSearch } from '../domain/chatbot/search-grams';
import { cursorOf, MOST_COUNTED } from '../shared/paging';
import { byCodePoint } from '../shared/text';
import type { ApplicationScope } from '../storage/application-repository';
import type { ApplicationNames } from '../storage/application-names';
import type { Storage } from '../storage/storage';
import type { Stretch } from './window';

/** Version of the order of applications, by name without regard to case; cursors of another version are refused. */
export const APPLICATION_ORDER = 1;

/** Where an application stands among those found: exact names and emails first, then by name. */
function placeOf({ nameKey, emailKey }: Pick<ApplicationNames, 'nameKey' | 'emailKey'>, key: string): string {
  return `${nameKey === key || emailKey === key ? '0' : '1'}${nameKey}`;
}

export function foundCursor(application: ApplicationNames, search: string): string {
  return cursorOf(placeOf(application, nameKeyOf(search)), APPLICATION_ORDER);
}

/** A text to look for, and the applications among which. */
export interface ApplicationSearch {
  readonly search: string;
  readonly scope: ApplicationScope;
}

/** The applications that a text is found in, as far as they lie in a stretch. */
export interface FoundApplications {
  readonly publicIds: readonly string[];
  readonly total: number;
}

/**
 * Looks for a text in names and emails, without regard to case. Of more than 10,000 that it is found in, some are left out.
 *
 * @returns public identifiers in the order of the stretch
 */
export async function searchApplications(
  storage: Pick<Storage, 'applications'>,
  { search, scope }: ApplicationSearch,
  { after, before, order }: Stretch,
): Promise<FoundApplications> {
  const key = nameKeyOf(search);
  const candidates = await storage.applications.namesWith(gramsOfSearch(key), MOST_COUNTED, scope);
  const found = candidates
    .filter(({ nameKey, emailKey }) => nameKey.includes(key) || emailKey.includes(key))
    .map((names) => ({ place: placeOf(names, key), publicId: names.publicId }))
    .toSorted((a, b) => byCodePoint(a.place, b.place));
  const within = found.filter(
    ({ place }) =>
      (after === undefined || byCodePoint(place, after) > 0) &&
      (before === undefined || byCodePoint(place, before) < 0),
  );
  const ordered = order === 'ASC' ? within : within.toReversed();
  return { publicIds: ordered.map(({ publicId }) => publicId), total: found.length };
}
