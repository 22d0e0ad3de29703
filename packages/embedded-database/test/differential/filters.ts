import { BSONRegExp } from 'bson';
import fc from 'fast-check';
import { isDocument, type Document, type Value } from '../../src/query/value';
import { distinct, id, maybe, inner, number, scalar } from './values';

const path = fc.constantFrom(
  ...['a', 'a', 'a', 'b', 'b', 'b', 'c', 'd', 'd', 'e', 'e', 'g'],
  ...['c.x', 'c.y', 'c.x.y', 'c.l', 'b.x', 'e.x', 'n.m', 'h.x', 'h.x', 'h.y', 'h.x.y'],
);

/** Operands of a field. The engine does not support arrays as operands. */
const operand = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: inner });

function operator(name: string, value: Value): Document {
  return new Map([[name, value]]);
}

const within = fc.constantFrom('a', 'AB', 'b\\.', '😀').map((literal) => new BSONRegExp(literal, 'i'));
const prefix = fc.constantFrom('', 'a', 'ab', 'b', '😀', 'a\\.').map((literal) => `^${literal}`);

function comparisonWith(value: fc.Arbitrary<Value>): fc.Arbitrary<Document> {
  return fc
    .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte', '$ne'), value)
    .map(([name, than]) => operator(name, than));
}

function rangeWith(value: fc.Arbitrary<Value>): fc.Arbitrary<Document> {
  return fc
    .tuple(fc.constantFrom('$gt', '$gte'), value, fc.constantFrom('$lt', '$lte'), value)
    .map(([low, from, high, to]) => new Map([...operator(low, from), ...operator(high, to)]));
}

/** Excludes documents from lists of operands, in which the reference database does not find documents with other number types. */
function isPlain(value: Value): boolean {
  return !isDocument(value);
}

function operatorsWith(value: fc.Arbitrary<Value>): fc.Arbitrary<Document> {
  return fc.oneof(
    { weight: 6, arbitrary: comparisonWith(value) },
    { weight: 2, arbitrary: rangeWith(value) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('$in', '$nin'), distinct(value.filter(isPlain), { maxLength: 3 }))
        .map(([name, list]) => operator(name, list)),
    },
    { weight: 1, arbitrary: fc.boolean().map((isPresent) => operator('$exists', isPresent)) },
    { weight: 1, arbitrary: prefix.map((pattern) => operator('$not', new BSONRegExp(pattern))) },
  );
}

const fieldOperators = operatorsWith(operand);

/** The condition of a filter on one field. */
const condition: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: operand },
  { weight: 8, arbitrary: fieldOperators },
  // Both bounds have one type, so that different elements of an array can satisfy them.
  { weight: 3, arbitrary: rangeWith(number) },
  { weight: 1, arbitrary: fieldOperators.map((negated) => operator('$not', negated)) },
  { weight: 1, arbitrary: prefix.map((pattern) => new BSONRegExp(pattern)) },
  { weight: 1, arbitrary: within },
);

const clause: fc.Arbitrary<readonly [string, Value]> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(path, condition) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('_id'), fc.oneof(id, operatorsWith(id))) },
);

const conjunction: fc.Arbitrary<Document> = fc
  .oneof(
    { weight: 3, arbitrary: clause.map((only) => [only]) },
    {
      weight: 2,
      arbitrary: fc.uniqueArray(clause, { minLength: 1, maxLength: 3, selector: ([name]) => name }),
    },
  )
  .map((clauses) => new Map(clauses));

const tree = fc.letrec<{ filter: Document }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 6, arbitrary: conjunction },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          fc.constantFrom('$and', '$or', '$or'),
          fc.array(tie('filter'), { minLength: 1, maxLength: 3 }),
          maybe(clause),
        )
        .map(([name, branches, more]) => new Map<string, Value>([...(more ? [more] : []), [name, branches]])),
    },
  ),
}));

export const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Document>(new Map()) },
  { weight: 9, arbitrary: tree.filter },
);

/**
 * A filter that matches at most one document, because it is undefined which of several a write changes. Its fields are sorted: MongoDB
 * inserts them in this order in an upsert, the reference database in the written order.
 */
export const singleFilter: fc.Arbitrary<Document> = fc
  .tuple(id, fc.boolean(), maybe(conjunction, 2))
  .map(([key, isPlain, more]) => {
    const byId: readonly [string, Value] = ['_id', isPlain ? key : operator('$eq', key)];
    const others = [...(more ?? [])].filter(([name]) => name !== '_id');
    return new Map([byId, ...others.sort(([left], [right]) => (left < right ? -1 : 1))]);
  });
