import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document } from '../../src/query/value';
import { filter, singleFilter } from './filters';
import { operators, replacement } from './updates';
import { of, storedDocument } from './values';

const ordered = fc.constantFrom(undefined, true, false);

export const insert: fc.Arbitrary<Document> = fc
  .record({
    documents: fc.oneof(
      fc.array(storedDocument, { minLength: 1, maxLength: 1 }),
      fc.array(storedDocument, { minLength: 2, maxLength: 6 }),
    ),
    ordered,
  })
  .map((fields) => of({ insert: '', ...fields }));

const change = fc.oneof({ weight: 3, arbitrary: operators }, replacement);

const always = fc.constant(true);

/** Upserts state their `_id`, which would otherwise be random. */
const updateStatement: fc.Arbitrary<Document> = fc
  .oneof(
    { weight: 2, arbitrary: fc.record({ q: singleFilter, u: change }) },
    { weight: 1, arbitrary: fc.record({ q: singleFilter, u: operators, upsert: always }) },
    { weight: 2, arbitrary: fc.record({ q: filter, u: operators, multi: always }) },
    {
      weight: 1,
      arbitrary: fc.record({ q: singleFilter, u: operators, upsert: always, multi: always }),
    },
  )
  .map(of);

const update: fc.Arbitrary<Document> = fc
  .record({ updates: fc.array(updateStatement, { minLength: 1, maxLength: 3 }), ordered })
  .map((fields) => of({ update: '', ...fields }));

const deleteStatement: fc.Arbitrary<Document> = fc.oneof(
  singleFilter.map((q) => of({ q, limit: new Int32(1) })),
  filter.filter(({ size }) => size > 0).map((q) => of({ q, limit: new Int32(0) })),
);

const remove: fc.Arbitrary<Document> = fc
  .record({ deletes: fc.array(deleteStatement, { minLength: 1, maxLength: 2 }), ordered })
  .map((fields) => of({ delete: '', ...fields }));

const findAndModify: fc.Arbitrary<Document> = fc
  .oneof(
    fc.record({ query: singleFilter, remove: always }),
    fc.record({ query: singleFilter, update: change, new: fc.boolean() }),
    fc.record({ query: singleFilter, update: operators, upsert: always, new: fc.boolean() }),
  )
  .map((fields) => of({ findAndModify: '', ...fields }));

export const write: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: insert },
  { weight: 4, arbitrary: update },
  { weight: 1, arbitrary: remove },
  { weight: 2, arbitrary: findAndModify },
);
