import { deriveArticle } from '../../src/domain/article/derive-article';
import type { Json } from '../../src/shared/json';
import type { ArticleDocument } from '../../src/storage/articles/article-document';
import { derivedDocument } from '../../src/storage/articles/article-document';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { testStorage } from '../support/storage';

const SOURCES: readonly Json[] = [
  { entry: { headword: 'aada', pronunciation: 'a:dɐ' }, note: 'own' },
  { entry: { headword: 'ababâa', tone: 'LLHL' } },
  { entry: 'ilé', forms: [{ form: 'àwọn ilé', sense: 2 }] },
  { entry: { headword: 'oko', definition: { en: 'a farm' } } },
  { entry: 'òkun', senses: [{ id: 's1', definitions: ['a sea'] }] },
  { entry: 'omi' },
];

test('articles that were read before their members had fields are read again', async () => {
  const { models, close } = await testStorage();
  const expected = SOURCES.map((source, i) => {
    const derived = deriveArticle({ dictionary: { dictionaryId: 'aa_test' }, number: i + 1, source });
    return derivedDocument(derived);
  });
  await models.articles.collection.insertMany(
    expected.map((derived, i) => {
      const content = Object.entries(derived.content).filter(
        ([name]) => !['pronunciations', 'definitions'].includes(name),
      );
      const source = SOURCES[i] as { readonly entry: Json; readonly senses?: Json };
      // As the version before stored them: members without a field were in extra.
      const extra = JSON.stringify({
        entry: source.entry,
        forms: { 0: { sense: 2 } },
        senses: source.senses,
      });
      const names = { dictionaryId: 'aa_test', number: i + 1, publicId: String(i), revision: 1 };
      const rules = { ...derived.rules, reading: 4 };
      return {
        ...names,
        isDisabled: false,
        ...derived,
        source: JSON.stringify(source),
        content: { ...Object.fromEntries(content), extra },
        rules,
      };
    }),
  );
  await models.system.updateOne({ _id: 'format' }, { $set: { version: 27, oldestGateway: 27 } });

  await migrate({ models, migrations: MIGRATIONS, report: () => undefined });

  const articles = await models.articles.find({}, { _id: 0 }).sort({ number: 1 }).lean<ArticleDocument[]>();
  expect(articles.map(({ content }) => content).slice(0, 5)).toEqual(
    expected.map(({ content }) => content).slice(0, 5),
  );
  expect(articles.map(({ rules }) => rules.reading)).toEqual([6, 6, 6, 6, 6, 6]);
  await close();
});
