import { Long } from 'bson';
import { CommandError } from '../errors';
import { compilePipeline } from '../query/aggregate';
import { decode, encode } from '../query/document';
import { compileProjection } from '../query/project';
import type { Document } from '../query/value';
import type { Reader } from '../store/access';
import { matching, type Match, type Question } from '../store/match';
import { Arguments } from './arguments';
import { collectionFor, type Command, type Context } from './context';
import { countedPipeline, countOf } from './count';
import type { BatchOptions, Source } from './cursors';
import { snapshotAsked, type SharedSnapshot } from './snapshots';

export const findCommand: Command = {
  options: ['find', 'filter', 'sort', 'projection', 'limit', 'skip', 'batchSize', 'singleBatch'],
  inTransaction: true,
  run: (context) => {
    const args = new Arguments('find', context.body, findCommand.options);
    const projection = args.document('projection');
    const project = projection.size > 0 ? compileProjection(projection) : undefined;
    const question: Question = {
      filter: args.document('filter'),
      sort: args.document('sort'),
      skip: args.count('skip'),
      limit: args.count('limit'),
    };
    const namespace = namespaceOf(context, args.text('find'));
    const batch = { ...batchOf(context, args), isSingle: args.flag('singleBatch') };
    return openCursor(context, { namespace, batch }, (reader) => {
      const collection = collectionFor(context, reader, namespace);
      return shown(collection ? matching(reader, collection, question) : [], project);
    });
  },
};

export const aggregateCommand: Command = {
  options: ['aggregate', 'pipeline', 'cursor', 'allowDiskUse', 'bypassDocumentValidation'],
  inTransaction: true,
  run: (context) => {
    const args = new Arguments('aggregate', context.body, aggregateCommand.options);
    const stages = args.array('pipeline');
    const pipeline = compilePipeline(stages);
    const counted = countedPipeline(stages);
    const namespace = namespaceOf(context, args.text('aggregate'));
    const cursor = new Arguments('aggregate.cursor', args.document('cursor'), ['batchSize']);
    const batch = { ...batchOf(context, cursor), isSingle: false };
    return openCursor(context, { namespace, batch }, (reader) => {
      const collection = collectionFor(context, reader, namespace);
      const matches = (question: Question) => (collection ? matching(reader, collection, question) : []);
      if (counted) return countOf(matches(counted));
      if (pipeline.isQuery) return shown(matches(pipeline), undefined);
      return encoded(pipeline.rest(decoded(matches(pipeline))));
    });
  },
};

export const getMoreCommand: Command = {
  options: ['getMore', 'collection', 'batchSize'],
  inTransaction: true,
  run: (context) => {
    const args = new Arguments('getMore', context.body, getMoreCommand.options);
    const id = args.value('getMore');
    if (!(id instanceof Long))
      throw new CommandError('TypeMismatch', "BSON field 'getMore.getMore' is not a long");
    const namespace = namespaceOf(context, args.text('collection'));
    return context.cursors.more(id, { namespace, transaction: context.transaction }, batchOf(context, args));
  },
};

export const killCursorsCommand: Command = {
  options: ['killCursors', 'cursors'],
  inTransaction: true,
  run: ({ body, cursors }) => {
    const ids = new Arguments('killCursors', body, killCursorsCommand.options).array('cursors');
    const killed = ids.filter((id) => id instanceof Long && cursors.close(id.toString()));
    return {
      fields: new Map([
        ['cursorsKilled', killed],
        ['cursorsNotFound', ids.filter((id) => !killed.includes(id))],
        ['cursorsAlive', []],
        ['cursorsUnknown', []],
      ]),
    };
  },
};

function namespaceOf({ database }: Context, collection: string): string {
  return `${database}.${collection}`;
}

function batchOf({ deadline }: Context, args: Arguments): BatchOptions {
  return { batchSize: args.count('batchSize'), deadline };
}

interface Opening {
  readonly namespace: string;
  readonly batch: BatchOptions & { readonly isSingle: boolean };
}

/** Opens a cursor on the transaction, or on a snapshot that lives as long as the cursor. */
function openCursor(context: Context, { namespace, batch }: Opening, read: (reader: Reader) => Source) {
  const { transaction, cursors } = context;
  if (transaction) {
    const source = read(transaction.overlay);
    return cursors.begin({ namespace, transaction, source, release: () => undefined }, batch);
  }
  const { reader, release, time: atClusterTime } = snapshotFor(context);
  try {
    const source = read(reader);
    return cursors.begin(
      { namespace, transaction, source, release, ...(atClusterTime && { atClusterTime }) },
      batch,
    );
  } catch (error) {
    release();
    throw error;
  }
}

/** A snapshot of this moment, or, where the client asks for one to come back to, the one that its session shares. */
function snapshotFor({ body, session, snapshots, store }: Context): SharedSnapshot {
  const asked = snapshotAsked(body);
  if (asked && (session ?? asked.at)) return snapshots.share(session?.id ?? '', asked.at);
  const reader = store.snapshot();
  return {
    reader,
    release: () => {
      reader.release();
    },
  };
}

function* shown(
  matches: Iterable<Match | undefined>,
  project: ((document: Document) => Document) | undefined,
): Generator<Buffer | undefined> {
  for (const match of matches) {
    if (!match || !project) yield match?.bytes;
    else yield encode(project(match.document ?? decode(match.bytes)));
  }
}

function* decoded(matches: Iterable<Match | undefined>): Generator<Document> {
  for (const match of matches) if (match) yield match.document ?? decode(match.bytes);
}

function* encoded(documents: Iterable<Document>): Generator<Buffer> {
  for (const document of documents) yield encode(document);
}
