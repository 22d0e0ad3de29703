import type { Usage } from '../../domain/usage/usage';
import { type ClientSession, type Model, trusted } from 'mongoose';

/** Documents that one command deletes: others get their turn in between, and no command takes too long. */
const STEP = 1000;

type Filter = Readonly<Record<string, unknown>>;

export interface DeleteOptions {
  readonly session: ClientSession;
  /** Fields that are needed of what is deleted. */
  readonly fields?: Readonly<Record<string, 1>>;
  readonly each?: (deleted: Deleted) => void;
}

/** What is known of a document that is deleted; what it counts as, where it says so. */
export interface Deleted {
  readonly _id: unknown;
  readonly bytes?: number;
  readonly [field: string]: unknown;
}

/**
 * Deletes what may be very many documents, within a transaction, by a command for each thousand of them.
 *
 * @returns how many there were, and what they counted as
 */
export async function deleteInSteps<Record>(
  model: Model<Record>,
  filter: Filter,
  { session, fields, each }: DeleteOptions,
): Promise<Usage> {
  let ids: unknown[] = [];
  let [objects, bytes] = [0, 0];
  const deleteRead = () => model.deleteMany({ _id: trusted({ $in: ids }) } as object).session(session);
  const found = model
    .find(filter as object, { _id: 1, bytes: 1, ...fields })
    .session(session)
    .lean<Deleted[]>()
    .cursor({ batchSize: STEP });
  for await (const deleted of found as AsyncIterable<Deleted>) {
    each?.(deleted);
    objects++;
    bytes += deleted.bytes ?? 0;
    ids.push(deleted._id);
    if (ids.length < STEP) continue;
    await deleteRead();
    ids = [];
  }
  if (ids.length > 0) await deleteRead();
  return { objects, bytes };
}
