import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { createFaces } from './faces';
import { createLifecycle } from './lifecycle/lifecycle';
import type { Logger } from '../observability/logger';
import type { Metrics } from '../observability/metrics';
import { serve, type Serving } from './lifecycle/serve';
import type { SignalSource } from './lifecycle/shutdown';

export interface ServerParts {
  readonly config: Config;
  readonly logger: Logger;
  readonly metrics: Metrics | undefined;
  /** The process, unless another one decides when this one ends. */
  readonly signals?: SignalSource;
}

/** Serves a gateway in this process until a signal ends it. */
export async function runServer(
  gateway: Gateway,
  { config, logger, metrics, signals = process }: ServerParts,
): Promise<Serving> {
  const lifecycle = createLifecycle();
  const faces = await createFaces(gateway, { config, logger, lifecycle, metrics });
  const onClose = async () => {
    await faces.stop();
    await gateway.close();
  };
  return serve({ app: faces.app, config, logger, lifecycle, onClose, signals });
}
