import type { MediaCounts } from './package-media';
import type { FileProblem } from './position';

/** Reasons why data of a file is not in the dictionary. */
export type LossReason =
  | 'UNKNOWN_MEMBER'
  | 'WHITE_SPACE'
  | 'XML_PROLOGUE'
  | 'REFUSED_ENTRY'
  | 'OVER_LIMIT'
  | 'COMMENT'
  | 'SECRET'
  | 'NO_PLACE';

/** Counts of the values at one path of a format. `seen` is the sum of the other three counts. */
export interface LossRow {
  readonly path: string;
  readonly seen: number;
  /** Read as typed members. */
  readonly typed: number;
  /** Stored only in `original`, and written again on export. */
  readonly kept: number;
  readonly dropped: number;
  readonly reason?: LossReason;
}

/** Maximum number of paths that are counted individually. A file may name every element differently; further paths are counted together. */
const MAX_PATHS = 20_000;
const OTHER_PATHS = '…';

interface Counts {
  typed: number;
  kept: number;
  dropped: number;
  reason?: LossReason;
}

/** Adds up the outcome for each path. */
export class PathCounts {
  private readonly paths = new Map<string, Counts>();

  add(path: string, fate: 'typed' | 'kept'): void {
    this.of(path)[fate] += 1;
  }

  drop(path: string, reason: LossReason): void {
    const counts = this.of(path);
    counts.dropped += 1;
    counts.reason = reason;
  }

  rows(): readonly LossRow[] {
    const sorted = [...this.paths].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([path, counts]) => ({
      path,
      seen: counts.typed + counts.kept + counts.dropped,
      ...counts,
    }));
  }

  protected of(label: string): Counts {
    const path = this.paths.size < MAX_PATHS || this.paths.has(label) ? label : OTHER_PATHS;
    const counts = this.paths.get(path) ?? { typed: 0, kept: 0, dropped: 0 };
    this.paths.set(path, counts);
    return counts;
  }
}

/** Collects the counts of an entry, which may still be refused. */
export class EntryCounts extends PathCounts {
  private readonly added: { readonly counts: Counts; readonly fate: 'typed' | 'kept' }[] = [];

  override add(path: string, fate: 'typed' | 'kept'): void {
    const counts = this.of(path);
    counts[fate] += 1;
    this.added.push({ counts, fate });
  }

  /** Counts an entry that is imported. */
  accept(): void {
    this.added.length = 0;
  }

  /** Counts an entry of which nothing is imported. */
  refuse(reason: LossReason): void {
    for (const { counts, fate } of this.added) {
      counts[fate] -= 1;
      counts.dropped += 1;
      counts.reason = reason;
    }
    this.accept();
  }
}

/** The report of an import or of a dry run. */
export interface LossReport {
  readonly file: string;
  readonly sha256: string;
  readonly format: string;
  readonly version: string | null;
  readonly encoding: string;
  readonly entries: number;
  readonly stored: number;
  readonly refused: number;
  readonly rows: readonly LossRow[];
  readonly problems: readonly ReportedProblem[];
  /** For a package: the outcomes for the recordings and pictures to which its entries refer. */
  readonly media?: MediaCounts;
}

/** Returns the report of a project without refused data. */
export function wholeReport(
  known: Pick<LossReport, 'file' | 'sha256' | 'format' | 'entries' | 'rows'>,
): LossReport {
  const { entries } = known;
  return { ...known, version: null, encoding: 'utf-8', stored: entries, refused: 0, problems: [] };
}

export interface ReportedProblem {
  readonly code: string;
  readonly line: number;
  readonly column: number;
  /** Index from 1; 0 for a problem of the whole file. */
  readonly entry: number;
  readonly message: string;
}

export function reportedProblem({ code, position, complaint }: FileProblem, entry: number): ReportedProblem {
  return { code, ...position, entry, message: complaint };
}

/** Maximum number of paths that are shown on a terminal. */
const MAX_SHOWN_PATHS = 40;

/** Formats the report for people: the data that was kept without being read, and the dropped data. */
export function lossLines({ rows, entries, refused, media }: LossReport): readonly string[] {
  const sum = (count: 'seen' | 'typed' | 'kept' | 'dropped') =>
    rows.reduce((total, row) => total + row[count], 0);
  const kept = rows.filter(({ kept: some }) => some > 0).sort((a, b) => b.kept - a.kept);
  const dropped = rows.filter((row) => row.dropped > 0);
  return [
    `${entries} entries, ${refused} refused. Of ${sum('seen')} elements and attributes ${sum('typed')} were read, ` +
      `${sum('kept')} are kept for export only, ${sum('dropped')} were dropped.`,
    ...(kept.length > 0 ? ['  Kept for export only:'] : []),
    ...kept.slice(0, MAX_SHOWN_PATHS).map((row) => `    ${row.path}: ${row.kept} of ${row.seen}`),
    ...(kept.length > MAX_SHOWN_PATHS
      ? [`    and ${kept.length - MAX_SHOWN_PATHS} other paths (--report writes all)`]
      : []),
    ...dropped.map((row) => `  Dropped: ${row.path}: ${row.dropped} (${row.reason ?? ''})`),
    ...mediaLines(media),
  ];
}

function mediaLines(media: MediaCounts | undefined): readonly string[] {
  if (!media || Object.values(media).every((count) => count === 0)) return [];
  const { stored, unchanged, refused, missing } = media;
  return [
    `  Recordings and pictures: ${stored} stored, ${unchanged} unchanged, ${refused} refused, ${missing} missing.`,
  ];
}
