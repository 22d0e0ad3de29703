import type { Finishing } from './finishing';

/**
 * Gives the translation into the language that was asked for its documented kind of name, `trad_<lang>`. The four
 * documented languages have theirs from aliases already; no alias can depend on a variable. Language tags are in lower
 * case wherever articles speak of them.
 */
export const nameOtherLanguage: Finishing = {
  item: ({ _trad, ...item }, { trad }) => {
    const name = `trad_${String(trad).toLowerCase()}`;
    return name in item ? item : { ...item, [name]: _trad };
  },
  schema: (selected) => ({ ...selected, patternProperties: { '^trad_': { type: ['string', 'null'] } } }),
};
