import type { Media } from '../../domain/article/media';
import { readArticle } from '../../domain/reading/read-article';
import type { ImportedMedia } from '../../services/imports/imported-media';
import { Failure, type FailureKind, messageOf } from '../../shared/failure';
import { grouped } from '../../shared/grouped';
import { mediaNameIn } from '../../shared/http';
import type { Json } from '../../shared/json';
import { cut } from '../../shared/text';
import { FileProblem, type Position } from './position';
import type { PackagedFile, PackagedFiles } from './packaged-files';

/** Counts of the media files to which the articles of a package refer, by outcome. */
export interface MediaCounts {
  stored: number;
  /** The article already had the file. */
  unchanged: number;
  refused: number;
  /** The file is neither in the package nor in the folder of the dictionary. */
  missing: number;
}

/** An article that has just been stored. */
export interface ImportedEntry {
  readonly number: number;
  readonly source: Json;
  readonly index: number;
  readonly start: Position;
}

interface MediaImport {
  readonly dictionaryId: string;
  readonly dryRun: boolean;
  /** Name of the user who imports. */
  readonly by: string;
  readonly tell: (problem: FileProblem, entry: number) => void;
  /** Called before each file is read. An error that it throws ends the import. */
  readonly proceeds: () => Promise<void>;
}

/** A reference of an article to a media file. */
interface Reference {
  readonly href: string;
  readonly label?: string | undefined;
}

/** Failures that concern one file; other failures end the import. */
const REFUSALS: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'invalid',
  'tooLarge',
  'conflict',
  'missing',
]);

/** Matches a URL. A single letter before the colon is a Windows drive. */
export const ELSEWHERE = /^(?!file:)[a-z][a-z\d+.-]+:/iu;

/** Maximum length of an address in a report, in characters. */
const MAX_SHOWN_ADDRESS_LENGTH = 200;

/** Stores the recordings and pictures of articles from their package, one file at a time. */
export class PackageMedia {
  readonly counts: MediaCounts = { stored: 0, unchanged: 0, refused: 0, missing: 0 };

  constructor(
    private readonly files: PackagedFiles,
    private readonly media: ImportedMedia,
    private readonly options: MediaImport,
  ) {}

  /** @throws an error that is not caused by a media file */
  async store(articles: readonly ImportedEntry[]): Promise<void> {
    const referring = articles
      .map((article) => ({ article, references: referencesIn(article.source) }))
      .filter(({ references }) => references.length > 0);
    if (referring.length === 0) return;
    const all = await this.media.ofArticles(
      this.options.dictionaryId,
      referring.map(({ article }) => article.number),
    );
    const there = new Map(grouped(all, ({ number }) => number));
    for (const { article, references } of referring) {
      const own = [...(there.get(article.number) ?? [])];
      for (const [file, label] of this.referencedFiles(article, references)) {
        await this.options.proceeds();
        await this.storeOne(article, { file, label, own });
      }
    }
  }

  /** Returns the files to which the article refers, each once. */
  private referencedFiles(
    { index, start }: ImportedEntry,
    references: readonly Reference[],
  ): ReadonlyMap<PackagedFile, string | undefined> {
    const files = new Map<PackagedFile, string | undefined>();
    const missing = new Set<string>();
    for (const { href, label } of references) {
      const file = this.files.find(href);
      if (file) files.set(file, files.get(file) ?? label);
      else missing.add(href);
    }
    this.counts.missing += missing.size;
    for (const href of missing)
      this.options.tell(
        new FileProblem('MISSING_FILE', start, `there is no file ${cut(href, MAX_SHOWN_ADDRESS_LENGTH)}`),
        index,
      );
    return files;
  }

  private async storeOne(
    { number, index, start }: ImportedEntry,
    {
      file,
      label,
      own,
    }: { readonly file: PackagedFile; readonly label: string | undefined; readonly own: Media[] },
  ): Promise<void> {
    const { dictionaryId, dryRun, by: addedBy, tell } = this.options;
    const { path, size, read } = file;
    const brought = { dictionaryId, number, addedBy, label, name: mediaNameIn(path), size, read };
    try {
      const stored = await this.media.store(brought, { existing: own, dryRun });
      if (stored) own.push(stored);
      this.counts[stored ? 'stored' : 'unchanged'] += 1;
    } catch (error) {
      const reason = refusalIn(error);
      if (reason === undefined) throw error;
      this.counts.refused += 1;
      tell(
        new FileProblem('REFUSED_FILE', start, `${cut(path, MAX_SHOWN_ADDRESS_LENGTH)}: ${reason}`),
        index,
      );
    }
  }
}

function refusalIn(error: unknown): string | undefined {
  if (error instanceof FileProblem) return error.complaint;
  return error instanceof Failure && REFUSALS.has(error.kind) ? messageOf(error) : undefined;
}

/** The references of an article to files that may be in its package. */
function referencesIn(source: Json): readonly Reference[] {
  const { media = [], pronunciations = [], examples } = readArticle(source);
  const all: readonly { readonly href?: string; readonly label?: string }[] = [
    ...media,
    ...pronunciations,
    ...examples,
  ];
  return all.flatMap(({ href = '', label }) =>
    href === '' || ELSEWHERE.test(href) ? [] : [{ href, label }],
  );
}
