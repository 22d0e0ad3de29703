import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { DictionaryRecord } from '../../domain/dictionary/dictionary';
import type { OfflineBase, OfflineFile } from '../../domain/dictionary/offline-base';
import { keysVersionOf } from '../../domain/search/search-keys';
import { Failure } from '../../shared/failure';
import { canonicalJson, type JsonObject } from '../../shared/json';
import { currentWork, runDetached } from '../../shared/work';
import type { Storage } from '../../storage/storage';
import type { DictionaryService } from '../dictionaries/dictionary.service';
import { generationOf } from './changes.service';
import { articleBlockOf, compressedFiles } from './offline-files';
import { digestOf } from '../../shared/digest';

const MANIFEST_FORMAT = 'griot-offline-1';

/** Fraction of changed articles above which new files are worth their cost. */
const CHANGED_FRACTION = 0.1;

/** Age after which files are created again if anything has changed, in milliseconds. */
const MAX_BASE_AGE_MS = 30 * 86_400_000;

/** Time for which removals are stored, in milliseconds. */
const REMOVALS_STORED_MS = 400 * 86_400_000;

/**
 * Maximum number of dictionaries that wait in this process for their files, besides the one whose files are being
 * created.
 */
const MAX_WAITING_DICTIONARIES = 8;

/**
 * Part of the remaining time of a request for which it waits for its files. The rest is for the response, which tells the client to try
 * again.
 */
const WAITING_FRACTION = 0.8;

/** Time for which a caller without a deadline waits, in milliseconds. */
const MAX_WAIT_MS = 4000;

/** Delay of a retry, in seconds. */
const RETRY_SECONDS = 5;

/** Number of changes in one read, when determining the files that they affect. */
const CHANGES_PER_READ = 1000;

/** The signed manifest of a copy. */
export interface OfflineCopy {
  /** The manifest as JSON. */
  readonly manifest: JsonObject;
  /** Signature of the canonical text of the manifest (RFC 8785), in base64. */
  readonly signature: string;
  /** Public key of the server: Ed25519 as SPKI, in base64. */
  readonly publicKey: string;
  readonly etag: string;
}

/** Creates and serves the files from which devices make copies of dictionaries. They contain what everyone may see. */
export class OfflineService {
  private readonly making = new Map<string, Promise<OfflineBase>>();
  private previous: Promise<unknown> = Promise.resolve();
  private key: Promise<string> | undefined;

  constructor(
    private readonly storage: Pick<Storage, 'articles' | 'changes' | 'offline'>,
    private readonly dictionaries: DictionaryService,
  ) {}

  /**
   * The signed list of the files of a dictionary.
   *
   * @throws Failure DICTIONARY_NOT_FOUND; UNAVAILABLE while the files are being made
   */
  async copy(name: string): Promise<OfflineCopy> {
    const dictionary = await this.dictionaries.existing(name);
    const { generation, seq, articles, files } = await this.base(dictionary);
    const text = canonicalJson({
      format: MANIFEST_FORMAT,
      dictionary: publicMetadata(dictionary),
      generation,
      seq,
      articles,
      keysVersion: keysVersionOf(dictionary),
      files: files.map(({ sha256, bytes, articles: inside }) => ({ sha256, bytes, articles: inside })),
    });
    const key = createPrivateKey({ key: await this.privateKey(), format: 'pem' });
    return {
      manifest: JSON.parse(text) as JsonObject,
      signature: sign(null, Buffer.from(text), key).toString('base64'),
      publicKey: createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64'),
      etag: `"${digestOf(text)}"`,
    };
  }

  /**
   * A compressed file of a base; `undefined` if it does not exist, or an article in it was deleted or disabled since.
   *
   * @param name of the dictionary
   * @param field the compression
   */
  async file(name: string, sha256: string, field: 'br' | 'gzip'): Promise<Buffer | undefined> {
    const dictionaryId = await this.dictionaries.idOf(name);
    const segment = await this.storage.offline.segment(dictionaryId, sha256, field);
    if (!segment) return undefined;
    const isOutdated = await this.storage.offline.hasRemovals(dictionaryId, {
      seq: segment.seq,
      range: segment,
    });
    return isOutdated ? undefined : segment.content;
  }

  /** Resolves when no files are being made. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.making.values());
  }

  /** The newest base, without articles that are no longer visible. */
  private async base(dictionary: DictionaryRecord): Promise<OfflineBase> {
    const { dictionaryId } = dictionary;
    const generation = generationOf(dictionary, await this.storage.changes.history());
    const base = await this.storage.offline.newest(dictionaryId, generation);
    const last = await this.storage.changes.last(dictionaryId);
    if (base?.seq === last) return base;
    if (!base || (await this.storage.offline.hasRemovals(dictionaryId, base)))
      return inTime(this.made(dictionary, generation));
    const isOld = Date.now() - base.at.getTime() > MAX_BASE_AGE_MS;
    if (isOld || last - base.seq > base.articles * CHANGED_FRACTION)
      this.made(dictionary, generation).catch(() => undefined);
    return base;
  }

  /** Creates a base, one at a time. Requests for the same dictionary share it. */
  private made(dictionary: DictionaryRecord, generation: string): Promise<OfflineBase> {
    const pending = this.making.get(generation);
    if (pending) return pending;
    if (this.making.size > MAX_WAITING_DICTIONARIES) return Promise.reject(tryAgain());
    const made = this.previous.then(() => runDetached(() => this.make(dictionary, generation)));
    this.making.set(generation, made);
    const done = () => this.making.delete(generation);
    this.previous = made.then(done, done);
    return made;
  }

  /** Creates a base. Files whose articles have not changed are taken from the previous base. */
  private async make({ dictionaryId }: DictionaryRecord, generation: string): Promise<OfflineBase> {
    const { offline, changes } = this.storage;
    // The sequence number is read first, so that changes during the read have higher numbers.
    const seq = await changes.last(dictionaryId);
    const before = await offline.newest(dictionaryId, generation);
    if (before?.seq === seq) return before;
    const blocks = before && (await this.changedBlocks(before));
    const changed = new Set(blocks);
    const files: OfflineFile[] = before?.files.filter(({ from }) => !changed.has(articleBlockOf(from))) ?? [];
    for await (const { br, gzip, ...file } of compressedFiles(this.storage, dictionaryId, blocks)) {
      await offline.storeSegment({ dictionaryId, seq, ...file, br, gzip });
      files.push(file);
    }
    files.sort((a, b) => a.from - b.from);
    const articles = files.reduce((sum, file) => sum + file.articles, 0);
    const base = { dictionaryId, generation, seq, articles, files, at: new Date() };
    await offline.storeBase(base);
    await offline.removeOldRemovals(dictionaryId, new Date(Date.now() - REMOVALS_STORED_MS));
    return base;
  }

  private async changedBlocks({ dictionaryId, seq }: OfflineBase): Promise<number[]> {
    const blocks = new Set<number>();
    let [after, isMore] = [seq, true];
    while (isMore) {
      const { changes, next, hasMore } = await this.storage.changes.read(dictionaryId, {
        after,
        limit: CHANGES_PER_READ,
        fields: { number: 1 },
      });
      for (const change of changes)
        blocks.add(articleBlockOf('removal' in change ? change.removal.number : change.article.number));
      [after, isMore] = [next, hasMore];
    }
    return [...blocks].sort((a, b) => a - b);
  }

  private privateKey(): Promise<string> {
    return (this.key ??= this.storage.offline.signingKey(() =>
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    ));
  }
}

/** The metadata that everyone reads. */
function publicMetadata({
  dictionaryId,
  abbreviatedName,
  shortName,
  longName,
  description,
  language,
  scripts,
  targetLanguages,
  license,
  searchProfile,
}: DictionaryRecord) {
  const names = { dictionaryId, abbreviatedName, shortName, longName, description };
  return { ...names, language, scripts, targetLanguages, license, searchProfile };
}

/** Waits for files until shortly before the deadline of the request. @throws Failure UNAVAILABLE when they take longer */
async function inTime<Result>(making: Promise<Result>): Promise<Result> {
  const remaining = currentWork()?.remaining() ?? Infinity;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(tryAgain());
      },
      Math.min(MAX_WAIT_MS, remaining * WAITING_FRACTION),
    );
  });
  // The next request gets the result.
  making.catch(() => undefined);
  return Promise.race([making, late]).finally(() => {
    clearTimeout(timer);
  });
}

function tryAgain(): Failure {
  return new Failure('UNAVAILABLE', 'The offline files are being created; try again soon.', {
    retryAfter: RETRY_SECONDS,
  });
}
