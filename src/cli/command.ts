import { type Gateway, type GatewayConfig, openGateway } from '../server/compose';
import { configOfProcess } from '../server/environment';
import { createLogger } from '../observability/logger';
import { BATCH_PATIENCE } from '../storage/mongo/patience';

/** Opens the configured gateway for a command, which waits longer for a busy database than a request does. */
export function openForCommand(
  config: GatewayConfig = configOfProcess(),
  logLevel: 'info' | 'warn' = 'warn',
): Promise<Gateway> {
  return openGateway(config, createLogger({ logLevel }), { patience: BATCH_PATIENCE });
}
