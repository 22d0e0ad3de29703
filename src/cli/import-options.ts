import type { ImportWish } from '../formats/dictionary/import-folder';
import { commandLine, refuse } from './command';

export interface ImportOptions extends ImportWish {
  /** The application that fields are for. */
  readonly application: string | undefined;
  readonly paths: readonly string[];
}

const USAGE = `Usage: npm run import -- [options] FOLDER...

Loads dictionaries and chatbot applications. A folder holds metadata.json and articles.jsonl, or applications.json and files
field_NAME.json. Loading the same folder again changes nothing.

  --dry-run          tell what would happen and write nothing
  --overwrite        put the file's articles in the place of those that were edited here since their import
  --bad-lines=MODE   stop (the default) ends at the first bad line; skip names it and goes on
  --application=NAME give fields to this application, where none of the folder has them
  --help             show this text`;

/** The options of the import command. Ends the process where there is nothing to do. */
export function importOptions(): ImportOptions {
  const { values, positionals } = commandLine({
    usage: USAGE,
    options: {
      'dry-run': { type: 'boolean', default: false },
      overwrite: { type: 'boolean', default: false },
      'bad-lines': { type: 'string', default: 'stop' },
      application: { type: 'string' },
    },
    positionals: [1, Infinity],
  });
  const badLines = values['bad-lines'];
  if (badLines !== 'stop' && badLines !== 'skip') return refuse(USAGE, '--bad-lines must be stop or skip');
  return {
    paths: positionals,
    application: values.application,
    dryRun: values['dry-run'],
    overwrite: values.overwrite,
    skipBadLines: badLines === 'skip',
  };
}
