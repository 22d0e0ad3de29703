import type { Media, MediaRecord } from '../../domain/article/media';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import { assertMediaSize, MAX_LABEL_LENGTH, mediaFrom, MAX_MEDIA } from '../articles/media.service';

/** A recording or picture of an imported article. */
interface ImportedMediaFile extends Pick<MediaRecord, 'dictionaryId' | 'number' | 'name' | 'addedBy'> {
  readonly label: string | undefined;
  readonly size: number;
  /** Reads the whole content. */
  readonly read: () => Promise<Buffer>;
}

/** Stores the recordings and pictures of imports. Storing the same file again changes nothing. */
export class ImportedMedia {
  constructor(private readonly storage: Pick<Storage, 'media'>) {}

  /** Returns the media files of articles. */
  ofArticles(dictionaryId: string, numbers: readonly number[]): Promise<Media[]> {
    return this.storage.media.ofArticles(dictionaryId, numbers);
  }

  /**
   * Stores a file like an uploaded one.
   *
   * @param existing the media files of the article
   * @returns the stored file; `undefined` if the article already has the file
   * @throws Failure INVALID_INPUT for content of unknown type, TOO_LARGE, QUOTA_EXCEEDED, NOT_FOUND; CONFLICT when the article has
   * another file with the name
   */
  async store(
    { label = '', size, read, ...fields }: ImportedMediaFile,
    { existing, dryRun }: { readonly existing: readonly Media[]; readonly dryRun: boolean },
  ): Promise<Media | undefined> {
    assertMediaSize(size);
    const content = await read();
    const text = nfc(label).trim();
    // A longer description remains in the content of the article, where it is shown too.
    const description = text === '' || lengthOf(text) > MAX_LABEL_LENGTH ? null : text;
    const media = mediaFrom({ ...fields, description, lang: null, speaker: null, license: null }, content);
    const same = existing.find(({ name }) => name === media.name);
    if (same?.sha256 === media.sha256) return undefined;
    // Recordings of two speakers differ, and only people can decide which one to keep.
    if (same)
      throw new Failure(
        'CONFLICT',
        `The article already has a different file of this name; delete that file first`,
      );
    if (existing.length >= MAX_MEDIA)
      throw new Failure('QUOTA_EXCEEDED', `An article has at most ${MAX_MEDIA} recordings and pictures`);
    if (dryRun) return media;
    const stored = await this.storage.media.insert(media, content, { maxFiles: MAX_MEDIA, isImported: true });
    if (!stored) throw new Failure('NOT_FOUND', 'The article was deleted during the import');
    return stored;
  }
}
