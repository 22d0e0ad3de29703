import { Failure } from '../../shared/failure';
import { FORBIDDEN_KEYS, isJsonObject, type JsonObject } from '../../shared/json';
import { columnMapFrom, type ColumnMeaning, COLUMN_TARGETS } from '../tables/column-map';
import { guessColumns } from '../tables/guess-columns';
import { type DescribedMarkers, nameOfMarker } from './database-type';
import { gluedMarkers } from './glued-markers';
import { MDF } from './mdf-markers';
import type { SfmField } from './sfm-record';
import type { MarkerMeaning } from './sfm-rows';
import { taggedExamples, taggedMeanings, tagsIn } from './tagged-markers';

/** The marker that begins a record, unless the map names another one. */
export const RECORD = 'lx';

/** Meanings of the markers of a project. All other markers have their MDF meaning. */
export interface MarkerMap {
  readonly record: string;
  readonly markers: Readonly<Record<string, MarkerMeaning>>;
}

/** The meaning of an MDF marker that the project uses for other data, which is stored but not read. */
const KEPT = 'kept';

/**
 * Parses a map in the spelling of files: `{"record": "lexeme", "markers": {"g_en": {"to": "translations", "lang": "en"}}}`.
 *
 * @throws Failure INVALID_INPUT with a sentence that describes the problem
 */
export function markerMapFrom(text: string | undefined): MarkerMap {
  if (text === undefined) return { record: RECORD, markers: {} };
  const json = parsedMap(text);
  const { record = RECORD, markers = {} } = json;
  if (typeof record !== 'string' || !isJsonObject(markers))
    throw invalidMarkerMap('is {"markers": {"NAME": {"to": …}}}');
  const [kept, named] = [true, false].map((isKept) =>
    Object.fromEntries(
      Object.entries(markers).filter(
        ([, meaning]) => (isJsonObject(meaning) && meaning['to'] === KEPT) === isKept,
      ),
    ),
  );
  // Names the meanings as a map of columns does.
  const { columns } = columnMapFrom(JSON.stringify({ columns: named }), 'marker');
  for (const [marker, { to, lang }] of Object.entries(columns)) {
    if (to === TARGET && lang === undefined)
      throw invalidMarkerMap(`has no "lang" for the marker "${marker}"`);
    if (to !== TARGET && !Object.hasOwn(COLUMN_TARGETS, to))
      throw invalidMarkerMap(`has no marker for ${to} ("${marker}")`);
  }
  const meanings = Object.entries(columns).map(
    ([marker, column]) => [marker, markerMeaningFrom(column)] as const,
  );
  const isNamed = meanings.some(([, { member, field }]) => member === 'entry' && field === 'headword');
  return {
    record,
    markers: Object.fromEntries<MarkerMeaning>([
      ...(isNamed || record === RECORD ? [] : [[record, HEADWORD_MEANING] as const]),
      ...meanings,
      ...Object.keys(kept ?? {}).map((marker) => [marker, { member: '', field: '' }] as const),
    ]),
  };
}

const HEADWORD_MEANING: MarkerMeaning = { member: 'entry', field: 'headword' };

/** The translation of the preceding example. */
const TARGET = 'exampleTranslations';

function markerMeaningFrom({ to, lang, type, split }: ColumnMeaning): MarkerMeaning {
  if (to === TARGET)
    return { member: 'examples', field: 'target', constants: { lang: lang?.toLowerCase() ?? '' } };
  const { member = '', field = '', constants } = COLUMN_TARGETS[to] ?? {};
  return {
    member,
    field,
    constants: {
      ...(lang === undefined ? {} : { lang: lang.toLowerCase() }),
      ...(type === undefined ? {} : { type }),
      ...constants,
    },
    ...(split === undefined ? {} : { split }),
  };
}

/** Returns the meanings of all markers. The markers of the project come first, so that new data uses them. */
export function meaningsIn({
  markers,
}: Pick<MarkerMap, 'markers'>): readonly (readonly [string, MarkerMeaning])[] {
  const own = Object.entries(markers);
  // An entry has one headword. If the project has another marker for it, the MDF marker is stored but not read.
  const isTaken = (marker: string, { member, field }: MarkerMeaning) =>
    Object.hasOwn(markers, marker) ||
    (member === 'entry' && own.some(([, other]) => other.member === member && other.field === field));
  return [
    ...own.filter(([, { member }]) => member !== ''),
    ...Object.entries(MDF).filter(([marker, meaning]) => !isTaken(marker, meaning)),
  ];
}

/** MDF markers that qualify the preceding field, begin a sense, or do not describe the word. */
const OTHER_MARKERS =
  'sn xv xe xn xr xf xp rf ce cn cr eg es ec pn pdl pdv pd pde pdn pdr ve vn vr lv le ln lr dt st tb zgriot';
const KNOWN_MARKERS: ReadonlySet<string> = new Set([...Object.keys(MDF), ...OTHER_MARKERS.split(' ')]);

/** Names of markers of one letter in files that do not follow MDF. */
const SHORT_NAMES: Readonly<Record<string, string>> = { g: 'gloss', d: 'definition' };

/**
 * Guesses the meanings of the other markers of a file from their names and values, as a map that a person can correct.
 *
 * @param first the marker that begins a record
 */
export function guessMarkers(
  described: DescribedMarkers,
  records: readonly (readonly SfmField[])[],
  first = RECORD,
): string {
  const glued = gluedMarkers(records);
  const tags = tagsIn(records.flat());
  const tagged = new Set([...taggedMeanings(tags).map(([marker]) => marker), ...taggedExamples(tags)]);
  const unknown = [...new Set(records.flatMap((record) => record.map(([marker]) => marker)))].filter(
    (marker) =>
      marker !== first &&
      !Object.hasOwn(glued, marker) &&
      !KNOWN_MARKERS.has(marker) &&
      !tagged.has(marker) &&
      !FORBIDDEN_KEYS.has(marker),
  );
  const names = first === RECORD ? {} : SHORT_NAMES;
  const nameOf = new Map(unknown.map((marker) => [marker, names[marker] ?? nameOfMarker(marker, described)]));
  const header = [RECORD, ...nameOf.values()];
  const rows = records.map((record) =>
    [first, ...unknown].map((marker) => record.find(([name]) => name === marker)?.[1] ?? ''),
  );
  const { columns } = guessColumns({ header, rows });
  const markers = unknown.map((marker) => {
    const { to = KEPT, lang, type, split } = columns[nameOf.get(marker) ?? ''] ?? {};
    const isPlaced = Object.hasOwn(COLUMN_TARGETS, to) || (to === TARGET && lang !== undefined);
    return [marker, isPlaced ? { to, lang, type, split } : { to: KEPT }] as const;
  });
  const all = { ...Object.fromEntries(markers), ...glued };
  return JSON.stringify({ record: first, markers: all }, null, 2);
}

function parsedMap(text: string): JsonObject {
  try {
    const json: unknown = JSON.parse(text);
    if (isJsonObject(json)) return json;
  } catch (error) {
    throw invalidMarkerMap(`is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw invalidMarkerMap('is {"markers": {"NAME": {"to": …}}}');
}

function invalidMarkerMap(message: string): Failure {
  return new Failure('INVALID_INPUT', `the map of markers ${message}`);
}
