import type { Document as Plain } from 'bson';
import fc from 'fast-check';
import { Query } from 'mingo';
import { update as updateWithMingo } from 'mingo/updater';
import { parseFilter } from '../../src/query/filter';
import { matcherOf } from '../../src/query/match';
import { compileUpdate } from '../../src/query/update';
import { RUNS } from './model/arbitrary';
import { codeOf, doc, plainOf } from './model/plain';
import { plainDocument, plainFilter } from './model/world';
import { plainUpdate } from './model/world-update';

/**
 * Differences between mingo 7.2 and MongoDB, whose behaviour the other tests state:
 *
 * | what                                                    | MongoDB              | mingo                        |
 * | ------------------------------------------------------- | -------------------- | ---------------------------- |
 * | a path through an array that is an element of an array  | finds nothing in it  | enters it                    |
 * | $gt, $gte, $lt, $lte with null, or a stored null        | compare by type      | compares null with numbers   |
 * | a range from a document                                 | compares documents   | compares nothing or throws   |
 * | any update of _id                                       | may keep its value   | is refused                   |
 * | $inc by NaN                                             | gives NaN            | is refused                   |
 * | $setOnInsert                                            | for upserts          | unknown                      |
 * | Long, Decimal128, order of fields, integer-like names   | exact                | not kept                     |
 */
function isComparable(filter: Plain, document: Plain): boolean {
  const filterText = JSON.stringify(filter);
  const hasRange = /"\$(gte?|lte?)"/.test(filterText);
  const isOdd = /"\$(gte?|lte?)":\{/.test(filterText);
  const hasNull = filterText.includes('null') || JSON.stringify(document).includes('null');
  return !isOdd && !hasNestedArray(document) && !(hasRange && hasNull);
}

function isComparableUpdate(update: Plain): boolean {
  return !/_id|\$setOnInsert|"\$inc":\{[^}]*null/.test(JSON.stringify(update));
}

function hasNestedArray(found: unknown, isElement = false): boolean {
  if (Array.isArray(found)) return isElement || found.some((element) => hasNestedArray(element, true));
  return (
    typeof found === 'object' && found !== null && Object.values(found).some((value) => hasNestedArray(value))
  );
}

/** Fixed, because mingo may have differences that the table lacks. */
const SEED = 7;

describe('mingo, as a second opinion', () => {
  it('matches the same documents', () => {
    fc.assert(
      fc.property(plainFilter, plainDocument, (filter, document) => {
        fc.pre(isComparable(filter, document));

        expect(matcherOf(parseFilter(doc(filter)))(doc(document))).toBe(new Query(filter).test(document));
      }),
      { numRuns: RUNS * 5, seed: SEED },
    );
  });

  it('makes the same documents', () => {
    fc.assert(
      fc.property(plainUpdate, plainDocument, (update, plain) => {
        const document = { _id: 1, ...plain };
        const prepared = () => compileUpdate(doc(update)).apply(doc(document));
        fc.pre(isComparableUpdate(update) && !hasNestedArray(document) && codeOf(prepared) === undefined);
        const copy = structuredClone(document);
        updateWithMingo(copy, update);

        expect(plainOf(prepared())).toEqual(copy);
      }),
      { numRuns: RUNS * 5, seed: SEED },
    );
  });
});
