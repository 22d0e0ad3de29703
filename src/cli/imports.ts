import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { Argument, Command } from 'commander';
import type { AuditOutcome } from '../domain/audit/audit-entry';
import type { DictionaryImport } from '../domain/imports/import-record';
import type { Gateway } from '../server/compose';
import { actorOf } from '../services/audit/audit.service';
import { Failure } from '../shared/failure';
import { operatorNamed } from '../shared/viewer';
import { openExisting } from './command';

const ACTION_NAMES = ['list', 'undo'] as const;

const ACTIONS_HELP = `
Actions:
  list DICTIONARY  prints the last imports of a dictionary, the newest last
  undo IMPORT      undoes an import: deletes the articles that it added and restores the articles that it changed`;

export const importsCommand = new Command('imports')
  .summary('list imports, or undo one')
  .description('Lists or undoes imports of dictionaries in the configured database.')
  .addArgument(new Argument('<ACTION>', 'what to do').choices(ACTION_NAMES))
  .argument('<NAME>', 'the dictionary, or the identifier of the import')
  .option('--keep-edited', 'keep articles that were written since the import, and undo the others', false)
  .addHelpText('after', ACTIONS_HELP)
  .action(run);

async function run(
  action: (typeof ACTION_NAMES)[number],
  name: string,
  { keepEdited }: { readonly keepEdited: boolean },
): Promise<void> {
  const gateway = await openExisting();
  try {
    if (action === 'list') await printImports(gateway, name);
    else await undo(gateway, name, keepEdited);
  } finally {
    await gateway.close();
  }
}

/** Maximum number of imports that are printed: the number that is stored. */
const MAX_LISTED = 100;

async function printImports({ importHistory, dictionaries }: Gateway, dictionary: string): Promise<void> {
  if (!(await dictionaries.get(dictionary))) throw new Error(`There is no dictionary ${dictionary}.`);
  const { items } = await importHistory.list(dictionary, { last: MAX_LISTED, sort: 'ASC' }, MAX_LISTED);
  for (const dictionaryImport of items) console.log(importLine(dictionaryImport));
  if (items.length === 0) console.log(`There are no imports of ${dictionary}.`);
}

function importLine(dictionaryImport: DictionaryImport): string {
  const { importId, startedAt, state, file, by, added, changed, problem } = dictionaryImport;
  const outcome = `${state}, ${added} added, ${changed} changed${problem === null ? '' : `: ${problem}`}`;
  return `${importId}  ${startedAt.toISOString()}  ${file} by ${by}: ${outcome}`;
}

async function undo(gateway: Gateway, importId: string, keepEdited: boolean): Promise<void> {
  const operator = operatorNamed(userInfo().username);
  const tell = (outcome: AuditOutcome) =>
    gateway.audit.append(actorOf(operator), {
      action: 'undoImport',
      target: `import=${importId}`,
      requestId: randomUUID(),
      outcome,
    });
  try {
    const { undone, conflicts, conflicting } = await gateway.importUndoing.undo(importId, {
      keepEdited,
      by: operator.name,
    });
    const isRefused = conflicts > 0 && !keepEdited;
    await tell(isRefused ? 'CONFLICT' : 'done');
    const names = conflicting.join(', ') + (conflicts > conflicting.length ? ', ...' : '');
    if (isRefused)
      throw new Error(
        `The import was not undone, because ${conflicts} articles were written since (--keep-edited keeps them): ${names}`,
      );
    console.log(`Restored ${undone} articles to their state before the import.`);
    if (conflicts > 0) console.log(`Kept ${conflicts} articles that were written since: ${names}`);
  } catch (error) {
    if (error instanceof Failure) await tell(error.reason);
    throw error;
  }
}
