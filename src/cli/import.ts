import type { Gateway } from '../server/compose';
import { holdsApplications, importApplications } from '../formats/chatbot/application-folder';
import { importFolder, type ImportSummary } from '../formats/dictionary/import-folder';
import { messageOf } from '../shared/message-of';
import { run } from './command';
import { type ImportOptions, importOptions } from './import-options';
import { importProgress } from './import-progress';
import { summaryLines } from './import-summary';
import { openForCommand } from './open-for-command';

/** Imports dictionaries and applications from folders: see `--help`. */
async function main(): Promise<void> {
  const options = importOptions();
  const gateway = await openForCommand();
  const started = performance.now();
  const summaries: ImportSummary[] = [];
  try {
    for (const path of options.paths)
      await naming(path, async () => {
        if (await holdsApplications(path)) await importChatbots(gateway, path, options);
        else
          summaries.push(
            await importFolder(gateway.imports, path, {
              wish: options,
              witness: importProgress(process.stderr),
            }),
          );
      });
  } finally {
    const lines = summaryLines(summaries, {
      seconds: (performance.now() - started) / 1000,
      dryRun: options.dryRun,
    });
    if (summaries.length > 0) for (const line of lines) console.log(line);
    await gateway.close();
  }
}

/** Of several folders, the one that something went wrong with is named. */
async function naming(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const message = messageOf(error);
    throw message.includes(path) ? error : new Error(`${path}: ${message}`, { cause: error });
  }
}

async function importChatbots(gateway: Gateway, path: string, options: ImportOptions): Promise<void> {
  let isChanged = false;
  for await (const { title, outcome, objects } of importApplications(
    gateway.applicationImports,
    path,
    options,
  )) {
    isChanged ||= outcome === 'added' || outcome === 'updated';
    const remark = outcome === 'edited' ? ', other than the file, left alone (--overwrite replaces it)' : '';
    console.log(`${title}: ${outcome}${remark}, ${objects} objects.`);
  }
  if (options.dryRun) console.log('Dry run: nothing was written.');
  else if (!isChanged) console.log('Nothing changed.');
}

run(main);
