/** A position in a text file. Line and column count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A problem at a position of a file, described in a sentence for the author of the file. */
export class FileProblem extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly position: Position,
    readonly complaint: string,
  ) {
    super(`line ${position.line}, column ${position.column}: ${complaint}`);
  }
}

/** Returns a problem of a whole file, or of a file without lines. */
export function fileProblem(code: ProblemCode, complaint: string): FileProblem {
  return new FileProblem(code, { line: 1, column: 1 }, complaint);
}

/** Returns a problem that names the sheet of its line. */
export function namingSheet({ code, position, complaint }: FileProblem, sheet = ''): FileProblem {
  const name = `sheet "${sheet}"`;
  return new FileProblem(code, position, complaint.includes(name) ? complaint : `${name}: ${complaint}`);
}

/** Reasons why a file or an entry is refused. */
export type ProblemCode =
  | 'NOT_XML'
  | 'WRONG_ROOT'
  | 'CUT_FILE'
  | 'WRONG_ENCODING'
  | 'OVER_LIMIT'
  | 'DUPLICATE_ID'
  | 'EXTRA_CELLS'
  | 'ERROR_CELL'
  | 'LIKE_TOTALS'
  | 'LETTER_ROW'
  | 'NO_VALUE'
  | 'CONTROL_CHARACTER'
  | 'REFUSED_ENTRY'
  | 'NOT_A_TABLE'
  | 'NOT_READ'
  | 'NOT_JSON'
  | 'NOT_YAML'
  | 'NOT_A_PACKAGE'
  | 'MISSING_FILE'
  | 'REFUSED_FILE';

/** Returns the position at which a text ends that begins at the given position. */
export function positionAfter({ line, column }: Position, text: string): Position {
  let lines = 0;
  let last = -1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    last = at;
  }
  return lines === 0
    ? { line, column: column + text.length }
    : { line: line + lines, column: text.length - last };
}

/** Converts a position within a part of a file to a position in the file. */
export function positionWithin(start: Position, { line, column }: Position): Position {
  return line === 1
    ? { line: start.line, column: start.column + column - 1 }
    : { line: start.line + line - 1, column };
}
