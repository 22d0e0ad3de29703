import { stemmer as arabicStem } from '@orama/stemmers/arabic';
import { stemmer as germanStem } from '@orama/stemmers/german';
import { stemmer as spanishStem } from '@orama/stemmers/spanish';
import { stemmer as italianStem } from '@orama/stemmers/italian';
import { stemmer as dutchStem } from '@orama/stemmers/dutch';
import { stemmer as portugueseStem } from '@orama/stemmers/portuguese';
import { stopwords as arabicStops } from '@orama/stopwords/arabic';
import { stopwords as germanStops } from '@orama/stopwords/german';
import { stopwords as spanishStops } from '@orama/stopwords/spanish';
import { stopwords as italianStops } from '@orama/stopwords/italian';
import { stopwords as dutchStops } from '@orama/stopwords/dutch';
import { stopwords as portugueseStops } from '@orama/stopwords/portuguese';
import { arabicWordsOf } from './arabic-forms';
import { dutchWordsOf } from './dutch-forms';
import { germanWordsOf } from './german-forms';
import type { GlossTable } from './gloss-table';
import { italianWordsOf, portugueseWordsOf, spanishWordsOf } from './romance-forms';

/** Languages into which few dictionaries translate. Browsers load them together. */
export const FURTHER = {
  ar: { stem: arabicStem, stopWords: arabicStops, wordsOf: arabicWordsOf },
  de: { stem: germanStem, stopWords: germanStops, wordsOf: germanWordsOf },
  es: { stem: spanishStem, stopWords: spanishStops, others: 'ser', wordsOf: spanishWordsOf },
  it: { stem: italianStem, stopWords: italianStops, wordsOf: italianWordsOf },
  nl: { stem: dutchStem, stopWords: dutchStops, wordsOf: dutchWordsOf },
  pt: { stem: portugueseStem, stopWords: portugueseStops, others: 'ser', wordsOf: portugueseWordsOf },
} satisfies Readonly<Record<string, GlossTable>>;
