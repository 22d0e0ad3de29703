import { join } from 'node:path';
import { importFolder } from '../formats/dictionary/import-folder';
import type { GivenAccounts } from '../services/accounts/first-accounts.service';
import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { PROJECT_FOLDER } from './project-folder';

const SAMPLE_FOLDER = join(PROJECT_FOLDER, 'samples', 'yor_eng_fra_griot');

/** What a start must tell to people: what a first one made, and what has no effect. */
export interface FirstStart {
  readonly madeUp: GivenAccounts;
  /** Identifier of the sample dictionary, where it was loaded. */
  readonly sample: string | undefined;
  /** Sentences about passwords of the environment that are not those of their accounts. */
  readonly notes: readonly string[];
}

/**
 * Makes a new database usable: the accounts of the environment; in development on the embedded database also accounts
 * with random passwords where it gives none, and the sample dictionary where there is no dictionary, once.
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
