import type { TableName, Tables } from '../domain/search/tables/gloss-table';

/** The tables of languages that this page has needed. Replaces `domain/search/tables/tables`. */
export const TABLES: Tables = {};

/** Loads the tables of a language, or of all that come in the same file. */
export async function loadTable(table: TableName): Promise<void> {
  if (table === 'en') TABLES.en = (await import('../domain/search/tables/english-table.js')).ENGLISH;
  else if (table === 'fr') TABLES.fr = (await import('../domain/search/tables/french-table.js')).FRENCH;
  else if (table === 'phrases') TABLES.phrases = await import('../domain/search/tables/phrase-table.js');
  else if (table === 'scripts') TABLES.scripts = await import('../domain/search/tables/scripts-table.js');
  else if (table === 'suggestions')
    TABLES.suggestions = await import('../domain/search/tables/suggestion-table.js');
  else if (table === 'alphabets') TABLES.alphabets = await import('../domain/alphabet/alphabet-table.js');
  else if (table === 'morphologies') {
    const { MORPHOLOGIES, ...others } = await import('../domain/search/morphology/morphology-table.js');
    Object.assign(TABLES, { morphologies: MORPHOLOGIES, ...others });
  } else Object.assign(TABLES, (await import('../domain/search/tables/further-tables.js')).FURTHER);
}
