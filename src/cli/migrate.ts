import { openGateway } from '../app/compose';
import { configOfProcess } from '../app/environment';
import { createLogger } from '../app/logger';
import { refuseOptions } from './no-options';

const USAGE = `Usage: npm run migrate

Brings the data to the format of this version, as every start does, and ends.`;

/** Brings the data to the format of this version, as every start does, and ends. */
async function main(): Promise<void> {
  refuseOptions(process.argv.slice(2), USAGE);
  const gateway = await openGateway(configOfProcess(), createLogger({ logLevel: 'info' }));
  await gateway.close();
  console.log('The data are up to date.');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
