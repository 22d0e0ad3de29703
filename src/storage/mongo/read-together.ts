import type { mongo, Model } from 'mongoose';
import { currentWork, type Work } from '../../shared/work';
import { findAll, wholeReply, type FindQuery } from './find-all';

type Document = mongo.Document;

/** A query to the database, as a part of a joint command or as a separate command. */
interface ReadRequest {
  readonly model: Model<unknown>;
  readonly stages: readonly Document[];
  /** Maximum number of documents found. */
  readonly limit: number;
  readonly resolve: (documents: readonly Document[]) => void;
  readonly readAlone: () => void;
  readonly reject: (error: unknown) => void;
}

/** Queries of this tick, by the work that sent them. */
const waiting = new Map<Work | undefined, ReadRequest[]>();

/** Name of the field at the end of each document with the number of its query. */
const QUERY_NUMBER = 'questionNumber';

/**
 * The documents of a query. The queries that one work sends in one tick of the event loop are one command, because a command
 * costs the gateway and the database far more than the few documents that most queries find.
 */
export function findTogether<Found>(
  model: Model<Found>,
  query: FindQuery & { readonly limit: number },
): Promise<Found[]> {
  const { filter, fields, sort, skip = 0, limit } = query;
  const stages = [
    { $match: filter },
    ...(sort ? [{ $sort: sort }] : []),
    ...(skip > 0 ? [{ $skip: skip }] : []),
    { $limit: limit },
    { $project: { _id: 0, ...fields } },
  ];
  return enqueue(model, {
    stages,
    limit,
    read: (documents) => documents as Found[],
    alone: () => findAll(model, query),
  });
}

/** The number of documents that match, counted up to a limit; joined into one command in the same way. */
export function countTogether<Found>(model: Model<Found>, filter: Document, limit: number): Promise<number> {
  return enqueue(model, {
    stages: [{ $match: filter }, { $limit: limit }, { $group: { _id: 1, n: { $sum: 1 } } }],
    limit: 1,
    read: ([group]) => (group?.['n'] as number | undefined) ?? 0,
    alone: () => model.countDocuments(filter, { limit }).exec(),
  });
}

interface JoinableQuery<Result> extends Pick<ReadRequest, 'stages' | 'limit'> {
  readonly read: (documents: readonly Document[]) => Result;
  readonly alone: () => Promise<Result>;
}

function enqueue<Found, Result>(
  model: Model<Found>,
  { read, alone, ...pipeline }: JoinableQuery<Result>,
): Promise<Result> {
  const work = currentWork();
  return new Promise((resolve, reject) => {
    const request: ReadRequest = {
      ...pipeline,
      model: model as unknown as Model<unknown>,
      resolve: (documents) => {
        resolve(read(documents));
      },
      readAlone: () => {
        alone().then(resolve, reject);
      },
      reject,
    };
    const batch = waiting.get(work);
    if (batch) {
      batch.push(request);
      return;
    }
    const requests = [request];
    waiting.set(work, requests);
    setImmediate(() => {
      waiting.delete(work);
      void readAll(requests);
    });
  });
}

/** If the reply to the joint command is not complete, each query is sent as a separate command. */
async function readAll(requests: readonly ReadRequest[]): Promise<void> {
  try {
    const documentsByQuery = requests.length === 1 ? undefined : await readTogether(requests);
    for (const [i, request] of requests.entries()) {
      if (documentsByQuery) request.resolve(documentsByQuery.get(i + 1) ?? []);
      else request.readAlone();
    }
  } catch (error) {
    for (const request of requests) request.reject(error);
  }
}

/** The documents of each query by its number; `undefined` if they do not fit into one reply. */
async function readTogether(requests: readonly ReadRequest[]): Promise<Map<number, Document[]> | undefined> {
  const parts = requests.map(({ model, stages }, i) => ({
    model,
    coll: model.collection.collectionName,
    pipeline: [...stages, { $set: { [QUERY_NUMBER]: i + 1 } }],
  }));
  const [first, ...others] = parts;
  if (first === undefined) return undefined;
  const unions = others.map(({ coll, pipeline }) => ({ $unionWith: { coll, pipeline } }));
  const reply = await wholeReply(first.model, {
    aggregate: first.coll,
    pipeline: [...first.pipeline, ...unions],
    // The batch size exceeds the possible number of documents by one, so the first reply shows that there are no
    // others.
    cursor: { batchSize: requests.reduce((sum, { limit }) => sum + limit, 1) },
  });
  if (reply === undefined) return undefined;
  const documentsByQuery = new Map(requests.map((_, i) => [i + 1, [] as Document[]]));
  for (const { [QUERY_NUMBER]: number, ...document } of reply)
    documentsByQuery.get(number as number)?.push(document);
  return documentsByQuery;
}
