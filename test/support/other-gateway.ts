import { loadConfig } from '../../src/config/load-config';
import { createLogger } from '../../src/observability/logger';
import { type Gateway, openGateway } from '../../src/server/compose';
import type { TestGateway } from './gateway';
import { PATIENT } from './patient';

/** Another gateway over the database of a first one: another process, as far as the database can tell. */
export function otherGateway({ env }: Pick<TestGateway, 'env'>): Promise<Gateway> {
  const config = loadConfig({ LOG_LEVEL: 'silent', ...PATIENT, ...env });
  return openGateway(config, createLogger(config));
}
