import type { ArticleContent } from '../domain/article/article-content';
import { type Original, originalOf } from '../domain/article/original';
import { readArticle } from '../domain/reading/read-article';
import type {
  ExportedArticle,
  ExportedDictionary,
  ExportedMedia,
  ExportedMetadata,
  ExportWitness,
} from '../services/exports/export.service';
import { isJsonList, isJsonObject, type Json } from '../shared/json';
import { readColumns } from './cldf/cldf-lens';
import { shapeFrom } from './cldf/cldf-shape';
import { getDmlex } from './dmlex/dmlex-lens';
import { dmlexOptions } from './dmlex/dmlex-source';
import { dmlexTreeOf } from './dmlex/write-dmlex';
import { keptOptions } from './files/exported-entry';
import { type LossRow, PathCounts } from './files/loss-report';
import { getLift } from './lift/lift-lens';
import { getSfm } from './sfm/sfm-lens';
import type { SfmField } from './sfm/sfm-record';
import { sfmOptions } from './sfm/write-sfm';
import { READ_KINDS } from './stardict/stardict-lens';
import type { KeptColumns } from './tables/write-table';
import { EXTENSION } from './tables/table-lens';
import { teiOptions } from './tei/tei-file';
import { getTei } from './tei/tei-lens';
import type { Visits } from './xml/xml-path';
import { countPaths } from './xml/xml-source';
import { isXmlElement, type XmlElement } from './xml/xml-tree';

/** What a file holds of a dictionary: of each path, `seen` is the sum of the other three. */
export interface ExportReport {
  readonly dictionary: string;
  readonly format: string;
  readonly entries: number;
  readonly rows: readonly LossRow[];
}

/** Counts the parts of imported entries for which articles have no member. */
type KeptCounter = (entry: Json, counts: PathCounts) => void;

type Files = Pick<ExportedDictionary, 'files'>;

function ofXml(
  treeOf: (entry: Json) => XmlElement | undefined,
  get: (tree: XmlElement, visits: Visits) => unknown,
): KeptCounter {
  return (entry, counts) => {
    const tree = treeOf(entry);
    if (!tree) return;
    const visits: Visits = { elements: new Set([tree]), attributes: new Map() };
    get(tree, visits);
    countPaths(tree, visits, counts);
  };
}

const asTree = (entry: Json) => (isXmlElement(entry) ? entry : undefined);

/** By the formats of imported entries. */
const KEPT: Readonly<
  Record<string, (exported: Files & Pick<ExportedDictionary, 'dictionary'>) => KeptCounter>
> = {
  lift: (exported) => {
    const { headword } = keptOptions(exported, 'lift');
    const options = { headword: typeof headword === 'string' ? headword : undefined };
    return ofXml(asTree, (tree, visits) => getLift(tree, options, visits));
  },
  tei: (exported) => {
    const options = teiOptions(exported);
    return ofXml(asTree, (tree, visits) => getTei(tree, options, visits));
  },
  dmlex: (exported) => {
    const options = dmlexOptions(keptOptions(exported, 'dmlex'));
    return ofXml(dmlexTreeOf, (tree, visits) => getDmlex(tree, options, visits));
  },
  sfm: ({ files }) => {
    const options = sfmOptions(files.get('sfm/options.json'));
    return (entry, counts) => {
      if (!isJsonList(entry)) return;
      const fields = entry as unknown as SfmField[];
      const visits = new Set<SfmField>();
      getSfm(fields, options, visits);
      for (const field of fields) counts.add(`\\${field[0]}`, visits.has(field) ? 'typed' : 'kept');
    };
  },
  table: ({ files }) => {
    const options = JSON.parse(files.get('table/options.json') ?? '{}') as Partial<KeptColumns>;
    const columns = options.map?.columns ?? {};
    return (entry, counts) => {
      for (const name of isJsonObject(entry) ? Object.keys(entry) : [])
        if (!(name in columns) && name !== EXTENSION) counts.add(name, 'kept');
    };
  },
  cldf: ({ files }) => {
    const text = files.get('cldf/metadata.json');
    if (text === undefined) return () => undefined;
    const shape = shapeFrom(text);
    const read = readColumns({ shape, media: {} });
    return (entry, counts) => {
      if (!isJsonObject(entry)) return;
      const rows = { entries: [entry['entry']], senses: entry['senses'], examples: entry['examples'] };
      for (const table of ['entries', 'senses', 'examples'] as const)
        for (const row of [rows[table] ?? []].flat())
          for (const column of isJsonObject(row) ? Object.keys(row) : []) {
            const path = `${shape[table]?.url ?? ''}/${column}`;
            if (!read.has(path)) counts.add(path, 'kept');
          }
    };
  },
  stardict: () => (entry, counts) => {
    const pieces = isJsonObject(entry) && isJsonList(entry['pieces']) ? entry['pieces'] : [];
    for (const piece of pieces as unknown as readonly { readonly type: string }[])
      if (!READ_KINDS.includes(piece.type)) counts.add(`.dict[${piece.type}]`, 'kept');
  },
};

/** The format that holds everything. */
const WHOLE = 'jsonl';

export const MEDIA_FILES = 'recordings and pictures';

/** What is said of such a file. */
const LABELS = ['description', 'lang', 'speaker', 'license'] as const;

/** The metadata of a dictionary, but for its identifier, which names the file. */
const METADATA: readonly (keyof ExportedMetadata)[] = [
  ...(['abbreviatedName', 'shortName', 'longName', 'description', 'comment', 'publication'] as const),
  ...(['source', 'sourceAuthors', 'targetAuthors', 'reviewVersion', 'reviewYear'] as const),
  ...(['language', 'targetLanguages', 'scripts', 'license', 'searchProfile'] as const),
];

/** What files say of their dictionary, if they do not say what an imported file did. */
const SAYS: Readonly<
  Record<string, { readonly members: readonly (keyof ExportedMetadata)[]; readonly unless: string }>
> = {
  lift: { members: ['language'], unless: 'lift/options.json' },
  'lift.zip': { members: ['language'], unless: 'lift/options.json' },
  tei: { members: ['longName', 'language'], unless: 'tei/head' },
  dmlex: { members: ['longName', 'language'], unless: 'dmlex/head' },
  'dmlex-json': { members: ['longName', 'language'], unless: 'dmlex/head' },
  cldf: { members: ['longName'], unless: 'cldf/metadata.json' },
  stardict: { members: ['longName'], unless: 'stardict/ifo' },
};

/** Compares what a file holds of each article, read back, with the article. */
export class ExportLosses {
  private readonly counts = new PathCounts();
  private readonly kept = new Map<string, PathCounts>();
  private readonly counters = new Map<string, KeptCounter | undefined>();
  /** In which the file keeps imported entries. */
  private own: string | undefined;
  private entries = 0;

  constructor(private readonly exported: ExportedDictionary) {}

  readonly witness: ExportWitness = (article, { format, read, hasMedia = false, text = '' }) => {
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
      this.found(path, left > 0 || isWordIn(text, typeof value === 'string' ? value : JSON.stringify(value)));
      after.set(key, left - 1);
    }
    const original = originalOf(source);
    if (original) this.countKept(original);
    for (const path of stateOf(article, original, format)) this.found(path, format === WHOLE);
    for (const one of article.media ?? []) this.foundMedia(one, content, hasMedia);
  };

  /** The report, once everything is written. */
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
      saidIn(dictionary[member]).forEach(() => {
        this.found(`metadata/${member}`, members.includes(member) && !files.has(unless));
      });
    const rows = [...this.counts.rows(), ...ofEntries];
    return { dictionary: dictionary.dictionaryId, format, entries: this.entries, rows };
  }

  private foundMedia(media: ExportedMedia, { media: shown = [] }: ArticleContent, isWritten: boolean): void {
    this.found(MEDIA_FILES, isWritten);
    for (const label of LABELS) {
      const isSaid = label === 'description' && shown.some((one) => one.label === media.description);
      if (media[label] !== null) this.found(`${MEDIA_FILES}/${label}`, isSaid);
    }
  }

  private found(path: string, isThere: boolean): void {
    if (isThere) this.counts.add(path, 'typed');
    else this.counts.drop(path, 'NO_PLACE');
  }

  private countKept({ format, entry, before }: Original): void {
    if (!this.counters.has(format))
      this.counters.set(format, Object.hasOwn(KEPT, format) ? KEPT[format]?.(this.exported) : undefined);
    const counts = this.kept.get(format) ?? new PathCounts();
    this.kept.set(format, counts);
    this.counters.get(format)?.(entry, counts);
    if (before !== undefined) counts.add('between entries', 'kept');
  }
}

/** What articles have beside their content, where it is not as of a new one. */
function stateOf(
  article: ExportedArticle,
  original: Original | undefined,
  format: string,
): readonly string[] {
  // A deleted entry of LIFT says so itself.
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

/** The values of an article, by paths without positions; numbers of items are positions too. */
function valuesOf(content: ArticleContent): readonly Value[] {
  return leavesIn(Object.assign({}, content, { warnings: [] }) as unknown as Json, '');
}

function leavesIn(json: Json | undefined, path: string): readonly Value[] {
  if (json === null || json === undefined) return [];
  if (isJsonList(json)) return json.flatMap((item) => leavesIn(item, path));
  if (!isJsonObject(json)) return [[path, json]];
  return Object.entries(json).flatMap(([name, value]) => {
    if (name === 'number') return [];
    // What has no member stands under the position of its item.
    const step = path.startsWith('extra') && /^\d+$/u.test(name) ? '' : path === '' ? name : `/${name}`;
    return leavesIn(value, path + step);
  });
}

/** Whether a text has a value, not as a part of a longer word. */
function isWordIn(text: string, value: string): boolean {
  const isInside = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{M}\p{N}]/u.test(sign);
  for (let at = text.indexOf(value); value !== '' && at !== -1; at = text.indexOf(value, at + 1))
    if (!isInside(text[at - 1]) && !isInside(text[at + value.length])) return true;
  return false;
}

/** What a member of metadata says, each item of a list by itself. */
function saidIn(value: unknown): readonly unknown[] {
  return [value].flat().filter((one) => one !== null && one !== undefined && one !== '');
}

const keyOf = (path: string, value: Json): string => `${path} ${JSON.stringify(value)}`;

/** Most paths that are shown on a terminal. */
const SHOWN = 40;

/** The report for people. */
export function exportLines({ format, entries, rows }: ExportReport): readonly string[] {
  const sum = (count: 'seen' | 'typed' | 'kept' | 'dropped') =>
    rows.reduce((total, row) => total + row[count], 0);
  const dropped = rows.filter((row) => row.dropped > 0).sort((a, b) => b.dropped - a.dropped);
  return [
    `${entries} entries. Of ${sum('seen')} values ${sum('typed')} were written, ${sum('kept')} are as in the imported file, ` +
      `${sum('dropped')} have no place in ${format}.`,
    ...dropped.slice(0, SHOWN).map((row) => `  Left out: ${row.path}: ${row.dropped} of ${row.seen}`),
    ...(dropped.length > SHOWN ? [`  and ${dropped.length - SHOWN} other paths (--report writes all)`] : []),
  ];
}
