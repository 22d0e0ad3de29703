import { type ClientSession, type Model, trusted } from 'mongoose';

/** Documents that one command deletes: others get their turn in between, and no command takes too long. */
const STEP = 1000;

type Filter = Readonly<Record<string, unknown>>;

/** Deletes what may be very many documents, within a transaction, by a command for each thousand of them. */
export async function deleteInSteps<Record>(
  model: Model<Record>,
  filter: Filter,
  session: ClientSession | null,
): Promise<void> {
  let ids: unknown[] = [];
  const deleteRead = () => model.deleteMany({ _id: trusted({ $in: ids }) } as object).session(session);
  const found = model
    .find(filter as object, { _id: 1 })
    .session(session)
    .lean<{ readonly _id: unknown }[]>()
    .cursor({ batchSize: STEP });
  for await (const { _id } of found as AsyncIterable<{ readonly _id: unknown }>) {
    ids.push(_id);
    if (ids.length < STEP) continue;
    await deleteRead();
    ids = [];
  }
  if (ids.length > 0) await deleteRead();
}
