import { EntryNames } from '../files/entry-names';
import { withOriginal } from '../lens/read-items';
import { type EntrySource, type FileEntry, namedLanguages, type ReadOptions } from '../files/entry-source';
import type { PathCounts } from '../files/loss-report';
import { FileProblem, fileProblem } from '../files/position';
import { openText, type TextFile } from '../files/text-file';
import type { ColumnMeaning } from '../tables/column-map';
import { type DescribedMarkers, lettersIn, readDatabaseType } from './database-type';
import { gluedMarkers } from './glued-markers';
import { guessMarkers, markerMapFrom, RECORD } from './marker-map';
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
import { FIELD_LINE, openingMarker, type RecordMarkers, recordsOf, splitLines } from './read-records';
import { getSfm } from './sfm-lens';
import { identifierField, recordNames, type SfmField } from './sfm-record';

/** Opens a dictionary in Standard Format, as Toolbox, Shoebox and MDF write it. */
export async function openSfm(path: string, readOptions: ReadOptions): Promise<EntrySource> {
  const file = await openText(path, readOptions.encoding, readOptions.storedSettings);
  const described = await readDatabaseType(path);
  const named = { named: namedLanguages(readOptions.languages), described: lettersIn(described) };
  const first = markerSettings(readOptions, { ...named, guessed: {} });
  const { sample, opening, guess } = await sampleAndGuess(file, readOptions, {
    first: first.options.record,
    described,
  });
  const stated = { ...named, guessed: guessedLanguages(sample, named) };
  const { options, preview = [] } = markerSettings(readOptions, stated, { ...guess, opening });
  const frame = { head: '' };
  const lettered = letteredMarkers(sample, options);
  return {
    format: 'sfm',
    ...file,
    preview: [
      ...preview,
      ...openingLines(options),
      ...guessLines(guess),
      ...languageLines(lettered, options, stated),
    ],
    guess: guessMarkers(described, sample, options.record),
    isGuessed: guess.record !== undefined,
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
  guess: MarkerGuess = {},
): { options: ReadSfm; preview?: readonly string[] } {
  const stated = { ...LANGUAGE_BY_LETTER, ...guessed, ...described, ...named };
  // The file says it; a stored marker could stand elsewhere in the present file.
  const { opening } = guess;
  const options = { languages: stated, ...markerMapFrom(map ?? guess.map), opening };
  const before = storedSettings?.get('sfm/options.json');
  const isGiven = languages !== undefined || map !== undefined || guess.record !== undefined;
  if (isGiven || before === undefined) return { options };
  if (before === JSON.stringify(options)) return { options };
  const preview = [
    'The markers are read as in the previous import (--map=FILE and --languages=LIST change this).',
  ];
  return { options: { ...options, ...parseSfmOptions(before), opening }, preview };
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

/** Meanings of markers that a file shows by itself. */
interface MarkerGuess {
  /** The first marker, if the file has no field that begins records otherwise. */
  readonly record?: string;
  /** The marker that precedes the headword. */
  readonly opening?: string | undefined;
  /** The meanings as a map: see `markerMapFrom`. */
  readonly map?: string;
}

interface KnownMarkers {
  /** The marker that begins records. */
  readonly first: string;
  readonly described: DescribedMarkers;
}

/** Reads the first records, and guesses what their markers mean unless a map says it. */
async function sampleAndGuess(
  file: TextFile,
  { map, recordMarker }: ReadOptions,
  { first, described }: KnownMarkers,
) {
  if (map === undefined && recordMarker !== undefined) return guessFor(file, recordMarker, described);
  const { sample, opening } = await sampleRecords(file, first);
  const guess: MarkerGuess = {};
  if (map !== undefined) return { sample, opening, guess };
  if (sample.length > 0) {
    const glued = gluedMarkers(sample);
    const isAny = Object.keys(glued).length > 0;
    const found = isAny ? { map: JSON.stringify({ record: first, markers: glued }) } : guess;
    return { sample, opening, guess: found };
  }
  const record = await firstMarker(file);
  if (record === undefined) return { sample, opening, guess };
  return guessFor(file, record, described);
}

/** Guesses the meaning of the markers for records that begin with a marker. */
async function guessFor(file: TextFile, record: string, described: DescribedMarkers) {
  const { sample, opening } = await sampleRecords(file, record);
  return { sample, opening, guess: { record, map: guessMarkers(described, sample, record) } };
}

/** Number of lines in which the first marker is searched. */
const MAX_HEAD_LINES = 1000;

/** Returns the first marker of a file, except those of headers of Toolbox. */
async function firstMarker(file: TextFile): Promise<string | undefined> {
  let line = 0;
  for await (const text of splitLines(file.text())) {
    const [, marker] = FIELD_LINE.exec(text) ?? [];
    if (marker !== undefined && !marker.startsWith('_')) return marker;
    if (++line >= MAX_HEAD_LINES) break;
  }
  return undefined;
}

function guessLines({ record, map }: MarkerGuess): readonly string[] {
  const { markers } = JSON.parse(map ?? '{"markers":{}}') as {
    markers: Readonly<Record<string, ColumnMeaning>>;
  };
  const meanings = Object.entries(markers).map(
    ([marker, { to, lang }]) => `  \\${marker} -> ${[to, ...(lang === undefined ? [] : [lang])].join(', ')}`,
  );
  if (meanings.length === 0 && record === undefined) return [];
  return [
    ...(record === undefined
      ? ['Some markers end with the code of a language:']
      : [
          `No field begins with \\${RECORD}, so \\${record}, the first marker, begins an entry. Other markers:`,
        ]),
    ...meanings,
    'A map of markers changes this (--map=FILE; --save-map=FILE saves one).',
  ];
}

/** Number of records that the guess reads. */
const SAMPLE_RECORDS = 200;

/** Reads the first records, and the marker that precedes their headwords, if there is one. */
async function sampleRecords(file: TextFile, record: string) {
  const sample: (readonly SfmField[])[] = [];
  const frame = { head: '' };
  try {
    for await (const { fields } of recordsOf(file.text(), frame, { record })) {
      sample.push(fields);
      if (sample.length >= SAMPLE_RECORDS) break;
    }
  } catch (error) {
    // The import reports the problem with its position.
    if (!(error instanceof FileProblem)) throw error;
  }
  return { sample, opening: openingMarker(frame.head, sample) };
}

function openingLines({ record, opening }: RecordMarkers): readonly string[] {
  return opening === undefined
    ? []
    : [`Entries begin with \\${opening}, which precedes \\${record} in most of them.`];
}

interface Reading {
  readonly options: ReadSfm;
  readonly counts: PathCounts;
  readonly frame: { head: string };
}

async function* readEntries(file: TextFile, { options, counts, frame }: Reading): AsyncGenerator<FileEntry> {
  const names = new EntryNames();
  let index = 0;
  for await (const { fields, line, end, problem } of recordsOf(file.text(), frame, options)) {
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
