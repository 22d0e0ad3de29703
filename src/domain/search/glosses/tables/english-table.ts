import { stemmer as stem } from '@orama/stemmers/english';
import { stopwords as stopWords } from '@orama/stopwords/english';
import irregularVerbs from 'english-verbs-irregular/dist/verbs.json';
import irregularPlurals from 'irregular-plurals';
import type { GlossTable } from './gloss-table';

/** Plurals go last, so that they win: `leaves` is rather a form of leaf than of leave. */
const irregular: ReadonlyMap<string, string> = new Map([
  ...Object.entries(irregularVerbs).flatMap(([verb, forms]) =>
    forms.flat().map((form) => [form, verb] as const),
  ),
  ...Array.from(irregularPlurals, ([singular, plural]) => [plural, singular] as const),
]);

export const ENGLISH: GlossTable = { stem, stopWords, irregular };
