import type { DatabaseAddress } from './connection';

/** How long to wait for a busy database before giving up, in milliseconds. */
export interface Patience {
  /** For a queued transaction, and again for its retries after conflicts. */
  readonly transactionMs: number;
  /** For a server that accepts commands. Defaults to the limit of the connection. */
  readonly selectionMs?: number;
}

/** The client has received a 503 by then, so its write must not run after an outage. */
export const REQUEST_PATIENCE: Patience = { transactionMs: 10_000 };

/** No client waits for a command of an operator. The driver retries a transaction for at most two minutes. */
export const BATCH_PATIENCE: Patience = { transactionMs: 120_000, selectionMs: 10_000 };

/** The address with these limits, unless its connection string sets them. */
export function addressFor(address: DatabaseAddress, { selectionMs }: Patience): DatabaseAddress {
  const { uri } = address;
  if (selectionMs === undefined || /[?&]serverSelectionTimeoutMS=/i.test(uri)) return address;
  const start = uri.includes('?') ? `${uri}&` : /\/\/[^/]*\//.test(uri) ? `${uri}?` : `${uri}/?`;
  return { ...address, uri: `${start}serverSelectionTimeoutMS=${selectionMs}` };
}
