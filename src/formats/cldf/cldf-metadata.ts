import type { ExportedDictionary } from '../../services/exports/export.service';
import { isJsonObject, type Json, type JsonObject } from '../../shared/json';
import { EXTENSION_COLUMN } from '../tables/table-lens';
import type { CldfShape } from './cldf-shape';

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

/** Columns by their properties, with the separators of those that hold several items. */
const TABLE_COLUMNS: Readonly<
  Record<string, readonly (readonly [name: string, property: string, separator?: string])[]>
> = {
  EntryTable: [
    ['ID', 'id'],
    ['Language_ID', 'languageReference'],
    ['Headword', 'headword'],
    ['Part_Of_Speech', 'partOfSpeech'],
  ],
  SenseTable: [
    ['ID', 'id'],
    ['Entry_ID', 'entryReference'],
    ['Description', 'description'],
  ],
  ExampleTable: [
    ['ID', 'id'],
    ['Language_ID', 'languageReference'],
    ['Primary_Text', 'primaryText'],
    ['Translated_Text', 'translatedText'],
    ['Sense_IDs', 'senseReference', ';'],
  ],
};

const URLS: Readonly<Record<string, string>> = {
  EntryTable: 'entries.csv',
  SenseTable: 'senses.csv',
  ExampleTable: 'examples.csv',
};

/** Creates the metadata of a dictionary that was not imported from CLDF, with descriptions in one language. */
export function newMetadata({ dictionary }: ExportedDictionary, language: string): JsonObject {
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': language }],
    'dc:conformsTo': `${TERMS}Dictionary`,
    'dc:title': dictionary.longName ?? dictionary.dictionaryId,
    tables: Object.entries(TABLE_COLUMNS).map(([kind, columns]) => ({
      url: URLS[kind] ?? '',
      'dc:conformsTo': `${TERMS}${kind}`,
      tableSchema: {
        columns: columns.map(([name, property, separator]) => ({
          name,
          propertyUrl: `${TERMS}${property}`,
          datatype: 'string',
          ...(separator === undefined ? {} : { separator }),
        })),
        primaryKey: ['ID'],
      },
    })),
  };
}

/** Adds the description of the column for data without a CLDF property. */
export function withExtension(metadata: JsonObject, { entries }: CldfShape): JsonObject {
  if (!Array.isArray(metadata['tables'])) return metadata;
  const tables = (metadata['tables'] as JsonObject[]).map((table) => {
    const schema = table['tableSchema'];
    if (table['url'] !== entries.url || !isJsonObject(schema) || !Array.isArray(schema['columns']))
      return table;
    const columns = [...(schema['columns'] as Json[]), { name: EXTENSION_COLUMN, datatype: 'json' }];
    return { ...table, tableSchema: { ...schema, columns } };
  });
  return { ...metadata, tables };
}
