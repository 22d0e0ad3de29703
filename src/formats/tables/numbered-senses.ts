/** A part of a cell: the text of one sense, and what is around it. The parts of a cell together are the cell. */
export interface CellPart {
  /** Number of the sense; absent in a cell without numbers. */
  readonly sense?: number;
  /** The number as written, with white space. */
  readonly before: string;
  readonly text: string;
  /** The separator in front of the next number. */
  readonly after: string;
}

/** A way to write the numbers of senses. */
interface Numbering {
  readonly mark: (number: number) => string;
  /** The highest number. */
  readonly most: number;
}

const letter = (number: number) => String.fromCharCode(0x60 + number);
const digits = (end: string, start = ''): Numbering => ({ mark: (n) => `${start}${n}${end}`, most: 99 });

const CIRCLED = /[①-⑳]/u;

const NUMBERINGS: readonly Numbering[] = [
  ...['.', ')', '/', '°', 'º'].map((end) => digits(end)),
  digits(')', '('),
  { mark: (number) => `${letter(number)})`, most: 26 },
  { mark: (number) => `(${letter(number)})`, most: 26 },
  { mark: (number) => String.fromCharCode(0x245f + number), most: 20 },
];

/**
 * Splits a cell at the numbers of its senses: `1. eau 2. rivière`. The numbers have to begin at the beginning of the cell with the first one,
 * and to follow each other, so that `2. Weltkrieg` and `1.5 kg` are texts.
 */
export function numberedParts(cell: string): readonly CellPart[] | undefined {
  const start = cell.length - cell.trimStart().length;
  const numbering = NUMBERINGS.find(({ mark }) => isMark(cell, mark(1), start));
  if (!numbering) return undefined;
  const parts: CellPart[] = [];
  let at: number | undefined = start;
  for (let sense = 1; at !== undefined; sense++) {
    const from: number = at + numbering.mark(sense).length;
    at = sense < numbering.most ? markAfter(cell, numbering.mark(sense + 1), from) : undefined;
    const written = cell.slice(from, at);
    const text = at === undefined ? written.trim() : withoutSeparator(written.trim());
    const textAt = text === '' ? written.length : written.indexOf(text);
    parts.push({
      sense,
      before: cell.slice(sense === 1 ? 0 : from - numbering.mark(sense).length, from + textAt),
      text,
      after: written.slice(textAt + text.length),
    });
  }
  return parts.length > 1 ? parts : undefined;
}

/** Appends a sense to a cell. Its number and the separator are written as those of the first sense. */
export function withSense(parts: readonly CellPart[], text: string): readonly CellPart[] {
  const [first, sense] = [parts[0]?.before ?? '', parts.length + 1];
  const mark = NUMBERINGS.find((numbering) => numbering.mark(1) === first.trim())?.mark(sense) ?? '';
  const space = first.slice(first.trimEnd().length);
  const before = parts.map((part, index) =>
    index === parts.length - 1 ? { ...part, after: parts[0]?.after ?? '' } : part,
  );
  return [...before, { sense, before: `${mark}${space}`, text, after: '' }];
}

export function cellOf(parts: readonly CellPart[]): string {
  if (parts.every(({ text }) => text === '')) return '';
  return parts.map(({ before, text, after }) => `${before}${text}${after}`).join('');
}

function withoutSeparator(text: string): string {
  return /[;,]$/u.test(text) ? text.slice(0, -1).trimEnd() : text;
}

function markAfter(cell: string, mark: string, from: number): number | undefined {
  for (let at = cell.indexOf(mark, from); at !== -1; at = cell.indexOf(mark, at + 1))
    if (isMark(cell, mark, at)) return at;
  return undefined;
}

/** Whether a number is at an index: not within a word, and not the beginning of a decimal. */
function isMark(cell: string, mark: string, at: number): boolean {
  return (
    cell.startsWith(mark, at) &&
    (at === 0 || /[\s;,.]/u.test(cell[at - 1] ?? '') || CIRCLED.test(mark)) &&
    !/\d/u.test(cell[at + mark.length] ?? '')
  );
}
