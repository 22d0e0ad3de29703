import { nameKeyOf } from '../../domain/account/account-names';
import { gramsOfSearch } from '../../domain/chatbot/owned/search-grams';
import { cursorOf } from '../../shared/paging';
import { byCodePoint } from '../../shared/text';
import type { ApplicationNames } from '../../storage/applications/application-names';
import type { ApplicationScope } from '../../storage/applications/application-repository';
import type { Storage } from '../../storage/storage';
import type { Stretch } from '../window';

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
  /** `null` where more would have to be examined than are. */
  readonly total: number | null;
}

/**
 * Looks for a text in names and emails, without regard to case. Where more than 10,000 have each of its pieces,
 * some that have it are left out, but none whose name or email it is.
 *
 * @returns public identifiers in the order of the stretch
 */
export async function searchApplications(
  storage: Pick<Storage, 'applications'>,
  { search, scope }: ApplicationSearch,
  { after, before, order }: Stretch,
): Promise<FoundApplications> {
  const key = nameKeyOf(search);
  const { names, isWhole } = await storage.applications.namesWith(gramsOfSearch(key), scope);
  const exact = isWhole ? undefined : await storage.applications.findByKey(key);
  const isWanted = exact && (scope.isDisabled === undefined || scope.isDisabled === exact.isDisabled);
  const candidates = isWanted
    ? [exact, ...names.filter(({ publicId }) => publicId !== exact.publicId)]
    : names;
  const found = candidates
    .filter(({ nameKey, emailKey }) => nameKey.includes(key) || emailKey.includes(key))
    .map((one) => ({ place: placeOf(one, key), publicId: one.publicId }))
    .toSorted((a, b) => byCodePoint(a.place, b.place));
  const within = found.filter(
    ({ place }) =>
      (after === undefined || byCodePoint(place, after) > 0) &&
      (before === undefined || byCodePoint(place, before) < 0),
  );
  const ordered = order === 'ASC' ? within : within.toReversed();
  return { publicIds: ordered.map(({ publicId }) => publicId), total: isWhole ? found.length : null };
}
