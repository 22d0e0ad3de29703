/** Why the server cannot do its work, in a sentence that whoever asks may read: it holds no address and no path. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Tells every part of the process whether it still takes work. */
export interface Lifecycle {
  readonly isDraining: () => boolean;
  /** Announces the end; there is no way back. */
  readonly drain: () => void;
}

export function createLifecycle(): Lifecycle {
  let draining = false;
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
  };
}
