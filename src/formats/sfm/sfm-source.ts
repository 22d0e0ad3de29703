import { EntryNames } from '../files/entry-names';
import { MAX_JSON_BYTES } from '../../shared/json';
import { withOriginal } from '../lens/read-items';
import { type EntrySource, type FileEntry, namedLanguages, type ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem, fileProblem } from '../files/position';
import { controlCharacterIn, openText, type TextFile } from '../files/text-file';
import { lettersIn, readDatabaseType } from './database-type';
import { guessMarkers, markerMapFrom } from './marker-map';
import {
  parseSfmOptions,
  guessedLanguages,
  languageLines,
  letteredMarkers,
  type ReadSfm,
  type StatedLanguages,
  statedLanguages,
} from './marker-languages';
import { LANGUAGE_BY_LETTER } from './mdf-markers';
import { getSfm } from './sfm-lens';
import { identifierField, recordNames, type SfmField } from './sfm-record';

/** Maximum length of a record, in characters: many times the largest article. */
const MAX_RECORD_LENGTH = 4 * 1024 * 1024;

const FIELD_LINE = /^\\([^\s\\]+)(?:[ \t]+(.*))?$/u;

/** Opens a dictionary in Standard Format, as Toolbox, Shoebox and MDF write it. */
export async function openSfm(path: string, readOptions: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, readOptions.encoding, readOptions.storedSettings);
  const described = await readDatabaseType(path);
  const named = { named: namedLanguages(readOptions.languages), described: lettersIn(described) };
  const first = markerSettings(readOptions, { ...named, guessed: {} });
  const sample = await sampleRecords(file, first.options.record);
  const stated = { ...named, guessed: guessedLanguages(sample, named) };
  const { options, preview = [] } = markerSettings(readOptions, stated);
  const frame = { head: '' };
  const lettered = letteredMarkers(sample, options);
  return {
    format: 'sfm',
    ...file,
    preview: [...preview, ...languageLines(lettered, options, stated)],
    guess: guessMarkers(described, sample),
    version: () => undefined,
    stated: () => statedLanguages(sample, options, stated),
    warnings: () => aboveRecords(frame.head, options.record),
    files: () => [
      { name: 'sfm/head', text: frame.head },
      { name: 'sfm/options.json', text: JSON.stringify(options) },
    ],
    entries: (counts) => readEntries(file, { options, counts, frame }),
  };
}

/** Returns the meaning of the markers: the given one, otherwise that of the previous import. */
function markerSettings(
  { languages, map, storedSettings }: ReadOptions,
  { named, described, guessed }: StatedLanguages,
): { options: ReadSfm; preview?: readonly string[] } {
  const stated = { ...LANGUAGE_BY_LETTER, ...guessed, ...described, ...named };
  const options = { languages: stated, ...markerMapFrom(map) };
  const before = storedSettings?.get('sfm/options.json');
  if (languages !== undefined || map !== undefined || before === undefined) return { options };
  if (before === JSON.stringify(options)) return { options };
  const preview = [
    'The markers are read as in the previous import (--map=FILE and --languages=LIST change this).',
  ];
  return { options: { ...options, ...parseSfmOptions(before) }, preview };
}

/** Warns about fields before the first record, except Toolbox headers: one of them may be the marker that begins records. */
function aboveRecords(head: string, record: string): readonly FileProblem[] {
  const fields = head
    .split('\n')
    .map((text, index) => ({ marker: FIELD_LINE.exec(text)?.[1], line: index + 1 }));
  const unread = fields.filter(({ marker }) => marker !== undefined && !marker.startsWith('_'));
  const [first] = unread;
  if (!first) return [];
  const markers = [...new Set(unread.map(({ marker }) => `\\${marker ?? ''}`))].join(', ');
  const complaint = `the fields before the first \\${record} are kept for export only: ${markers}. If records begin with one of these markers, name it as "record" in --map=FILE`;
  return [new FileProblem('NOT_READ', { line: first.line, column: 1 }, complaint)];
}

/** Number of records that the guess reads. */
const SAMPLE_RECORDS = 200;

async function sampleRecords(file: TextFile, marker: string): Promise<readonly (readonly SfmField[])[]> {
  const records: (readonly SfmField[])[] = [];
  try {
    for await (const { fields } of recordsOf(file.text(), { head: '' }, marker)) {
      records.push(fields);
      if (records.length >= SAMPLE_RECORDS) break;
    }
  } catch (error) {
    // The import reports the problem with its position.
    if (!(error instanceof FileProblem)) throw error;
  }
  return records;
}

interface Reading {
  readonly options: ReadSfm;
  readonly counts: PathCounts;
  readonly frame: { head: string };
}

async function* readEntries(file: TextFile, { options, counts, frame }: Reading): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  let index = 0;
  for await (const { fields, line, end, problem } of recordsOf(file.text(), frame, options.record)) {
    index += 1;
    const visits = new Set<SfmField>();
    const typed = getSfm(fields, options, visits);
    const id = identifierField(fields);
    if (id) visits.add(id);
    for (const field of fields) counts.add(`\\${field[0]}`, visits.has(field) ? 'typed' : 'kept');
    const { publicId, isRepeated } = names.name(...recordNames(fields, options.record));
    const start = { line, column: 1 };
    const repeated = `the identifier is used more than once; this article becomes ${publicId}`;
    yield {
      index,
      start,
      end,
      publicId,
      source: withOriginal(typed, { format: 'sfm', entry: fields }),
      ...(problem && { problem }),
      ...(isRepeated && { warnings: [new FileProblem('DUPLICATE_ID', start, repeated)] }),
    };
  }
  if (index === 0)
    throw fileProblem(
      'WRONG_ROOT',
      `the file has no field \\${options.record}, which begins an entry; name another marker as "record" in --map=FILE`,
    );
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

/** Reads records. Lines before the first one are the frame; lines without a marker continue the previous field. */
async function* recordsOf(
  chunks: AsyncIterable<string>,
  frame: { head: string },
  first: string,
): AsyncGenerator<SfmRecord> {
  let record:
    { fields: SfmField[]; line: number; size: number; problem?: FileProblem | undefined } | undefined;
  let head = '';
  let [line, end] = [0, 0];
  for await (const text of splitLines(chunks)) {
    line += 1;
    end += text.length + 1;
    const [, marker, value = ''] = FIELD_LINE.exec(text) ?? [];
    if (marker === first) {
      if (record) yield { ...record, end };
      record = { fields: [[first, value]], line, size: value.length };
    } else if (!record) head += `${text}\n`;
    else {
      record.size += text.length;
      // Its fields are not collected further: to read so many takes time, and the article would be refused.
      if (record.size > MAX_JSON_BYTES) record.problem ??= tooLong(record.line);
      else if (marker !== undefined) record.fields.push([marker, value]);
      else if (text.trim() !== '') continueField(record.fields, text);
      if (record.size > MAX_RECORD_LENGTH)
        throw new FileProblem(
          'OVER_LIMIT',
          { line, column: 1 },
          `a record has more than ${MAX_RECORD_LENGTH} characters`,
        );
    }
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
async function* splitLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
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
