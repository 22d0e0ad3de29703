import { Int32 } from 'bson';
import fc from 'fast-check';
import type { Document, Value } from '../../src/embedded/query/value';
import { filter, singleFilter } from './filters';
import { projection, totalSort } from './reads';
import { operators, replacement } from './updates';
import { storedDocument } from './values';

const ordered: fc.Arbitrary<Document> = fc.constantFrom<Document>(
  new Map(),
  new Map([['ordered', true]]),
  new Map([['ordered', false]]),
);

export const insert: fc.Arbitrary<Document> = fc
  .tuple(
    fc.oneof(
      fc.array(storedDocument, { minLength: 1, maxLength: 1 }),
      fc.array(storedDocument, { minLength: 2, maxLength: 6 }),
    ),
    ordered,
  )
  .map(
    ([documents, options]) => new Map<string, Value>([['insert', ''], ['documents', documents], ...options]),
  );

/** Upserts name their `_id`, which else would be a random one. */
const updateStatement: fc.Arbitrary<Document> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(singleFilter, fc.oneof({ weight: 3, arbitrary: operators }, replacement), fc.boolean())
      .map(
        ([q, u, upsert]) =>
          new Map<string, Value>([['q', q], ['u', u], ...(upsert ? ([['upsert', true]] as const) : [])]),
      ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(filter, operators).map(
      ([q, u]) =>
        new Map<string, Value>([
          ['q', q],
          ['u', u],
          ['multi', true],
        ]),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(singleFilter, operators).map(
      ([q, u]) =>
        new Map<string, Value>([
          ['q', q],
          ['u', u],
          ['multi', true],
          ['upsert', true],
        ]),
    ),
  },
);

const update: fc.Arbitrary<Document> = fc
  .tuple(fc.array(updateStatement, { minLength: 1, maxLength: 3 }), ordered)
  .map(([updates, options]) => new Map<string, Value>([['update', ''], ['updates', updates], ...options]));

const deleteStatement: fc.Arbitrary<Document> = fc.oneof(
  singleFilter.map(
    (q) =>
      new Map<string, Value>([
        ['q', q],
        ['limit', new Int32(1)],
      ]),
  ),
  filter
    .filter((q) => q.size > 0)
    .map(
      (q) =>
        new Map<string, Value>([
          ['q', q],
          ['limit', new Int32(0)],
        ]),
    ),
);

const remove: fc.Arbitrary<Document> = fc
  .tuple(fc.array(deleteStatement, { minLength: 1, maxLength: 2 }), ordered)
  .map(([deletes, options]) => new Map<string, Value>([['delete', ''], ['deletes', deletes], ...options]));

const fields = fc
  .option(projection, { nil: undefined, freq: 1 })
  .map((shown) => (shown ? ([['fields', shown]] as const) : []));

const chosen: fc.Arbitrary<Document> = fc.oneof(
  singleFilter.map((query) => new Map([['query', query]])),
  fc.tuple(filter, totalSort).map(
    ([query, sort]) =>
      new Map([
        ['query', query],
        ['sort', sort],
      ]),
  ),
);

const findAndModify: fc.Arbitrary<Document> = fc.oneof(
  fc
    .tuple(chosen, fields)
    .map(
      ([which, shown]) =>
        new Map<string, Value>([['findAndModify', ''], ...which, ['remove', true], ...shown]),
    ),
  fc
    .tuple(chosen, fc.oneof({ weight: 3, arbitrary: operators }, replacement), fc.boolean(), fields)
    .map(
      ([which, change, isNew, shown]) =>
        new Map<string, Value>([
          ['findAndModify', ''],
          ...which,
          ['update', change],
          ['new', isNew],
          ...shown,
        ]),
    ),
  fc
    .tuple(singleFilter, fc.oneof({ weight: 3, arbitrary: operators }, replacement), fc.boolean(), fields)
    .map(
      ([query, change, isNew, shown]) =>
        new Map<string, Value>([
          ...([
            ['findAndModify', ''],
            ['query', query],
            ['update', change],
          ] as const),
          ...([
            ['upsert', true],
            ['new', isNew],
          ] as const),
          ...shown,
        ]),
    ),
);

export const write: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: insert },
  { weight: 4, arbitrary: update },
  { weight: 1, arbitrary: remove },
  { weight: 2, arbitrary: findAndModify },
);
