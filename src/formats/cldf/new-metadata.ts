import type { ExportedDictionary } from '../../services/exports/export.service';
import type { JsonObject } from '../../shared/json';
import { exportedEntry, NO_LANGUAGE } from '../files/exported-entry';

const TERMS = 'http://cldf.clld.org/v1.0/terms.rdf#';

/** Columns by their properties, with the separators of those that hold several items. */
const TABLES: Readonly<
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

/** Metadata for a dictionary that no CLDF gave. Descriptions have one language: that of most translations. */
export async function newMetadata({ dictionary, articles }: ExportedDictionary): Promise<JsonObject> {
  const counts = new Map<string, number>();
  for await (const { source } of articles)
    for (const { lang } of exportedEntry(source).content.translations)
      if (lang) counts.set(lang, (counts.get(lang) ?? 0) + 1);
  const language = [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? NO_LANGUAGE;
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': language }],
    'dc:conformsTo': `${TERMS}Dictionary`,
    'dc:title': dictionary.longName ?? dictionary.dictionaryId,
    tables: Object.entries(TABLES).map(([kind, columns]) => ({
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
