import { Command } from 'commander';
import { configOfProcess } from '../server/environment';
import { openForCommand } from './command';

export const migrateCommand = new Command('migrate')
  .summary('bring the data to the format of this version')
  .description('Brings the data to the format of this version, as every start does, and ends.')
  .action(migrate);

async function migrate(): Promise<void> {
  const gateway = await openForCommand(configOfProcess(), 'info');
  await gateway.close();
  console.log('The data are up to date.');
}
