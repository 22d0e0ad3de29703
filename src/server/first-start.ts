import { join } from 'node:path';
import { importApplications } from '../formats/chatbot/application-folder';
import { importFolder } from '../formats/dictionary/import-folder';
import { randomPassword } from '../services/accounts/password';
import type { ConfiguredAccounts } from '../services/accounts/first-accounts.service';
import type { Gateway } from './compose';
import type { Config } from '../config/load-config';
import { Failure } from '../shared/failure';
import { PROJECT_FOLDER } from './project-folder';

const SAMPLE_FOLDER = join(PROJECT_FOLDER, 'samples', 'yor_eng_fra_griot');
const DEMO_FOLDER = join(PROJECT_FOLDER, 'samples', 'market_helper');

/** Name of the application in this folder. */
const DEMO_NAME = 'Griot demo';

/** Data for the start-up message: what the first start created, and which settings have no effect. */
export interface FirstStart {
  readonly generated: ConfiguredAccounts;
  /** Identifier of the sample dictionary, if it was loaded. */
  readonly sample: string | undefined;
  /** The demo application, if it was created with the sample dictionary. */
  readonly demo: { readonly name: string; readonly password: string } | undefined;
  /** A sentence for each password in the environment that differs from that of its account. */
  readonly notes: readonly string[];
}

/**
 * Prepares a new database: creates the accounts of the environment. In development on the embedded database, it also
 * creates missing accounts with random passwords and, once, the sample dictionary if there is no dictionary, with a demo
 * application.
 */
export async function prepareFirstStart(gateway: Gateway, config: Config): Promise<FirstStart> {
  const notes = await gateway.firstAccounts.ensure(config);
  const isEmbedded = config.mongodbUri === undefined;
  const isDevelopment = config.mode === 'development';
  return {
    notes,
    generated: isDevelopment && isEmbedded ? await gateway.firstAccounts.generate() : {},
    ...(isDevelopment ? await loadSampleOnce(gateway) : NO_SAMPLE),
  };
}

type Samples = Pick<FirstStart, 'sample' | 'demo'>;

const NO_SAMPLE: Samples = { sample: undefined, demo: undefined };

async function loadSampleOnce(gateway: Gateway): Promise<Samples> {
  const { storage, imports } = gateway;
  if (await storage.once.isDone('sample')) return NO_SAMPLE;
  const isEmpty = (await storage.dictionaries.total()) === 0;
  const summary = isEmpty ? await importFolder(imports, SAMPLE_FOLDER) : undefined;
  const demo = isEmpty ? await createDemo(gateway) : undefined;
  await storage.once.markDone('sample');
  return { sample: summary?.dictionaryId, demo };
}

/**
 * Creates the demo application with a random password, because its file is public. An existing application with this name remains, even
 * if another gateway creates it at the same time.
 */
async function createDemo({ applicationImports }: Gateway): Promise<Samples['demo']> {
  const password = randomPassword();
  const rules = { dryRun: false, overwrite: false, password };
  try {
    for await (const { outcome } of importApplications(applicationImports, DEMO_FOLDER, rules)) {
      if (outcome === 'added') return { name: DEMO_NAME, password };
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.reason !== 'CONFLICT') throw error;
  }
  return undefined;
}
