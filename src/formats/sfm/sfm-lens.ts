import { LRUCache } from 'lru-cache';
import type { ArticleContent } from '../../domain/article/article-content';
import type { Json, JsonObject } from '../../shared/json';
import { locateItems, typedJson } from '../lens/get-typed';
import { itemsIn, listedItems } from '../lens/listed-items';
import { putTyped } from '../lens/put-typed';
import { fieldText, type Lens, type Row, type TypedItem } from '../lens/typed-item';
import { FUNCTION_ROWS } from './labelled-words';
import { meaningsIn, RECORD } from './marker-map';
import { forgetGroups, numberLostSenses } from './sense-groups';
import { sfmExampleRow } from './sfm-examples';
import {
  EXTENSION_MARKER,
  fieldValue,
  insertAfter,
  removeSfmField,
  sfmValue,
  type SfmField,
  type SfmScope,
  SUBENTRY,
} from './sfm-record';
import { fieldsByPart, lastOfSenses, leadsIn, SenseNumbers } from './sfm-parts';
import { definitionAsTranslation, type MarkerMeaning, markerRow, ofLanguage, subentryRow } from './sfm-rows';
import { type ExampleMarkers, exampleMarkers, taggedMeanings, tagsIn } from './tagged-markers';

/** Properties of an SFM file that the reader of its records needs. */
export interface SfmOptions {
  readonly languages: Readonly<Record<string, string>>;
  /** The marker that begins a record; `lx` by default. */
  readonly record?: string;
  /** The marker that precedes it, if records begin with another one. */
  readonly opening?: string | undefined;
  /** Meanings of the markers of the project. */
  readonly markers?: Readonly<Record<string, MarkerMeaning>>;
}

const EXTENDED = [
  ...[
    'type',
    'radical',
    'categories',
    'classes',
    'forms',
    'translations',
    'examples',
    'variants',
    'definitions',
    'senses',
  ],
  ...['notes', 'usages', 'pronunciations', 'relations', 'domains', 'etymologies', 'media', 'entry'],
];

/** Reads a sense itself. Its number is its position, and the word of a subentry is its indicator. */
const SENSE: Row<SfmScope> = {
  member: 'senses',
  path: '\\sn',
  isOfSense: true,
  find: ({ sense, number, parent, visits }) => {
    if (sense) visits?.add(sense);
    const word = sense?.[0] === SUBENTRY ? fieldValue(sense) : '';
    const item = {
      number: number ?? 0,
      ...(parent !== undefined && { parent }),
      ...(word !== '' && { indicator: word }),
    };
    const write = (field: string, value: Json | undefined) => {
      if (field !== 'indicator' || sense?.[0] !== SUBENTRY) return false;
      sense[1] = sfmValue(value);
      return true;
    };
    return [{ item, write, remove: () => undefined }];
  },
  accepts: () => false,
  make: () => undefined,
};

interface FileMarkers {
  readonly tags: ReadonlyMap<string, string>;
  readonly examples: ExampleMarkers;
}

function rowsFor(
  { languages, markers: own = {} }: SfmOptions,
  { tags, examples }: FileMarkers,
): readonly Row<SfmScope>[] {
  const tagged = taggedMeanings(tags).filter(([marker]) => !Object.hasOwn(own, marker));
  const all = [...tagged, ...meaningsIn({ markers: own })];
  const ofItems = all.filter(([, { member }]) => member !== 'examples');
  const markers = ofItems.flatMap(([marker, meaning]) =>
    [false, true]
      .filter((isOfSense) => !isOfSense || meaning.member !== 'entry')
      .map((isOfSense) => {
        const rowFor = isOfSense && marker === SUBENTRY ? subentryRow : markerRow;
        const row = rowFor(marker, meaning, { isOfSense });
        return meaning.letter === undefined ? row : ofLanguage(row, meaning.letter, languages);
      }),
  );
  const isCategory = ({ member }: Row<SfmScope>) => member === 'categories';
  return [
    ...markers.filter((row) => !isCategory(row)),
    ...(Object.hasOwn(own, 'lf') ? [] : FUNCTION_ROWS),
    sfmExampleRow(examples, { isOfSense: false }),
    sfmExampleRow(examples, { isOfSense: true }),
    // The part of speech of a new sense is written when the sense has other fields: see `addField`.
    ...markers.filter(isCategory),
    SENSE,
    ...EXTENDED.map(extensionRow),
    ...markers.filter(({ member }) => member === 'definitions').map(definitionAsTranslation),
  ];
}

function extensionRow(member: string): Row<SfmScope> {
  const fieldOf = ({ record }: SfmScope) =>
    record.find(([marker, value]) => marker === EXTENSION_MARKER && value.startsWith(`${member} `));
  const itemsOf = (scope: SfmScope) => itemsIn(fieldOf(scope)?.[1].slice(member.length + 1) ?? '[]');
  const store = (scope: SfmScope, items: readonly TypedItem[]) => {
    const field = fieldOf(scope);
    const value = `${member} ${JSON.stringify(items)}`;
    if (field && items.length === 0) removeSfmField(scope.record, field);
    else if (field) field[1] = value;
    else scope.record.push([EXTENSION_MARKER, value]);
  };
  return {
    member,
    path: `\\${EXTENSION_MARKER}`,
    isOfSense: false,
    find: (scope) => {
      const field = fieldOf(scope);
      if (field) scope.visits?.add(field);
      return listedItems(itemsOf(scope), (left) => {
        store(scope, left);
      });
    },
    accepts: () => true,
    make: (scope, item) => {
      store(scope, [...itemsOf(scope), item]);
    },
  };
}

type Rows = readonly Row<SfmScope>[];

/** Maximum number of cached rows of all languages. */
const MAX_CACHED_ROWS = 10_000;

/** Cache of the rows for the last options, by the language suffixes of the markers. Most records of a file have the same suffixes. */
let known: { readonly options: SfmOptions; readonly rows: LRUCache<string, Rows> } | undefined;

function cachedRows(options: SfmOptions, record: readonly SfmField[]): Rows {
  if (known?.options !== options) known = { options, rows: new LRUCache({ maxSize: MAX_CACHED_ROWS }) };
  const tags = tagsIn(record);
  const examples = exampleMarkers(options, tags, record);
  const key = JSON.stringify([...tags.keys(), examples.leads]);
  const rows = known.rows.get(key) ?? rowsFor(options, { tags, examples });
  known.rows.set(key, rows, { size: rows.length });
  return rows;
}

function sfmLens(
  options: SfmOptions,
  fields: readonly SfmField[],
  visits?: Set<SfmField>,
): Lens<SfmField[], SfmScope> {
  const numbers = new SenseNumbers(fields, options.record ?? RECORD);
  return {
    rows: cachedRows(options, fields),
    scopesOf: (record) => {
      const leads = leadsIn(record);
      const byPart = fieldsByPart(record, leads);
      const scope = { record, languages: options.languages, visits };
      const entry = { ...scope, fields: byPart.get(undefined) ?? NO_FIELDS };
      const senses = new Map<number, SfmScope>();
      if (numbers.isFirstImplied) senses.set(1, { ...entry, number: 1, fields: NO_FIELDS });
      for (const [sense, subentry] of leads.parts) {
        const number = numbers.of(sense);
        const parent = subentry && numbers.of(subentry);
        senses.set(number, { ...scope, sense, number, parent, fields: byPart.get(sense) ?? NO_FIELDS });
      }
      return { entry, senses };
    },
    addSense: ({ entry: { record } }, { number, parent }) => {
      const sense: SfmField = ['sn', fieldText(number)];
      insertAfter(record, lastOfSenses(record, numbers.leadOf(parent)), sense);
      numbers.set(sense, Number(number));
    },
    removeSense: ({ senses }, number) => {
      const { sense, record = [], fields: own = NO_FIELDS } = senses.get(number) ?? {};
      const hasSenses = [...leadsIn(record).parts.values()].includes(sense);
      if (sense && !hasSenses) for (const field of [...own.values()].flat()) removeSfmField(record, field);
    },
  };
}

const NO_FIELDS: SfmScope['fields'] = new Map();

/** Returns the typed members of a record. */
export function getSfm(record: SfmField[], options: SfmOptions, visits?: Set<SfmField>): JsonObject {
  const lens = sfmLens(options, record, visits);
  return typedJson(locateItems(lens, lens.scopesOf(record)));
}

/** Changes a record so that it has the typed content. All other fields remain. */
export function putSfm(
  record: readonly SfmField[],
  content: ArticleContent,
  options: SfmOptions,
  readAs?: string,
): SfmField[] {
  const copy = record.map(([marker, value]): SfmField => [marker, value]);
  const before = [...leadsIn(copy).parts.keys()];
  putTyped(sfmLens(options, copy), copy, content, readAs);
  // The changed record may have other senses for a reader, because its parts of speech began senses or begin them now.
  forgetGroups(copy);
  numberLostSenses(copy, before, leadsIn(copy).parts);
  forgetGroups(copy);
  return copy;
}
