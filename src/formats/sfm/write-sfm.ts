import { originalOf } from '../../domain/article/original';
import { readArticle } from '../../domain/reading/read-article';
import type { ExportedArticle, ExportedDictionary } from '../../services/exports/export.service';
import { isJsonList, type Json } from '../../shared/json';
import { WrittenNames } from '../files/entry-names';
import { parseSfmOptions } from './marker-languages';
import { RECORD } from './marker-map';
import { LANGUAGE_BY_LETTER } from './mdf-markers';
import { getSfm, putSfm, type SfmOptions } from './sfm-lens';
import { recordNames, setId, type SfmField } from './sfm-record';

const HEAD = '\\_sh v3.0  400  MDF 4.0\n\n';

/** Writes a dictionary in Standard Format. In imported records only the edited fields change. */
export async function* sfmText({ files, articles, onArticle }: ExportedDictionary): AsyncGenerator<string> {
  const options = sfmOptions(files.get('sfm/options.json'));
  const names = new WrittenNames();
  yield files.get('sfm/head') ?? HEAD;
  for await (const article of articles) {
    const record = recordOf(article, options);
    const missing = names.missing(article.publicId, ...recordNames(record, options.record ?? RECORD));
    if (missing !== undefined) setId(record, missing);
    onArticle?.(article, { format: 'sfm', read: () => getSfm(record, options) });
    yield `${record
      .map(([marker, value]) => (value === '' ? `\\${marker}\n` : `\\${marker} ${value}\n`))
      .join('')}\n`;
  }
}

function recordOf({ source }: ExportedArticle, options: SfmOptions): SfmField[] {
  const json = JSON.parse(source) as Json;
  const original = originalOf(json);
  const isRecord = original?.format === 'sfm' && isJsonList(original.entry);
  const content = readArticle(json);
  const record = isRecord ? (original.entry as unknown as SfmField[]) : [];
  const written = putSfm(record, content, options, isRecord ? original.readAs : undefined);
  const { record: first = RECORD, opening } = options;
  // Without the markers that begin a record, its fields would be part of the previous record.
  const placeIn = (marker: string | undefined) => written.findIndex(([name]) => name === marker);
  if (placeIn(first) === -1) written.splice(placeIn(opening) + 1, 0, [first, content.entry.headword ?? '']);
  if (opening !== undefined && placeIn(opening) === -1) written.unshift([opening, '']);
  return written;
}

/** Returns the options with which the imported file was read. */
export function sfmOptions(text: string | undefined): SfmOptions {
  return text === undefined ? { languages: LANGUAGE_BY_LETTER } : parseSfmOptions(text);
}
