import { openGateway } from '../app/compose';
import { configOfProcess } from '../app/environment';
import { createLogger } from '../app/logger';
import { importFolder, type ImportSummary } from '../formats/import-folder';
import { importOptions } from './import-options';
import { importProgress } from './import-progress';
import { summaryLines } from './import-summary';

/** Imports dictionaries from folders: see `--help`. */
async function main(): Promise<void> {
  const options = importOptions(process.argv.slice(2));
  const config = configOfProcess();
  const gateway = await openGateway(config, createLogger({ logLevel: 'warn' }));
  const started = performance.now();
  const summaries: ImportSummary[] = [];
  try {
    for (const path of options.paths)
      summaries.push(
        await importFolder(gateway.imports, path, { wish: options, witness: importProgress(process.stderr) }),
      );
  } finally {
    const lines = summaryLines(summaries, {
      seconds: (performance.now() - started) / 1000,
      dryRun: options.dryRun,
    });
    for (const line of lines) console.log(line);
    await gateway.close();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
