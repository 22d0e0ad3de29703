import type { Document as Plain } from 'bson';
import fc from 'fast-check';
import { inner, scalar } from './world';

const updatePath = fc.constantFrom('a', 'b', 'c', 'a.b', 'a.c', 'a.b.c', 'b.b', 'd', 'd.e', '_id');

const plainValue = fc.oneof(scalar, inner, fc.array(scalar, { maxLength: 2 }));

const OPERANDS: Record<string, fc.Arbitrary<unknown>> = {
  $set: plainValue,
  $unset: fc.constant(''),
  $inc: fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(1, -2, 0, 0.5, 2147483647) },
    { weight: 1, arbitrary: scalar },
  ),
  $setOnInsert: plainValue,
};

const operation = fc
  .constantFrom(...Object.keys(OPERANDS))
  .chain((name) => fc.tuple(updatePath, OPERANDS[name]!).map(([path, operand]) => ({ name, path, operand })));

/** One to three operators with one path each, which sometimes conflict. */
export const plainUpdate: fc.Arbitrary<Plain> = fc
  .array(operation, { minLength: 1, maxLength: 3 })
  .map((operations) => {
    const update: Record<string, Plain> = {};
    for (const { name, path, operand } of operations) update[name] = { ...update[name], [path]: operand };
    return update;
  });
