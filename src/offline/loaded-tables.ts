import type { GlossTable, GlossTag } from '../domain/search/glosses/tables/gloss-table';

/** The tables of the languages of translations that this page has needed: stands for `domain/search/glosses/tables/tables`. */
export const TABLES: Partial<Record<GlossTag, GlossTable>> = {};

/** Loads the tables of a language, or of all that come in the same file. */
export async function loadTable(tag: GlossTag): Promise<void> {
  if (tag === 'en') TABLES.en = (await import('../domain/search/glosses/tables/english-table.js')).ENGLISH;
  else if (tag === 'fr') TABLES.fr = (await import('../domain/search/glosses/tables/french-table.js')).FRENCH;
  else Object.assign(TABLES, (await import('../domain/search/glosses/tables/further-tables.js')).FURTHER);
}
