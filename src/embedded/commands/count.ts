import { Int32 } from 'bson';
import { compilePipeline, type Pipeline } from '../query/aggregate';
import { encode } from '../query/document';
import { compare } from '../query/order';
import type { Document, Value } from '../query/value';
import { matching, type Match } from '../store/match';
import { Arguments } from './arguments';
import { collectionFor, reading, type Command } from './context';

/** Matches that are counted before others have their turn. */
const BREATH = 256;

/** The stage with which the driver's countDocuments ends. */
const COUNT_STAGE: Document = new Map([
  [
    '$group',
    new Map<string, Value>([
      ['_id', new Int32(1)],
      ['n', new Map([['$sum', new Int32(1)]])],
    ]),
  ],
]);

export const countCommand: Command = {
  options: ['count', 'query', 'limit', 'skip'],
  run: async (context) => {
    const args = new Arguments('count', context.body, countCommand.options);
    const namespace = `${context.database}.${args.text('count')}`;
    const filter = args.document('query');
    const question = { filter, sort: new Map(), skip: args.count('skip'), limit: args.count('limit') };
    const n = await reading(context, (reader) => {
      const collection = collectionFor(context, reader, namespace);
      let count = 0;
      for (const match of collection ? matching(reader, collection, question) : []) if (match) count++;
      return count;
    });
    return { fields: new Map([['n', new Int32(n)]]) };
  },
};

/**
 * What is counted, if this is the pipeline of a countDocuments. A pipeline reads to its end without letting others
 * have their turn; a count, which is frequent and may be long, does.
 */
export function countedPipeline(stages: readonly Value[]): Pipeline | undefined {
  if (compare(stages.at(-1), COUNT_STAGE) !== 0) return undefined;
  const counted = compilePipeline(stages.slice(0, -1));
  return counted.isQuery ? counted : undefined;
}

/** The answer of a countDocuments: no document when there is nothing to count. */
export function* countOf(matches: Iterable<Match | undefined>): Generator<Buffer | undefined> {
  let count = 0;
  for (const match of matches) if (!match || ++count % BREATH === 0) yield undefined;
  if (count > 0) {
    yield encode(
      new Map([
        ['_id', new Int32(1)],
        ['n', new Int32(count)],
      ]),
    );
  }
}
