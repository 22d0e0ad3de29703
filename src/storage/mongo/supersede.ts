import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';

/** The pause between two attempts, and how long they go on, in milliseconds: after a minute, servers end such transactions by themselves. */
const PAUSE_MS = 200;
const GIVE_UP_MS = 60_000;

/**
 * Ends, on the server, a transaction whose connection was lost: the next one of its session takes its place, and is aborted. Until then
 * nobody else could write what it has written. Ends the session in the end; never rejects.
 */
export async function supersede(connection: Connection, session: ClientSession): Promise<void> {
  const since = performance.now();
  while (!session.hasEnded && performance.now() - since < GIVE_UP_MS) {
    if (await isSuperseded(connection, session)) break;
    await sleep(PAUSE_MS, undefined, { ref: false });
  }
  await session.endSession();
}

async function isSuperseded({ db }: Connection, session: ClientSession): Promise<boolean> {
  try {
    session.startTransaction();
    await db?.collection('counters').findOne({}, { session });
    return true;
  } catch {
    // Still lost: there is another attempt.
    return false;
  } finally {
    await session.abortTransaction().catch(() => undefined);
  }
}
