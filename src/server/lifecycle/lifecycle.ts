/** The reason why the server is not ready, as a public sentence without addresses and paths. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** Tells all parts of the process whether it still accepts work. */
export interface Lifecycle {
  readonly isDraining: () => boolean;
  /** Announces the shutdown; it cannot be cancelled. */
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
