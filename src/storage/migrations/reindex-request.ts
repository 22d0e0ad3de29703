import type { ClientSession } from 'mongoose';
import type { Models } from '../models';

/** The record in `system` of the rules that made all search keys, and of how far a newer pass is. */
export const REINDEX = 'reindex';

/** Says that keys are no longer what the rules give: until the end of a pass that begins after this, they may be old. */
export async function requestReindex(
  { system }: Pick<Models, 'system'>,
  session: ClientSession,
): Promise<void> {
  await system.updateOne(
    { _id: REINDEX },
    { $set: { version: 0 }, $inc: { requests: 1 } },
    { session, upsert: true },
  );
}
