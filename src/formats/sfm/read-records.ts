import { MAX_JSON_BYTES } from '../../shared/json';
import { FileProblem, fileProblem } from '../files/position';
import { controlCharacterIn } from '../files/text-file';
import { type SfmField, TRAILING_MARKERS } from './sfm-record';

/** Maximum length of a record, in characters: many times the largest article. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

/** Maximum number of blank lines in a row that are kept in a field. Those at its end are not. */
const MAX_BLANK_LINES = 10;

/** Matches a line with a marker. */
export const FIELD_LINE = /^\\([^\s\\]+)(?:[ \t]+(.*))?$/u;

/** Toolbox headers: fields above the records that do not describe words. */
function isHeader(marker: string | undefined): boolean {
  return marker?.startsWith('_') === true;
}

/** Minimum share of records that have the fields of a marker that precedes the headword. */
const MOST = 0.9;

/**
 * Returns the first of the markers directly above the headword, if the records have them too. These fields belong to the record below them.
 *
 * @param head the text above the first headword
 * @param records records that begin with the headword, the first of a file
 */
export function openingMarker(head: string, records: readonly (readonly SfmField[])[]): string | undefined {
  const lines = head.trimEnd().split('\n');
  const block = lines.slice(lines.findLastIndex((line) => line.trim() === '') + 1);
  const above = block
    .flatMap((line) => FIELD_LINE.exec(line)?.[1] ?? [])
    .filter((marker) => !isHeader(marker));
  const [opening] = above;
  if (opening === undefined || TRAILING_MARKERS.has(opening)) return undefined;
  // The fields above a headword are at the end of the record before it.
  const others = records.slice(0, -1);
  const ends = others
    .map((record) => record.slice(record.findIndex(([marker]) => marker === opening)))
    .filter(([first]) => first?.[0] === opening);
  // Elsewhere in a record, the marker would divide it.
  const isOnlyAbove = ends.every((end) => end.every(([marker]) => above.includes(marker)));
  return ends.length > 0 && isOnlyAbove && ends.length >= others.length * MOST ? opening : undefined;
}

interface SfmRecord {
  /** The reason why the record is refused. */
  readonly problem?: FileProblem | undefined;
  readonly fields: SfmField[];
  readonly line: number;
  readonly end: number;
}

function tooLong(line: number): FileProblem {
  return new FileProblem(
    'OVER_LIMIT',
    { line, column: 1 },
    `the record has more than ${MAX_JSON_BYTES} characters; an article can have ${MAX_JSON_BYTES} bytes. ` +
      'Skip bad entries to import the others',
  );
}

/** The markers that begin records. */
export interface RecordMarkers {
  /** The marker of the headword, which every record has. */
  readonly record: string;
  /** The marker that precedes it in most records, for example with a number: `\id` above `\lx`. */
  readonly opening?: string | undefined;
}

/** Reads records. Lines before the first one are the frame; lines without a marker continue the previous field. */
export async function* recordsOf(
  chunks: AsyncIterable<string>,
  frame: { head: string },
  { record: first, opening }: RecordMarkers,
): AsyncGenerator<SfmRecord> {
  let record:
    | { fields: SfmField[]; line: number; size: number; hasWord: boolean; problem?: FileProblem | undefined }
    | undefined;
  let head = '';
  let [line, end, blanks] = [0, 0, 0];
  for await (const text of splitLines(chunks)) {
    line += 1;
    end += text.length + 1;
    const [, marker, value = ''] = FIELD_LINE.exec(text) ?? [];
    const isBegin = marker !== undefined && (marker === first || marker === opening);
    if (isBegin && record?.hasWord !== false) {
      if (record) yield { ...record, end };
      else frame.head = head;
      record = { fields: [[marker, value]], line, size: value.length, hasWord: marker === first };
    } else if (!record) head += `${text}\n`;
    else {
      record.size += text.length + blanks;
      record.hasWord ||= marker === first;
      // Its fields are not collected further: to read so many takes time, and the article would be refused.
      if (record.size > MAX_JSON_BYTES) record.problem ??= tooLong(record.line);
      else if (marker !== undefined) record.fields.push([marker, value]);
      else if (text.trim() !== '') continueField(record.fields, '\n'.repeat(blanks) + text);
      if (record.size > MAX_RECORD_LENGTH)
        throw new FileProblem(
          'OVER_LIMIT',
          { line, column: 1 },
          `a record has more than ${MAX_RECORD_LENGTH} characters`,
        );
    }
    blanks = text.trim() === '' ? Math.min(blanks + 1, MAX_BLANK_LINES) : 0;
    if (record) record.problem ??= controlCharacterInLine(text, line);
    if (head.length > MAX_RECORD_LENGTH)
      throw new FileProblem(
        'WRONG_ROOT',
        { line, column: 1 },
        `no field \\${first} was found, which begins an entry`,
      );
  }
  if (record) yield { ...record, end };
  else frame.head = head;
}

function controlCharacterInLine(text: string, line: number): FileProblem | undefined {
  const character = controlCharacterIn(text);
  if (!character) return undefined;
  const complaint = `the field has the control character ${character.name}, which is not allowed in text: remove it`;
  return new FileProblem('CONTROL_CHARACTER', { line, column: character.at + 1 }, complaint);
}

function continueField(fields: readonly SfmField[], text: string): void {
  const last = fields.at(-1);
  if (last) last[1] += `\n${text}`;
}

/** Reads lines without their line ends. */
export async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let buffered = '';
  for await (const chunk of chunks) {
    const lines = (buffered + chunk).split('\n');
    buffered = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
    if (buffered.length > MAX_RECORD_LENGTH)
      throw fileProblem('OVER_LIMIT', `a line has more than ${MAX_RECORD_LENGTH} characters`);
  }
  if (buffered !== '') yield buffered;
}
