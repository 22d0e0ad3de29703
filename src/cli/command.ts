import { type Gateway, type GatewayConfig, openGateway } from '../server/compose';
import { configOfProcess } from '../server/environment';
import { createLogger } from '../observability/logger';
import { BATCH_PATIENCE } from '../storage/mongo/patience';
import { openDatabase } from '../server/database';
import { openTransfer, type Transfer } from '../storage/dump/open-transfer';

/**
 * Runs a function on the configured database, and closes the database afterwards.
 *
 * @param report receives sentences for the operator
 */
export async function withTransfer(
  report: (sentence: string) => void,
  work: (transfer: Transfer) => Promise<void>,
): Promise<void> {
  const database = await openDatabase(configOfProcess(), createLogger({ logLevel: 'warn' }));
  try {
    const transfer = await openTransfer(database.address, report);
    try {
      await work(transfer);
    } finally {
      await transfer.close();
    }
  } finally {
    await database.close();
  }
}

/** Aborts on SIGINT and SIGTERM, so that a command can clean up. A second signal ends the process at once. */
export function endSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      controller.abort(new Error(`Interrupted by ${name}.`));
    });
  return controller.signal;
}

/** Opens the configured gateway for a command, which waits longer for a busy database than a request does. */
export function openForCommand(
  config: GatewayConfig = configOfProcess(),
  logLevel: 'info' | 'warn' = 'warn',
): Promise<Gateway> {
  return openGateway(config, createLogger({ logLevel }), { patience: BATCH_PATIENCE });
}
