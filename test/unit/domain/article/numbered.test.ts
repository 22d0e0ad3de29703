import { deriveArticle, numbered } from '../../../../src/domain/article/derive-article';
import type { ArticleRecord } from '../../../../src/domain/article/article-record';

const DICTIONARIES = [{ dictionaryId: 'yor_1', language: 'yo' }, { dictionaryId: 'a' }];
const NUMBERS = [1, 9, 10, 35, 36, 1296, 50_000, Number.MAX_SAFE_INTEGER];

test.each(DICTIONARIES)(
  'an article of $dictionaryId that gets its number last is the one that was derived with it',
  (dictionary) => {
    const source = { entry: { headword: 'Àgbà ọ̀jẹ̀' }, translations: [{ lang: 'en', content: 'an expert' }] };
    const under = (number: number) =>
      ({ number, ...deriveArticle({ dictionary, number, source }) }) as unknown as ArticleRecord;

    for (const given of NUMBERS)
      for (const number of NUMBERS) expect(numbered(under(given), number)).toEqual(under(number));
  },
);
