import { type Gateway, type GatewayConfig, openGateway } from '../server/compose';
import { configOfProcess } from '../server/environment';
import { createLogger } from '../observability/logger';
import { BATCH_PATIENCE } from '../storage/mongo/patience';

/** Opens the gateway of the configuration for a command: a busy database is waited for longer than a request may. */
export function openForCommand(
  config: GatewayConfig = configOfProcess(),
  logLevel: 'info' | 'warn' = 'warn',
): Promise<Gateway> {
  return openGateway(config, createLogger({ logLevel }), { patience: BATCH_PATIENCE });
}
