import type { ImportRecord } from '../../domain/imports/import-record';
import type { ImportHistory, ImportResults } from '../../services/imports/import-history.service';
import type { ImportService } from '../../services/imports/import.service';
import { messageOf } from '../../shared/failure';
import type { EntrySource } from './entry-source';
import { type FileImport, type FileSummary, importFile } from './import-file';

/** Services that recorded imports use. */
export interface RecordingServices {
  readonly imports: ImportService;
  readonly importHistory: ImportHistory;
}

/** Callbacks with which the caller observes and cancels an import. */
export interface ImportWatch {
  readonly progress?: FileImport['progress'];
  /** Ends the import after the batch that is being stored. */
  readonly signal?: AbortSignal;
  /** Called before each batch. An error that it throws ends the import. */
  readonly permits?: () => Promise<void>;
  /** Lets the caller decide about an error. */
  readonly isJob?: boolean;
}

/**
 * Stores the articles of a file and updates the record of the import, up to its final state.
 *
 * @throws Failure CONFLICT when the import was cancelled; otherwise the error that ended it
 */
export async function storeRecorded(
  { imports, importHistory }: RecordingServices,
  source: EntrySource,
  { record, watch = {} }: { readonly record: ImportRecord; readonly watch?: ImportWatch },
): Promise<FileSummary> {
  const { importId, options } = record;
  const fileImport: FileImport = {
    dictionaryId: record.dictionaryId,
    name: record.file,
    by: record.by,
    headword: options.headword,
    overwrite: options.overwrite,
    skipBadEntries: options.skipBadEntries,
    missing: options.missing,
    dryRun: false,
    record: { importId, note: (changes) => importHistory.note(record, changes) },
    ...(watch.progress && { progress: watch.progress }),
    proceeds: async (bytesRead, entries) => {
      watch.signal?.throwIfAborted();
      await watch.permits?.();
      await importHistory.recordProgress(importId, 'storing', { bytesRead, entries });
    },
  };
  try {
    const summary = await importFile(imports, source, fileImport);
    const to = summary.ending === undefined ? 'done' : 'failed';
    await importHistory.finish(importId, { from: 'storing', to }, resultsOf(summary, source));
    return summary;
  } catch (error) {
    if (watch.isJob === true) throw error;
    const to = watch.signal?.aborted === true ? 'cancelled' : 'failed';
    await importHistory.finish(importId, { from: 'storing', to }, { problem: messageOf(error) });
    throw error;
  }
}

/** Returns the results of an import in the form of its record. */
export function resultsOf(
  { articles, edited, missing, isNew, ending, report }: FileSummary,
  { format, preview, map, size }: EntrySource,
): ImportResults & { readonly bytes: number; readonly bytesRead?: number } {
  return {
    format,
    articles,
    edited,
    missing: missing.count,
    missingArticles: missing.named,
    entries: report.entries,
    refused: report.refused,
    isNewDictionary: isNew,
    problem: ending,
    report: JSON.stringify(report),
    bytes: size,
    ...(ending === undefined ? { bytesRead: size } : {}),
    ...(preview && { preview }),
    ...(map === undefined ? {} : { map }),
  };
}
