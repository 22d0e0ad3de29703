import { stemmer as stem } from '@orama/stemmers/french';
import { stopwords as stopWords } from '@orama/stopwords/french';
import type { GlossTable } from './gloss-table';

export const FRENCH: GlossTable = { stem, stopWords, others: 'les être avoir' };
