import { isJsonObject } from '../../shared/json';
import type { Envelope } from './article-envelopes';
import type { ItemShape } from './item-shape';
import { SENSE } from './item-shapes';
import { envelopesOfList, readItems, readWritten } from './read-items';
import { UnmappedFields } from './unmapped-fields';

/** Reads the items of a list that are written in senses. They state the sense in which they are. */
export function readItemsInSenses<T extends object>(
  envelopes: readonly Envelope[],
  shape: ItemShape<T>,
  unmapped: UnmappedFields,
): readonly T[] {
  if (shape.names !== SENSE.listNames) return [];
  return readWritten(envelopesOfList(envelopes, SENSE), SENSE, new UnmappedFields()).flatMap(
    ({ value: object, readings: [sense], path = '' }, index) =>
      isJsonObject(object) && sense
        ? readItems(
            [{ object, path }],
            { ...shape, extraPath: ['senses', String(index), ...shape.names.slice(0, 1)] },
            unmapped,
          ).map((item) => ({ ...item, sense: sense.number }))
        : [],
  );
}
