import type { Media, MediaRecord } from '../../domain/article/media';
import { Failure } from '../../shared/failure';
import { lengthOf, nfc } from '../../shared/text';
import type { Storage } from '../../storage/storage';
import { assertMediaSize, LONGEST_LABEL, mediaFrom, MOST_MEDIA } from '../articles/media.service';

/** A recording or picture that an import brings for an article. */
interface ImportedMediaFile extends Pick<MediaRecord, 'dictionaryId' | 'number' | 'name' | 'addedBy'> {
  readonly label: string | undefined;
  readonly size: number;
  /** Reads the whole of it. */
  readonly read: () => Promise<Buffer>;
}

/** Stores the recordings and pictures that imports bring. Bringing the same again changes nothing. */
export class ImportedMedia {
  constructor(private readonly storage: Pick<Storage, 'media'>) {}

  /** The files of articles. */
  ofArticles(dictionaryId: string, numbers: readonly number[]): Promise<Media[]> {
    return this.storage.media.ofArticles(dictionaryId, numbers);
  }

  /**
   * Stores a file, as one that is uploaded.
   *
   * @param there the media files of the article
   * @returns the stored file; `undefined` if the article has the file already
   * @throws Failure INVALID_INPUT for content of no known type, TOO_LARGE, QUOTA_EXCEEDED, NOT_FOUND; CONFLICT when the article
   *   has another file of the name
   */
  async store(
    { label = '', size, read, ...given }: ImportedMediaFile,
    { there, dryRun }: { readonly there: readonly Media[]; readonly dryRun: boolean },
  ): Promise<Media | undefined> {
    assertMediaSize(size);
    const content = await read();
    const said = nfc(label).trim();
    // A longer one stays in the content of the article, where it is shown too.
    const description = said === '' || lengthOf(said) > LONGEST_LABEL ? null : said;
    const media = mediaFrom({ ...given, description, lang: null, speaker: null, license: null }, content);
    const same = there.find(({ name }) => name === media.name);
    if (same?.sha256 === media.sha256) return undefined;
    // Somebody may have put the other one there, and speakers differ: which is right is for people to say.
    if (same)
      throw new Failure('CONFLICT', `The article has another file of this name; delete it to have this one`);
    if (there.length >= MOST_MEDIA)
      throw new Failure('QUOTA_EXCEEDED', `An article has at most ${MOST_MEDIA} recordings and pictures`);
    if (dryRun) return media;
    const stored = await this.storage.media.insert(media, content, { most: MOST_MEDIA, isImported: true });
    if (!stored) throw new Failure('NOT_FOUND', 'The article was deleted meanwhile');
    return stored;
  }
}
