import type { Usage } from '../../domain/usage/usage';
import { type ClientSession, type Model, trusted } from 'mongoose';

/** Number of documents that one command deletes, so that commands stay short and others can run in between. */
const DOCUMENTS_PER_COMMAND = 1000;

type Filter = Readonly<Record<string, unknown>>;

export interface DeleteOptions {
  readonly session: ClientSession;
  /** Fields of the deleted documents to return. */
  readonly fields?: Readonly<Record<string, 1>>;
  readonly each?: (deleted: Deleted) => void;
}

/** The fields of a deleted document, with its size if stored. */
export interface Deleted {
  readonly _id: unknown;
  readonly bytes?: number;
  readonly [field: string]: unknown;
}

/**
 * Deletes any number of documents within a transaction, by one command per thousand.
 *
 * @returns the usage that they counted as
 */
export async function deleteInSteps<Record>(
  model: Model<Record>,
  filter: Filter,
  { session, fields, each }: DeleteOptions,
): Promise<Usage> {
  let ids: unknown[] = [];
  let [objects, bytes] = [0, 0];
  const deleteRead = () => model.deleteMany({ _id: trusted({ $in: ids }) } as object).session(session);
  const cursor = model
    .find(filter as object, { _id: 1, bytes: 1, ...fields })
    .session(session)
    .lean<Deleted[]>()
    .cursor({ batchSize: DOCUMENTS_PER_COMMAND });
  for await (const deleted of cursor as AsyncIterable<Deleted>) {
    each?.(deleted);
    objects++;
    bytes += deleted.bytes ?? 0;
    ids.push(deleted._id);
    if (ids.length < DOCUMENTS_PER_COMMAND) continue;
    await deleteRead();
    ids = [];
  }
  if (ids.length > 0) await deleteRead();
  return { objects, bytes };
}
