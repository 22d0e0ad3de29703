import { trusted } from 'mongoose';
import { ALL_DICTIONARIES, type Visibility } from './list-segment';

/** A stretch of one list of articles. Bounds are sort keys. */
export interface ListStretch {
  readonly scope: string;
  readonly list: string;
  /** Lists that are asked of each article found; an index leads to one list alone. */
  readonly besides?: readonly string[] | undefined;
  readonly visibility: readonly Visibility[];
  /** First key that belongs to the stretch. */
  readonly from?: string | undefined;
  /** Last key that belongs to it. */
  readonly until?: string | undefined;
  /** Last key that does not belong to it any more. */
  readonly after?: string | undefined;
  /** First key that does not belong to it any more. */
  readonly before?: string | undefined;
}

/** The filter of a stretch, in the order of the list indexes. */
export function listFilter({ scope, list, besides = [], visibility, ...range }: ListStretch) {
  const { from, until, after, before } = range;
  const bounds = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(until === undefined ? {} : { $lte: until }),
    ...(after === undefined ? {} : { $gt: after }),
    ...(before === undefined ? {} : { $lt: before }),
  };
  const sides = visibility.map((side) => side === 'hidden');
  return {
    ...(scope === ALL_DICTIONARIES ? {} : { dictionaryId: scope }),
    ...inLists(list, besides),
    isDisabled: sides.length === 1 ? sides[0] === true : trusted({ $in: sides }),
    ...(Object.keys(bounds).length === 0 ? {} : { sortKey: trusted(bounds) }),
  };
}

/** The list whose index is to be read comes first; beside `$and`, mongoose would put it last. */
function inLists(list: string, besides: readonly string[]) {
  if (besides.length === 0) return { lists: list };
  return { $and: [list, ...besides].map((one) => ({ lists: one })) };
}
