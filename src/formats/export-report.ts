import type { ArticleContent } from '../domain/article/article-content';
import { type Original, originalOf } from '../domain/article/original';
import { readArticle } from '../domain/reading/read-article';
import type {
  ExportedArticle,
  ExportedDictionary,
  ExportedMedia,
  ExportedMetadata,
  OnArticleExported,
} from '../services/exports/export.service';
import { isJsonList, isJsonObject, type Json } from '../shared/json';
import { asTree, UNMAPPED_COUNTERS, type UnmappedCounter } from './unmapped-counters';
import { type LossRow, PathCounts } from './files/loss-report';

/** Counts, for each path of a dictionary, the values that an exported file contains. `seen` is the sum of the other three counts. */
export interface ExportReport {
  readonly dictionary: string;
  readonly format: string;
  readonly entries: number;
  readonly rows: readonly LossRow[];
}

/** The format that preserves all data. */
const WHOLE = 'jsonl';

export const MEDIA_FILES = 'recordings and pictures';

/** Fields that describe a media file. */
const LABELS = ['description', 'lang', 'speaker', 'license'] as const;

/** The metadata of a dictionary except its identifier, which is the file name. */
const METADATA: readonly (keyof ExportedMetadata)[] = [
  ...(['abbreviatedName', 'shortName', 'longName', 'description', 'comment', 'publication'] as const),
  ...(['source', 'sourceAuthors', 'targetAuthors', 'reviewVersion', 'reviewYear'] as const),
  ...(['language', 'targetLanguages', 'scripts', 'license', 'searchProfile'] as const),
];

/** The metadata that each format writes, unless it preserves the metadata of an imported file. */
const SAYS: Readonly<
  Record<string, { readonly members: readonly (keyof ExportedMetadata)[]; readonly unless: string }>
> = {
  lift: { members: ['language'], unless: 'lift/options.json' },
  'lift.zip': { members: ['language'], unless: 'lift/options.json' },
  tei: { members: ['longName', 'language'], unless: 'tei/head' },
  dmlex: { members: ['longName', 'language'], unless: 'dmlex/head' },
  'dmlex-json': { members: ['longName', 'language'], unless: 'dmlex/head' },
  xml: { members: ['longName', 'language'], unless: 'xml/head' },
  cldf: { members: ['longName'], unless: 'cldf/metadata.json' },
  stardict: { members: ['longName'], unless: 'stardict/ifo' },
  wiktextract: { members: ['language'], unless: 'wiktextract/options.json' },
};

/** Compares each article of a file, read back, with the stored article. */
export class ExportLosses {
  private readonly counts = new PathCounts();
  private readonly kept = new Map<string, PathCounts>();
  private readonly counters = new Map<string, UnmappedCounter | undefined>();
  /** Name of the format whose imported entries the file preserves. */
  private own: string | undefined;
  private entries = 0;

  constructor(private readonly exported: ExportedDictionary) {}

  readonly onArticle: OnArticleExported = (article, { format, read, hasMedia = false, text = '' }) => {
    this.own = format;
    this.entries += 1;
    const source = JSON.parse(article.source) as Json;
    const before = valuesOf(readArticle(source));
    const after = new Map<string, number>();
    const content = readArticle(read());
    for (const [path, value] of valuesOf(content)) {
      const key = keyOf(path, value);
      after.set(key, (after.get(key) ?? 0) + 1);
    }
    for (const [path, value] of before) {
      const key = keyOf(path, value);
      const left = after.get(key) ?? 0;
      this.countMedia(
        path,
        left > 0 || isWordIn(text, typeof value === 'string' ? value : JSON.stringify(value)),
      );
      after.set(key, left - 1);
    }
    const original = originalOf(source);
    if (original) this.countKept(original);
    for (const path of stateOf(article, original, format)) this.countMedia(path, format === WHOLE);
    for (const media of article.media ?? []) this.foundMedia(media, content, hasMedia);
  };

  /** Returns the report; call it after everything is written. */
  report(format: string): ExportReport {
    const { files, dictionary } = this.exported;
    for (const name of files.keys()) {
      const [of = '', ...rest] = name.split('/');
      if (of !== this.own && !name.endsWith('options.json'))
        this.counts.drop(`imported ${of} file: ${rest.join('/')}`, 'NO_PLACE');
    }
    const ofEntries = [...this.kept].flatMap(([of, counts]) =>
      counts.rows().flatMap(({ path, kept }): LossRow[] => {
        if (kept === 0) return [];
        const row = { path: `imported ${of} entry: ${path}`, seen: kept, typed: 0 };
        if (of === this.own || this.own === WHOLE) return [{ ...row, kept, dropped: 0 }];
        return [{ ...row, kept: 0, dropped: kept, reason: 'NO_PLACE' }];
      }),
    );
    const { members = [], unless = '' } = SAYS[format] ?? {};
    for (const member of METADATA)
      valuesIn(dictionary[member]).forEach(() => {
        this.countMedia(`metadata/${member}`, members.includes(member) && !files.has(unless));
      });
    const rows = [...this.counts.rows(), ...ofEntries];
    return { dictionary: dictionary.dictionaryId, format, entries: this.entries, rows };
  }

  private foundMedia(media: ExportedMedia, { media: shown = [] }: ArticleContent, isWritten: boolean): void {
    this.countMedia(MEDIA_FILES, isWritten);
    for (const label of LABELS) {
      const isWritten = label === 'description' && shown.some((item) => item.label === media.description);
      if (media[label] !== null) this.countMedia(`${MEDIA_FILES}/${label}`, isWritten);
    }
  }

  private countMedia(path: string, isThere: boolean): void {
    if (isThere) this.counts.add(path, 'typed');
    else this.counts.drop(path, 'NO_PLACE');
  }

  private countKept({ format, entry, before }: Original): void {
    if (!this.counters.has(format))
      this.counters.set(
        format,
        Object.hasOwn(UNMAPPED_COUNTERS, format) ? UNMAPPED_COUNTERS[format]?.(this.exported) : undefined,
      );
    const counts = this.kept.get(format) ?? new PathCounts();
    this.kept.set(format, counts);
    this.counters.get(format)?.(entry, counts);
    if (before !== undefined) counts.add('between entries', 'kept');
  }
}

/** Returns the fields of an article outside its content that differ from those of a new article. */
function stateOf(
  article: ExportedArticle,
  original: Original | undefined,
  format: string,
): readonly string[] {
  // A deleted LIFT entry states by itself that it is disabled.
  const isSaid =
    format === 'lift' &&
    original?.format === format &&
    asTree(original.entry)?.[1]['dateDeleted'] !== undefined;
  return [
    ...(article.isDisabled && !isSaid ? ['disable_article'] : []),
    ...(article.likeCount > 0 ? ['like'] : []),
    ...(article.unlikeCount > 0 ? ['unlike'] : []),
    ...((article.userVersions ?? '') === '' ? [] : ['users_versions']),
  ];
}

type Value = readonly [path: string, value: Json];

/** Returns the values of an article by paths without positions. Numbers of items are positions too. */
function valuesOf(content: ArticleContent): readonly Value[] {
  return leavesIn(Object.assign({}, content, { warnings: [] }) as unknown as Json, '');
}

function leavesIn(json: Json | undefined, path: string): readonly Value[] {
  if (json === null || json === undefined) return [];
  if (isJsonList(json)) return json.flatMap((item) => leavesIn(item, path));
  if (!isJsonObject(json)) return [[path, json]];
  return Object.entries(json).flatMap(([name, value]) => {
    if (name === 'number') return [];
    // Values without a member name are reported under the position of their item.
    const step = path.startsWith('extra') && /^\d+$/u.test(name) ? '' : path === '' ? name : `/${name}`;
    return leavesIn(value, path + step);
  });
}

/** Whether a text contains a value as a whole word. */
function isWordIn(text: string, value: string): boolean {
  const isInside = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{M}\p{N}]/u.test(sign);
  for (let at = text.indexOf(value); value !== '' && at !== -1; at = text.indexOf(value, at + 1))
    if (!isInside(text[at - 1]) && !isInside(text[at + value.length])) return true;
  return false;
}

/** Returns the values of a metadata member; a list gives each of its items. */
function valuesIn(value: unknown): readonly unknown[] {
  return [value].flat().filter((item) => item !== null && item !== undefined && item !== '');
}

const keyOf = (path: string, value: Json): string => `${path} ${JSON.stringify(value)}`;

/** Maximum number of paths that are shown on a terminal. */
const MAX_SHOWN_PATHS = 40;

/** Formats the report for people. */
export function exportLines({ format, entries, rows }: ExportReport): readonly string[] {
  const sum = (count: 'seen' | 'typed' | 'kept' | 'dropped') =>
    rows.reduce((total, row) => total + row[count], 0);
  const dropped = rows.filter((row) => row.dropped > 0).sort((a, b) => b.dropped - a.dropped);
  return [
    `${entries} entries. Of ${sum('seen')} values ${sum('typed')} were written, ${sum('kept')} are as in the imported file, ` +
      `${sum('dropped')} have no place in ${format}.`,
    ...dropped
      .slice(0, MAX_SHOWN_PATHS)
      .map((row) => `  Left out: ${row.path}: ${row.dropped} of ${row.seen}`),
    ...(dropped.length > MAX_SHOWN_PATHS
      ? [`  and ${dropped.length - MAX_SHOWN_PATHS} other paths (--report writes all)`]
      : []),
  ];
}
