import { Long, type Timestamp } from 'bson';
import { CommandError } from '../errors';
import { compileProjection, type Project } from '../query/project';
import { readPipeline, type Part } from '../query/pipeline/union';
import { documentOf } from '../query/value';
import type { Reader } from '../store/access';
import { counting } from '../store/count';
import { matching, type ReadSource, type Query } from '../store/match';
import type { ScannedDocument } from '../store/scan';
import type { Reply } from '../wire/reply';
import { Arguments, optionsOf } from './arguments';
import { collectionFor, namespaceOf, type Command, type Context } from './context';
import type { Source } from './cursor';
import type { Batch } from './cursors';

export const findCommand: Command = {
  options: optionsOf('find', [
    'find',
    'filter',
    'sort',
    'projection',
    'limit',
    'skip',
    'batchSize',
    'singleBatch',
  ]),
  inTransaction: true,
  run: (context) => {
    const { args } = context;
    const projection = args.document('projection');
    const project = projection.size > 0 ? compileProjection(projection) : undefined;
    const query: Query = {
      filter: args.document('filter'),
      sort: args.document('sort'),
      skip: args.count('skip'),
      limit: args.count('limit'),
    };
    const { operation } = context;
    const batch = { size: args.count('batchSize'), isSingle: args.flag('singleBatch'), operation };
    return openCursor(context, batch, (source, isDue) => shown(matching(source, query, isDue), project));
  },
};

const CURSOR_OPTIONS = optionsOf('aggregate.cursor', ['batchSize']);

export const aggregateCommand: Command = {
  options: optionsOf('aggregate', ['aggregate', 'pipeline', 'cursor']),
  inTransaction: true,
  run: (context) => {
    const parts = readPipeline(context.args.array('pipeline'));
    const cursor = new Arguments('aggregate.cursor', context.args.document('cursor'), CURSOR_OPTIONS);
    const batch = { size: cursor.count('batchSize'), isSingle: false, operation: context.operation };
    return openCursor(context, batch, (source, isDue) =>
      united(parts, (name) => sourceOf(context, source, name), isDue),
    );
  },
};

export const getMoreCommand: Command = {
  options: optionsOf('getMore', ['getMore', 'collection', 'batchSize']),
  inTransaction: true,
  run: (context) => {
    const { args, cursors, transaction, operation } = context;
    const id = args.value('getMore');
    if (!(id instanceof Long))
      throw new CommandError('TypeMismatch', "BSON field 'getMore.getMore' is not a long");
    const namespace = namespaceOf(context, 'collection');
    // The remainder of the cursor's own maxTimeMS applies. This engine has no cursors that wait for data.
    if (args.value('maxTimeMS') !== undefined) {
      const message = 'cannot set maxTimeMS on getMore command for a non-awaitData cursor';
      throw new CommandError('BadValue', message);
    }
    return cursors.more(id, { namespace, transaction }, { size: args.count('batchSize'), operation });
  },
};

export const killCursorsCommand: Command = {
  options: optionsOf('killCursors', ['killCursors', 'cursors']),
  inTransaction: true,
  run: ({ args, cursors }) => {
    const ids = args.array('cursors');
    const killed = ids.filter((id) => id instanceof Long && cursors.close(id.toString()));
    const cursorsNotFound = ids.filter((id) => !killed.includes(id));
    const nothing = { cursorsAlive: [], cursorsUnknown: [] };
    return { fields: documentOf({ cursorsKilled: killed, cursorsNotFound, ...nothing }) };
  },
};

/** Opens a cursor on the transaction, or on a snapshot that lives as long as the cursor. */
function openCursor(
  context: Context,
  batch: Batch,
  read: (source: ReadSource, isDue: () => boolean) => Source,
): Reply | Promise<Reply> {
  const { transaction, cursors, name } = context;
  const namespace = namespaceOf(context, name);
  const { reader, release, time: atClusterTime } = readerFor(context);
  const collection = collectionFor(context, reader, namespace);
  const open = (isDue: () => boolean): Source => read({ reader, collection }, isDue);
  return cursors.begin(
    { namespace, transaction, open, release, ...(atClusterTime && { atClusterTime }) },
    batch,
  );
}

interface OpenReader {
  readonly reader: Reader;
  readonly release: () => void;
  readonly time?: Timestamp;
}

/**
 * The snapshot to read: a new one or, if the client requests one that it can read again, the one that its session
 * shares.
 */
function readerFor({ session, snapshot, snapshots, store, transaction }: Context): OpenReader {
  if (transaction) return { reader: transaction.overlay, release: () => undefined };
  const kept = snapshot ? snapshots.share(session?.id ?? '', snapshot.at) : { reader: store.snapshot() };
  const release = (): void => {
    kept.reader.release();
  };
  return { ...kept, release };
}

/** Another collection in the same snapshot. */
function sourceOf(context: Context, source: ReadSource, name: string | undefined): ReadSource {
  if (name === undefined) return source;
  const { reader } = source;
  return { reader, collection: collectionFor(context, reader, `${context.database}.${name}`) };
}

/** Reads the results of the parts of a pipeline, one after the other. */
function* united(
  parts: readonly Part[],
  sourceFor: (collection: string | undefined) => ReadSource,
  isDue: () => boolean,
): Generator<Buffer | undefined> {
  for (const { collection, reads, mark } of parts) {
    const source = sourceFor(collection);
    const results =
      'id' in reads
        ? counting(source, reads, isDue)
        : shown(matching(source, reads.query, isDue), reads.project);
    for (const document of results) yield document && mark ? mark(document) : document;
  }
}

function* shown(
  matches: Iterable<ScannedDocument | undefined>,
  project: Project | undefined,
): Generator<Buffer | undefined> {
  for (const match of matches) yield match && project ? match.mapped(project) : match?.bytes;
}
