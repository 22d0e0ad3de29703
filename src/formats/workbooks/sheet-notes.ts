import { FileProblem, type Position } from '../files/position';
import { columnLetters, columnIndexOf, type MergedCells, rowNumberOf } from './workbook';

/** Maximum number of cells, rows or columns of each kind that a warning names. */
const MAX_NAMED_CELLS = 10;

/** Unread parts to which a sheet refers, by the last segment of their relation type. */
const UNREAD_PARTS: readonly (readonly [types: readonly string[], what: string])[] = [
  [['comments', 'threadedComment'], 'comments on cells'],
  [['drawing'], 'pictures or shapes'],
];

/** Contents of a sheet other than cell values, by kind of warning. */
const WARNINGS = {
  columns: 'hidden columns, which are read like visible ones',
  rows: 'hidden rows, which are read like visible ones',
  merged:
    'merged cells; a text beside several headwords is read for each of them, any other into the first cell',
  links: 'links, whose addresses are not read',
} as const;

export type Kind = keyof typeof WARNINGS;

interface NotedCells {
  readonly at: Position;
  readonly named: string[];
  count: number;
}

/** Maximum number of merged cells of a sheet that are known. The first rows say how a table is to be read. */
const MAX_MERGED = 10_000;

/** Collects the contents of a sheet other than cell values. */
export class SheetNotes {
  /** The cells that are merged over several rows. */
  readonly merged: MergedCells[] = [];
  private readonly notes = new Map<Kind, NotedCells>();

  constructor(
    private readonly sheet: string,
    /** Unread parts of the sheet: the names of their relations. */
    private readonly parts: Iterable<string> = [],
  ) {}

  /** @param name the name of a cell, row or column */
  add(kind: Kind, name: string, at: Position): void {
    const note = this.notes.get(kind) ?? { at, named: [], count: 0 };
    this.notes.set(kind, note);
    note.count += 1;
    if (kind === 'merged') this.merge(name);
    if (note.named.length < MAX_NAMED_CELLS) note.named.push(name.slice(0, MAX_RANGE_NAME_LENGTH));
  }

  private merge(range: string): void {
    const [first, last] = range.split(':', 2);
    const [firstLine, lastLine, column] = [rowNumberOf(first), rowNumberOf(last), columnIndexOf(first)];
    if (firstLine === undefined || lastLine === undefined || column === undefined) return;
    if (lastLine > firstLine && this.merged.length < MAX_MERGED)
      this.merged.push({ column, firstLine, lastLine });
  }

  warnings(): readonly FileProblem[] {
    const start = { line: 1, column: 1 };
    const present = new Set(this.parts);
    const parts = UNREAD_PARTS.filter(([types]) => types.some((type) => present.has(type)));
    const kinds = Object.entries(WARNINGS).flatMap(([kind, what]) => {
      const { at, named, count } = this.notes.get(kind as Kind) ?? { at: start, named: [], count: 0 };
      const others = count > named.length ? ` and ${count - named.length} others` : '';
      return count === 0 ? [] : [this.warning(at, `${what}: ${named.join(', ')}${others}`)];
    });
    return [...parts.map(([, what]) => this.warning(start, `${what}, which are not read`)), ...kinds];
  }

  private warning(at: Position, what: string): FileProblem {
    return new FileProblem('NOT_READ', at, `the sheet "${this.sheet}" has ${what}`);
  }
}

/** Collects these contents from the elements of a sheet of Excel. */
export class XlsxNotes extends SheetNotes {
  private line = 0;

  opens(name: string, attributes: Readonly<Record<string, string>>): void {
    const { ref = '', r, min = '1', max = min, hidden = '' } = attributes;
    const isHidden = /^(?:1|true)$/u.test(hidden);
    if (name === 'row') {
      this.line = rowNumberOf(`A${r ?? ''}`) ?? this.line + 1;
      if (isHidden) this.add('rows', String(this.line), { line: this.line, column: 1 });
    } else if (name === 'col' && isHidden) {
      const [first, last] = [min, max].map((number) => columnLetters(Math.max(0, Number(number) - 1)));
      const column = Math.max(1, Number(min));
      this.add('columns', first === last ? String(first) : `${String(first)}:${String(last)}`, {
        line: 1,
        column,
      });
    } else if (name === 'mergeCell') this.add('merged', ref, positionOfReference(ref));
    else if (name === 'hyperlink') this.add('links', ref, positionOfReference(ref));
  }
}

/** Maximum length of the name of a cell range, in characters: `XFD1048576:XFD1048576` has fewer. */
const MAX_RANGE_NAME_LENGTH = 24;

function positionOfReference(reference: string): Position {
  return { line: rowNumberOf(reference) ?? 1, column: (columnIndexOf(reference) ?? 0) + 1 };
}
