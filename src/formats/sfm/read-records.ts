import { MAX_JSON_BYTES } from '../../shared/json';
import { FileProblem, fileProblem } from '../files/position';
import { controlCharacterIn } from '../files/text-file';
import type { SfmField } from './sfm-record';

/** Maximum length of a record, in characters: many times the largest article. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

/** Maximum number of blank lines in a row that are kept in a field. Those at its end are not. */
const MAX_BLANK_LINES = 10;

/** Matches a line with a marker. */
export const FIELD_LINE = /^\\([^\s\\]+)(?:[ \t]+(.*))?$/u;

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

/** Reads records. Lines before the first one are the frame; lines without a marker continue the previous field. */
export async function* recordsOf(
  chunks: AsyncIterable<string>,
  frame: { head: string },
  first: string,
): AsyncGenerator<SfmRecord> {
  let record:
    { fields: SfmField[]; line: number; size: number; problem?: FileProblem | undefined } | undefined;
  let head = '';
  let [line, end, blanks] = [0, 0, 0];
  for await (const text of splitLines(chunks)) {
    line += 1;
    end += text.length + 1;
    const [, marker, value = ''] = FIELD_LINE.exec(text) ?? [];
    if (marker === first) {
      if (record) yield { ...record, end };
      record = { fields: [[first, value]], line, size: value.length };
    } else if (!record) head += `${text}\n`;
    else {
      record.size += text.length + blanks;
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
  frame.head = head;
  if (record) yield { ...record, end };
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
