import type { Models } from '../models';
import type { SystemRecord } from '../records';

/** The record in `system` that exists from the first to the last step of a load. */
export const LOAD_MARKER = 'load';

/** Progress of a load: all collections before `collection` are stored, and this many documents of it. */
export interface LoadProgress {
  /** Checksum of the dump that is loaded. */
  readonly dump: string;
  /** Absent until the collections and indexes are made. */
  readonly collection?: string;
  readonly documents?: number;
}

/** The data are a part of a dump: a load runs, or one was interrupted. */
export class HalfLoadedError extends Error {
  constructor() {
    super(
      'The database is only partly loaded: a load is running or was interrupted. ' +
        'Finish it with `npm run load -- --continue FILE` and the same dump, or start again with an empty database.',
    );
  }
}

/** Progress of a running or interrupted load; undefined if there is none. */
export async function loadProgress(models: Pick<Models, 'system'>): Promise<LoadProgress | undefined> {
  const marker = await models.system.findOne({ _id: LOAD_MARKER }).lean<SystemRecord>();
  return marker === null ? undefined : (marker.progress as LoadProgress);
}

/** Stores the progress of a load. */
export async function saveLoadProgress(
  models: Pick<Models, 'system'>,
  progress: LoadProgress,
): Promise<void> {
  await models.system.updateOne({ _id: LOAD_MARKER }, { $set: { progress } }, { upsert: true });
}
