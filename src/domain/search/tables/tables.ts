import * as alphabets from '../../alphabet/alphabet-table';
import {
  arabicTiers,
  inflectedTiers,
  Inflections,
  latinSpellingsOf,
  MORPHOLOGIES,
  READINGS,
  LETTER_SIGNS,
} from '../morphology/morphology-table';
import * as phrases from './phrase-table';
import * as scripts from './scripts-table';
import * as suggestions from './suggestion-table';
import type { TableName, Tables } from './gloss-table';
import { ENGLISH } from './english-table';
import { FRENCH } from './french-table';
import { FURTHER } from './further-tables';

/** The tables of all languages. Bundles for browsers replace this module by one that loads tables one by one. */
export const TABLES: Readonly<Tables> = {
  en: ENGLISH,
  fr: FRENCH,
  ...FURTHER,
  morphologies: MORPHOLOGIES,
  Inflections,
  inflectedTiers,
  latinSpellingsOf,
  arabicTiers,
  READINGS,
  LETTER_SIGNS,
  phrases,
  suggestions,
  scripts,
  alphabets,
};

/** Loads a table. It always rejects here, because this module contains all tables. */
export function loadTable(table: TableName): Promise<void> {
  return Promise.reject(new Error(`There are no tables ${table}`));
}
