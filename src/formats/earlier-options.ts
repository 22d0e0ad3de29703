import type { ImportService } from '../services/imports/import.service';
import { STORED_ENCODING } from './files/decode';

/** Formats whose files can be read with different settings. */
const READ_IN_WAYS = ['table', 'sfm', 'lift', 'tei', 'cldf', 'wiktextract'];

/** Returns the settings of earlier imports of a dictionary: see `ReadOptions.storedSettings`. */
export async function earlierOptions(
  imports: Pick<ImportService, 'storedFiles'>,
  dictionaryId: string,
): Promise<ReadonlyMap<string, string>> {
  const names = [...READ_IN_WAYS.map((format) => `${format}/options.json`), STORED_ENCODING];
  const files = await imports.storedFiles(dictionaryId, names);
  return new Map(files.map(({ name, text }) => [name, text]));
}
