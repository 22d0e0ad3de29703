import { inflectedTiers, Inflections, MORPHOLOGIES } from '../../morphology/morphology-table';
import type { TableName, Tables } from './gloss-table';
import { ENGLISH } from './english-table';
import { FRENCH } from './french-table';
import { FURTHER } from './further-tables';

/** The tables of all languages. The pages for browsers are built with a module in place of this one that loads them one by one. */
export const TABLES: Readonly<Tables> = {
  en: ENGLISH,
  fr: FRENCH,
  ...FURTHER,
  morphologies: MORPHOLOGIES,
  Inflections,
  inflectedTiers,
};

/** Loads the tables of a language where they are not all there. */
export function loadTable(table: TableName): Promise<void> {
  return Promise.reject(new Error(`There are no tables ${table}`));
}
