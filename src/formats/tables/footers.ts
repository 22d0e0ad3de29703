import { FileProblem, namingSheet } from '../files/position';
import type { TableCells } from './csv-rows';

/** Matches a label of totals below a table. */
const TOTAL =
  /^(?:(?:grand |sub-?)?totals?|(?:sous-)?tota(?:l|ux)|sums?|sommes?|summen?|gesamt|somas?|sumas?|jumla|المجموع)[\s:.)]*$/iu;

const AMOUNT = /^[-+]?[\d\s.,'%]+$/u;

/** Whether a row has a label of totals and numbers alone. */
export function areTotals(cells: readonly string[]): boolean {
  const [first = '', ...others] = filledIn(cells);
  return (
    TOTAL.test(first) && others.length > 0 && others.every((cell) => AMOUNT.test(cell) && /\d/u.test(cell))
  );
}

/** Labels of notes below a table, with a colon: `Source: …`. */
const LABEL =
  /^(?:sources?|notes?|n\.? ?b\.?|remar(?:k|que)s?|l[eé]gende?|key|abbreviations?|abr[eé]viations?|quellen?|anmerkung(?:en)?|hinweise?|fuentes?|fontes?|notas?|chanzo|total(?: \p{L}{1,20}){0,3})\s?[:：]/iu;

/** Other notes below a table: numbers of words, footnotes and copyrights. */
const NOTES: readonly RegExp[] = [
  LABEL,
  /^total(?: \p{L}{1,20}){0,3}[ =]{1,3}\d/iu,
  /^\d[\d.,]{0,9} (?:words?|mots?|entr(?:y|ies|[eé]es?)|articles?|lemmas?|w[oö]rter|palabras|palavras|maneno)\.?$/iu,
  /^(?:\*{1,3}|[†‡])(?:\s|\s?[=:：])/u,
  /^(?:©|\(c\) ?\d{4}|copyright\b)/iu,
];

/** Length of the beginning of a cell that is compared, in characters. */
const COMPARED_LENGTH = 200;

/** Whether a row could be a note or a total below a table of several columns. A row with two cells has its label alone in the first one. */
function isFooter(cells: readonly string[], columns: number): boolean {
  const [first = '', ...others] = filledIn(cells);
  const beginning = first.slice(0, COMPARED_LENGTH);
  if (others.length === 0) return columns > 1 && NOTES.some((note) => note.test(beginning));
  return areTotals(cells) || (others.length === 1 && LABEL.exec(beginning)?.[0] === first);
}

function filledIn(cells: readonly string[]): readonly string[] {
  return cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
}

/** Returns rows without the footers at their end. */
export function withoutFooters(
  rows: readonly (readonly string[])[],
  columns: number,
): readonly (readonly string[])[] {
  return rows.slice(0, rows.findLastIndex((cells) => !isFooter(cells, columns)) + 1);
}

/** Maximum number of rows below a table that are not articles. */
const MAX_FOOTERS = 50;

/** The rows below a table that are not articles: totals, sources, footnotes. They are known after the last row. */
export class Footers {
  private footers: TableCells[] = [];

  /** @param columns number of columns of the table */
  constructor(private readonly columns: number) {}

  /** Passes rows on, except the footers at the end of each sheet. A row that could be one is an article where another article follows. */
  async *above(rows: AsyncIterable<TableCells>): AsyncGenerator<TableCells> {
    this.footers = [];
    let buffered: TableCells[] = [];
    for await (const row of rows) {
      if (buffered[0] && buffered[0].sheet !== row.sheet) this.footers.push(...buffered.splice(0));
      if (isFooter(row.cells, this.columns) && buffered.length < MAX_FOOTERS) buffered.push(row);
      else {
        yield* buffered;
        buffered = [];
        yield row;
      }
    }
    this.footers.push(...buffered);
  }

  /** Returns the rows below the articles of a sheet. */
  below(sheet: string | undefined): readonly (readonly string[])[] {
    return this.footers.filter((row) => row.sheet === sheet).map(({ cells }) => cells);
  }

  warnings(): readonly FileProblem[] {
    const isOneOfSeveral = new Set(this.footers.map(({ sheet }) => sheet)).size > 1;
    return this.footers.map(({ cells, line, sheet }) => {
      const text = filledIn(cells).join(' ').slice(0, COMPARED_LENGTH);
      const complaint = `the row below the table, "${text}", is no article and is kept for export only`;
      const problem = new FileProblem('NOT_READ', { line, column: 1 }, complaint);
      return isOneOfSeveral ? namingSheet(problem, sheet) : problem;
    });
  }
}
