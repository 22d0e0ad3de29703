import { AsyncLocalStorage } from 'node:async_hooks';

/** A request that must not be carried out twice, and who carries it out. */
export interface Claim {
  readonly id: string;
  /** Changes when another process takes over what this one seems to have given up. */
  readonly owner: string;
}

const running = new AsyncLocalStorage<Claim>();

/** The claim of the request that this code runs for; `undefined` for requests that may be repeated. */
export function currentClaim(): Claim | undefined {
  return running.getStore();
}

/** Runs a function, and everything that it awaits, under a claim. */
export function runUnderClaim<Result>(claim: Claim, run: () => Result): Result {
  return running.run(claim, run);
}
