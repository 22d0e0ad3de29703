import { openDmlexJson } from '../dmlex/dmlex-source';
import type { EntrySource, ReadOptions } from '../files/entry-source';
import { openText } from '../files/text-file';
import { openJsonTable } from './json-table';
import { listNameIn } from './split-json';

/** Characters in which the list of a file is searched. */
const BEGINNING = 64 * 1024;

/** Opens an object in JSON: a resource of DMLex, or an object with another list of objects, which is read as a table. */
export async function openJsonObject(path: string, options: ReadOptions): Promise<EntrySource> {
  const beginning = await beginningOf(path, options);
  const list = isDmlex(beginning) ? undefined : listNameIn(beginning);
  return list === undefined ? openDmlexJson(path, options) : openJsonTable(path, options, list);
}

async function beginningOf(path: string, { encoding }: ReadOptions): Promise<string> {
  for await (const chunk of (await openText(path, encoding)).text()) return chunk.slice(0, BEGINNING);
  return '';
}

/** Whether an object has entries, or is one or a resource by the members before its first list. */
function isDmlex(beginning: string): boolean {
  const [before = ''] = beginning.split('[', 1);
  return /"entries"\s*:/u.test(beginning) || /"(?:langCode|headword)"\s*:/u.test(before);
}
