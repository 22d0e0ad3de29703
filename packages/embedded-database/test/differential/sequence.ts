import fc from 'fast-check';
import type { Document } from '../../src/query/value';
import { indexSpec } from './indexes';
import { read } from './reads';
import { show, type Inside, type Step } from './script';
import { maybe, of, storedDocument } from './values';
import { insert, write } from './writes';

const createIndexes: fc.Arbitrary<Document> = fc
  .uniqueArray(indexSpec, { minLength: 1, maxLength: 2, selector: (index) => show(index.get('key') ?? null) })
  .map((indexes) => of({ createIndexes: '', indexes }));

const single: fc.Arbitrary<Step> = fc
  .oneof(
    { weight: 12, arbitrary: read },
    { weight: 9, arbitrary: write },
    { weight: 1, arbitrary: createIndexes },
  )
  .map((command) => ({ kind: 'command', command }));

const inside: fc.Arbitrary<Inside> = fc.oneof(
  { weight: 4, arbitrary: write.map((command) => ({ command, isOutside: false })) },
  { weight: 2, arbitrary: read.map((command) => ({ command, isOutside: false })) },
  { weight: 1, arbitrary: read.map((command) => ({ command, isOutside: true })) },
);

const transaction: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('transaction'),
  inside: fc.array(inside, { minLength: 1, maxLength: 5 }),
  commits: fc.boolean(),
});

/** A sequence: documents, sometimes indexes before or after them, then any commands. */
export const sequence: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    maybe(createIndexes),
    fc.oneof(
      insert,
      fc
        .array(storedDocument, { minLength: 4, maxLength: 12 })
        .map((documents) => of({ insert: '', documents, ordered: false })),
    ),
    maybe(createIndexes),
    fc.array(fc.oneof({ weight: 14, arbitrary: single }, { weight: 1, arbitrary: transaction }), {
      maxLength: 40,
      size: 'max',
    }),
  )
  .map(([before, documents, after, steps]) => [
    ...[before, documents, after].flatMap((command): Step[] =>
      command ? [{ kind: 'command', command }] : [],
    ),
    ...steps,
  ]);
