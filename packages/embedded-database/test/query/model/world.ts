import type { Document as Plain } from 'bson';
import fc from 'fast-check';

/** Documents and filters of few values, so that random filters often match random documents. */
export const scalar: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -1, max: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom('', 'x', 'xy', 'xyz', 'y', '😀') },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, 1.5, new Date(5), NaN) },
);

export const inner: fc.Arbitrary<Plain> = fc.record(
  { b: scalar, c: scalar },
  { requiredKeys: [], noNullPrototype: true },
);

const nested: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: inner },
  { weight: 2, arbitrary: fc.array(fc.oneof(scalar, inner), { maxLength: 3 }) },
);

const deep: fc.Arbitrary<Plain> = fc.record(
  { b: nested, c: nested },
  { requiredKeys: [], noNullPrototype: true },
);

const field: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: deep },
  {
    weight: 4,
    arbitrary: fc.array(fc.oneof(scalar, deep, fc.array(scalar, { maxLength: 2 })), { maxLength: 3 }),
  },
);

export const plainDocument: fc.Arbitrary<Plain> = fc.record(
  { a: field, b: field, c: scalar },
  { requiredKeys: [], noNullPrototype: true },
);

const plainPath = fc.constantFrom('a', 'a', 'b', 'c', 'a.b', 'a.b', 'a.c', 'a.b.c', 'b.b');

/** Operands of equality, including documents but no arrays. */
const operand = fc.oneof({ weight: 8, arbitrary: scalar }, { weight: 1, arbitrary: inner });

const comparison: fc.Arbitrary<Plain> = fc
  .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), operand)
  .map(([name, than]) => ({ [name]: than }));

const list = fc.array(operand, { maxLength: 3 });

const simpleOperators: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 6, arbitrary: comparison },
  { weight: 2, arbitrary: fc.tuple(comparison, comparison).map(([left, right]) => ({ ...left, ...right })) },
  { weight: 2, arbitrary: list.map((values) => ({ $in: values })) },
  { weight: 1, arbitrary: list.map((values) => ({ $nin: values })) },
  { weight: 1, arbitrary: operand.map((other) => ({ $ne: other })) },
  { weight: 1, arbitrary: fc.boolean().map((isPresent) => ({ $exists: isPresent })) },
);

const prefix = fc.constantFrom(/^x/u, /^xy/u, /^\./u, /^/u);

const operators: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 8, arbitrary: simpleOperators },
  { weight: 1, arbitrary: fc.oneof(simpleOperators, prefix).map((negated) => ({ $not: negated })) },
);

const clause: fc.Arbitrary<Plain> = fc
  .tuple(
    plainPath,
    fc.oneof(
      { weight: 2, arbitrary: operand },
      { weight: 1, arbitrary: prefix },
      { weight: 6, arbitrary: operators },
    ),
  )
  .map(([path, condition]) => ({ [path]: condition }));

const conjunction: fc.Arbitrary<Plain> = fc
  .array(clause, { minLength: 1, maxLength: 3 })
  .map((clauses) => Object.assign({}, ...clauses) as Plain);

export const plainFilter: fc.Arbitrary<Plain> = fc.oneof(
  { weight: 6, arbitrary: conjunction },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom('$and', '$or'),
        fc.array(conjunction, { minLength: 1, maxLength: 2 }),
        conjunction,
      )
      .map(([name, branches, more]) => ({ ...more, [name]: branches })),
  },
);

/** Arrays of documents with even fewer values, so that several bounds of one index often apply. */
const tiny = fc.integer({ min: 0, max: 2 });
const few: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: tiny },
  { weight: 1, arbitrary: fc.array(tiny, { maxLength: 2 }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const part: fc.Arbitrary<Plain> = fc.record({ b: few, c: few }, { requiredKeys: [], noNullPrototype: true });

const crowdedDocument: fc.Arbitrary<Plain> = fc.record(
  { a: fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.array(tiny, { maxLength: 3 })), b: few, c: tiny },
  { requiredKeys: ['a'], noNullPrototype: true },
);

const near: fc.Arbitrary<unknown> = fc.oneof(
  tiny,
  fc.tuple(fc.constantFrom('$gte', '$lte', '$gt', '$lt'), tiny).map(([name, than]) => ({ [name]: than })),
  tiny.map((than) => ({ $gte: than, $lt: than + 1 })),
  fc.tuple(tiny, tiny).map((values) => ({ $in: values })),
);

const crowdedFilter: fc.Arbitrary<Plain> = fc
  .record(
    {
      'a.b': near,
      'a.c': near,
      b: near,
      c: near,
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .map((filter) => ({ ...filter }));

/** Documents and a filter from one of the two sets of values. */
export const scene: fc.Arbitrary<readonly [Plain[], Plain]> = fc.oneof(
  fc.tuple(fc.array(plainDocument, { minLength: 1, maxLength: 12 }), plainFilter),
  fc.tuple(fc.array(crowdedDocument, { minLength: 4, maxLength: 12 }), crowdedFilter),
);
