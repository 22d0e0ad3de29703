import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ImportRecord } from '../../domain/imports/import-record';
import type { EntrySource, ReadOptions } from '../../formats/files/entry-source';
import { importFile } from '../../formats/files/import-file';
import { FileProblem } from '../../formats/files/position';
import { resultsOf, storeRecorded } from '../../formats/files/recorded-import';
import { earlierOptions } from '../../formats/earlier-options';
import { formatOf } from '../../formats/formats';
import type { Logger } from '../../observability/logger';
import type { UploadService } from '../../services/imports/upload.service';
import { Failure, messageOf } from '../../shared/failure';
import type { Gateway } from '../compose';
import { Poller } from './poller';

type Services = Pick<Gateway, 'imports' | 'importHistory' | 'importJobs' | 'uploads'>;

/**
 * Runs the imports of uploaded files, one at a time in each process. If a process ends, another one takes its import over after the lease
 * has expired, and starts it again: articles that are already stored count as unchanged.
 */
export class ImportRunner {
  private readonly poller: Poller;

  constructor(
    private readonly services: Services,
    private readonly logger: Logger,
  ) {
    const work = {
      run: (signal: AbortSignal) => this.runPending(signal),
      failure: 'An import could not be continued',
    };
    this.poller = new Poller(work, logger);
    services.importJobs.onWork(() => {
      this.poller.poll();
    });
  }

  /** Ends after the batch that is being stored. Another process, or the next start, continues. */
  stop(): Promise<void> {
    return this.poller.stop();
  }

  private async runPending(signal: AbortSignal): Promise<void> {
    for (;;) {
      const record = signal.aborted ? undefined : await this.services.importJobs.next();
      if (record === undefined) return;
      await this.runImport(record, signal);
    }
  }

  private async runImport(record: ImportRecord, signal: AbortSignal): Promise<void> {
    const { imports, importJobs, uploads } = this.services;
    const { importId, uploadId = '', state } = record;
    const permits = () => importJobs.assertPermitted(record);
    const folder = await mkdtemp(join(tmpdir(), 'griot-import-'));
    try {
      await permits();
      const earlier = await earlierOptions(imports, record.dictionaryId);
      const source = await opened(record, await copyOf(uploads, record, folder), earlier);
      if (state === 'checking') await this.check(record, source, signal);
      else {
        await storeRecorded(this.services, source, {
          record,
          watch: { signal, permits, isJob: true },
        });
        await uploads.remove(uploadId);
      }
    } catch (error) {
      // The import continues later if the server ended it or the database was unavailable.
      const isContinued = signal.aborted || isTemporary(error);
      const to = isContinued ? state : 'failed';
      if (state !== 'checking' && state !== 'storing') return;
      await this.settle(record, to, isContinued ? {} : { problem: messageOf(error) });
      if (!isContinued && !(error instanceof Failure) && !(error instanceof FileProblem))
        this.logger.error({ err: error, importId }, 'An import failed');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Determines what the import would do. */
  private async check(record: ImportRecord, source: EntrySource, signal: AbortSignal): Promise<void> {
    const { imports, importHistory, importJobs } = this.services;
    const { importId, options } = record;
    const summary = await importFile(imports, source, {
      dictionaryId: record.dictionaryId,
      name: record.file,
      overwrite: options.overwrite,
      skipBadEntries: options.skipBadEntries,
      missing: options.missing,
      dryRun: true,
      proceeds: async (bytesRead, entries) => {
        signal.throwIfAborted();
        await importJobs.assertPermitted(record);
        await importHistory.recordProgress(importId, 'checking', { bytesRead, entries });
      },
    });
    const results = resultsOf(summary, source);
    const to = summary.ending === undefined ? 'waiting' : 'failed';
    await this.settle(record, to, results);
  }

  /** Ends the work on an import. The file of a failed one is removed: otherwise it would count as an upload of its account for days. */
  private async settle(
    { importId, uploadId = '', state }: ImportRecord,
    to: ImportRecord['state'],
    results: Parameters<Services['importHistory']['finish']>[2],
  ): Promise<void> {
    const { importHistory, uploads } = this.services;
    const settled = await importHistory.finish(importId, { from: state, to }, results);
    if (settled?.state === 'failed') await uploads.remove(uploadId);
  }
}

/** Whether the next attempt may succeed. */
function isTemporary(error: unknown): boolean {
  return error instanceof Failure && error.reason === 'UNAVAILABLE';
}

async function opened(
  { options }: ImportRecord,
  path: string,
  earlier: ReadOptions['storedSettings'],
): Promise<EntrySource> {
  const format = await formatOf(path, options.format);
  const { encoding, headword, languages, sheet, headingRow, recordMarker, map } = options;
  const reading = { encoding, headword, languages, sheet, headingRow, recordMarker, map };
  return format.open(path, { ...reading, storedSettings: earlier });
}

/** Copies an uploaded file into a folder. The copy keeps only the extension of its name. @throws Failure INVALID_INPUT */
async function copyOf(
  uploads: UploadService,
  { uploadId = '' }: ImportRecord,
  folder: string,
): Promise<string> {
  const { upload, bytes } = await uploads.read(uploadId);
  const ending = extname(upload.file).toLowerCase();
  const path = join(folder, `file${/^\.[a-z0-9]{1,10}$/u.test(ending) ? ending : ''}`);
  const hash = createHash('sha256');
  const hashed = async function* () {
    for await (const part of bytes) {
      hash.update(part);
      yield part;
    }
  };
  await pipeline(Readable.from(hashed()), createWriteStream(path, { mode: 0o600 }));
  const sha256 = hash.digest('hex');
  if (upload.sha256 !== undefined && upload.sha256 !== sha256)
    throw new Failure(
      'INVALID_INPUT',
      `The file has the SHA-256 ${sha256}, not the one in its Upload-Metadata`,
    );
  return path;
}
