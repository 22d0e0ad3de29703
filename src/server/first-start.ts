import { join } from 'node:path';
import { importFolder } from '../formats/dictionary/import-folder';
import type { GivenAccounts } from '../services/accounts/first-accounts.service';
import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { PROJECT_FOLDER } from './project-folder';

const SAMPLE_FOLDER = join(PROJECT_FOLDER, 'samples', 'yor_eng_fra_griot');

/** Information for the start-up message: what the first start created, and which settings have no effect. */
export interface FirstStart {
  readonly madeUp: GivenAccounts;
  /** Identifier of the sample dictionary, if it was loaded. */
  readonly sample: string | undefined;
  /** A sentence for each password in the environment that differs from that of its account. */
  readonly notes: readonly string[];
}

/**
 * Prepares a new database: creates the accounts of the environment. In development on the embedded database, it also
 * creates missing accounts with random passwords and, once, the sample dictionary if there is no dictionary.
 */
export async function prepareFirstStart(gateway: Gateway, config: Config): Promise<FirstStart> {
  const notes = await gateway.firstAccounts.ensure(config);
  const isEmbedded = config.mongodbUri === undefined;
  const isDevelopment = config.mode === 'development';
  return {
    notes,
    madeUp: isDevelopment && isEmbedded ? await gateway.firstAccounts.makeUp() : {},
    sample: isDevelopment ? await loadSampleOnce(gateway) : undefined,
  };
}

async function loadSampleOnce({ storage, imports }: Gateway): Promise<string | undefined> {
  if (await storage.once.isDone('sample')) return undefined;
  const isEmpty = (await storage.dictionaries.total()) === 0;
  const summary = isEmpty ? await importFolder(imports, SAMPLE_FOLDER) : undefined;
  await storage.once.markDone('sample');
  return summary?.dictionaryId;
}
