import { configOfProcess } from '../server/environment';
import { commandLine, run, openForCommand } from './command';

const USAGE = `Usage: npm run migrate

Brings the data to the format of this version, as every start does, and ends.`;

/** Brings the data to the format of this version, as every start does, and ends. */
async function main(): Promise<void> {
  commandLine({ usage: USAGE });
  const gateway = await openForCommand(configOfProcess(), 'info');
  await gateway.close();
  console.log('The data are up to date.');
}

run(main);
