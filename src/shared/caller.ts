import { AsyncLocalStorage } from 'node:async_hooks';
import type { AccountViewer } from './viewer';

/** The account whose right a write depends on, by the session of its token. */
export type Caller = Pick<AccountViewer, 'sessionId'>;

const callers = new AsyncLocalStorage<Caller | undefined>();

/** The account that asked for what this code does; `undefined` at start, in commands, and where no account is needed. */
export function currentCaller(): Caller | undefined {
  return callers.getStore();
}

/** Runs a function, and everything that it awaits, for an account: its writes are refused once the session has ended. */
export function runAs<Result>(caller: Caller | undefined, run: () => Result): Result {
  return callers.run(caller, run);
}
