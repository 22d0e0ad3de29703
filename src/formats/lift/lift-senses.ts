import type { Json } from '../../shared/json';
import { fieldText, type Row } from '../lens/typed-item';
import { readPath, writePath } from '../xml/xml-path';
import type { XmlScope } from '../xml/xml-rows';

/** Path of the text that distinguishes a sense, an extension of LIFT. */
export const INDICATOR = 'field[@type=griot.indicator]/form[@lang=zxx]/text';

const SENSE_PATHS: Readonly<Record<string, string>> = { id: '@id', indicator: INDICATOR };

/** Reads a sense itself: its number and its identifier. */
export const LIFT_SENSE: Row<XmlScope> = {
  member: 'senses',
  path: '@id',
  isOfSense: true,
  find: ({ chain, sense, visits }) => {
    const fields = Object.entries(SENSE_PATHS).flatMap(([field, place]) => {
      const text = readPath(chain, place, visits);
      return text === undefined ? [] : [[field, text] as const];
    });
    const parent = sense?.parent === undefined ? {} : { parent: sense.parent };
    const write = (field: string, value: Json | undefined) => {
      const place = SENSE_PATHS[field];
      if (place !== undefined) writePath(chain, place, value === undefined ? undefined : fieldText(value));
      return place !== undefined;
    };
    return [
      {
        item: { number: sense?.number ?? 0, ...Object.fromEntries(fields), ...parent },
        write,
        remove: () => undefined,
      },
    ];
  },
  accepts: () => false,
  make: () => undefined,
};
