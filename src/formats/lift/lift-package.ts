import { posix } from 'node:path';
import type { ArticleContent } from '../../domain/article/article-content';
import type {
  ExportedArticle,
  ExportedDictionary,
  ExportedMedia,
} from '../../services/exports/export.service';
import { mediaNameIn } from '../../shared/http';
import { ELSEWHERE } from '../files/package-media';
import { MEDIA_FOLDERS, writtenAddress } from '../files/packaged-files';
import { fileNameOf, MAX_FILE_NAME_LENGTH, type ZipPart, zipOf } from '../files/zip';
import { liftRanges, liftText, type MediaPlaces } from './write-lift';

/** Writes a LIFT package as FieldWorks does: the file, its ranges, and folders of recordings and pictures. */
export function liftPackage(exported: ExportedDictionary): AsyncGenerator<Uint8Array> {
  return zipOf(liftFiles(exported));
}

/** Returns the files of a LIFT package. The recordings and pictures are known after the first file is written. */
export async function* liftFiles(exported: ExportedDictionary): AsyncGenerator<ZipPart> {
  const folder = new MediaFolder();
  const name = `${fileNameOf(exported.dictionary.dictionaryId)}.lift`;
  yield await Promise.resolve({ name, content: liftText(exported, folder) });
  for (const [ranges, text] of liftRanges(exported)) yield { name: ranges, content: [text] };
  for (const [path, media] of folder.files)
    yield { name: path, content: exported.contentOf?.(media) ?? [], isCompressed: true };
}

const [AUDIO = '', PICTURES = ''] = MEDIA_FOLDERS;

/** Matches hrefs that are not safe relative file paths. */
const NO_PATH = /^\/|^[a-z]:|^file:|^\.\.(?:\/|$)|[\p{C}<>:"|?*\\]/iu;

/** Assigns paths in the package to the recordings and pictures of articles. */
class MediaFolder implements MediaPlaces {
  /** Files by path. */
  readonly files = new Map<string, ExportedMedia>();
  /** Contents by path in lower case, since some file systems ignore case. */
  private readonly contents = new Map<string, string>();

  /**
   * Returns the content of an article with the addresses of its files. An address that leads to its file remains. A file without an
   * address gets one in the folders of LIFT.
   */
  placed({ media = [] }: Pick<ExportedArticle, 'media'>, content: ArticleContent): ArticleContent {
    if (media.length === 0) return content;
    const places = new Map<ExportedMedia, string>();
    const addressed = <Item extends { readonly href?: string | null }>(items: readonly Item[] | undefined) =>
      items?.map((item) => {
        const file = typeof item.href === 'string' ? meantBy(item.href, media) : undefined;
        if (typeof item.href !== 'string' || !file) return item;
        const { path, href } = this.place(file, item.href);
        // The address meant another file that was not stored.
        if (places.has(file) && places.get(file) !== path) return item;
        places.set(file, path);
        this.put(file, path);
        return Object.assign({}, item, { href });
      });
    // In the order of import, which determines the names.
    const shown = addressed(content.media);
    const texts = {
      pronunciations: addressed(content.pronunciations),
      examples: addressed(content.examples),
    };
    const sense = Math.min(...(content.senses ?? []).map(({ number }) => number), Infinity);
    const others = media
      .filter((file) => !places.has(file))
      .map((file) => {
        const { path, href } = this.place(file, fileNameOf(file.name));
        this.put(file, path);
        return { file, href };
      });
    const recordings = others.filter(({ file }) => file.kind === 'audio').map(({ href }) => ({ href }));
    const pictures = others
      .filter(({ file }) => file.kind === 'picture')
      .map(({ file, href }) => ({
        kind: 'picture',
        href,
        ...(file.description === null ? {} : { label: file.description }),
        sense: Number.isFinite(sense) ? sense : 1,
      }));
    return Object.assign({}, content, {
      ...texts,
      ...(recordings.length > 0 ? { pronunciations: [...(texts.pronunciations ?? []), ...recordings] } : {}),
      ...(shown || pictures.length > 0 ? { media: [...(shown ?? []), ...pictures] } : {}),
    });
  }

  /** Chooses the path and the href of a file; keeps the given href if it can refer to the path. */
  private place(media: ExportedMedia, href: string): { readonly path: string; readonly href: string } {
    const folder = media.kind === 'audio' ? AUDIO : PICTURES;
    const address = writtenAddress(href);
    const inFolder = MEDIA_FOLDERS.some((known) => address.startsWith(`${known}/`));
    const target = NO_PATH.test(address) || isLong(address) ? mediaNameIn(address) : address;
    const name = fileNameOf(posix.basename(target));
    const isUnchanged = posix.basename(target) === name;
    const path = inFolder && isUnchanged ? target : posix.join(folder, isUnchanged ? target : name);
    const free = this.freePath(path, media);
    return { path: free, href: free === path && isUnchanged ? href : free.slice(free.indexOf('/') + 1) };
  }

  private put(media: ExportedMedia, path: string): void {
    this.files.set(path, media);
    this.contents.set(path.toLowerCase(), media.sha256);
  }

  private freePath(path: string, { sha256 }: ExportedMedia): string {
    const { dir, name, ext } = posix.parse(path);
    let free = path;
    for (let count = 2; (this.contents.get(free.toLowerCase()) ?? sha256) !== sha256; count++)
      free = posix.join(dir, `${name}-${count}${ext}`);
    return free;
  }
}

/** Returns the file of an article to which an address refers, by its name. The stored name may have an additional extension. */
function meantBy(href: string, media: readonly ExportedMedia[]): ExportedMedia | undefined {
  if (ELSEWHERE.test(href)) return undefined;
  const name = mediaNameIn(href);
  return (
    media.find((file) => file.name === name) ??
    media.find((file) => file.name.slice(0, file.name.lastIndexOf('.')) === name)
  );
}

function isLong(address: string): boolean {
  return address.split('/').some((part) => Buffer.byteLength(part) > MAX_FILE_NAME_LENGTH);
}
