import 'reflect-metadata';
import { bannerLines } from './app/banner';
import { openGateway } from './app/compose';
import { configOfProcess } from './app/environment';
import { createFaces } from './app/faces';
import { prepareFirstStart } from './app/first-start';
import { createLifecycle } from './app/lifecycle';
import { createLogger } from './app/logger';
import { serve } from './app/serve';

/** Starts the gateway and leaves it running until a signal ends it. */
async function main(): Promise<void> {
  const config = configOfProcess();
  const logger = createLogger(config);
  const lifecycle = createLifecycle();
  const gateway = await openGateway(config, logger);
  const firstStart = await prepareFirstStart(gateway, config);
  const faces = await createFaces(gateway, { config, logger, lifecycle });
  const onClose = async () => {
    await faces.stop();
    await gateway.close();
  };
  const { url } = await serve({ app: faces.app, config, logger, lifecycle, onClose });
  for (const line of bannerLines(url, firstStart, config)) console.log(line);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  // What is open by now (a connection, the database) must not keep a server alive that did not start.
  process.exit(1);
});
