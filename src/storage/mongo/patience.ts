import type { DatabaseAddress } from './connection';

/** How long is waited for a database that is busy, before the work is given up. In milliseconds. */
export interface Patience {
  /** For the turn of a transaction, and again for its repetitions after conflicts. */
  readonly transactionMs: number;
  /** For a server that takes commands; the limit of the connection when absent. */
  readonly selectionMs?: number;
}

/** Whoever asked has been told by then that it takes too long: after an outage, no writes of the past are made up for. */
export const REQUEST_PATIENCE: Patience = { transactionMs: 10_000 };

/** A command of an operator has nobody who waits for an answer. The driver repeats no transaction for longer than two minutes. */
export const BATCH_PATIENCE: Patience = { transactionMs: 120_000, selectionMs: 10_000 };

/** The address with the patience in it, but for what its connection string itself sets. */
export function addressFor(address: DatabaseAddress, { selectionMs }: Patience): DatabaseAddress {
  const { uri } = address;
  if (selectionMs === undefined || /[?&]serverSelectionTimeoutMS=/i.test(uri)) return address;
  const start = uri.includes('?') ? `${uri}&` : /\/\/[^/]*\//.test(uri) ? `${uri}?` : `${uri}/?`;
  return { ...address, uri: `${start}serverSelectionTimeoutMS=${selectionMs}` };
}
