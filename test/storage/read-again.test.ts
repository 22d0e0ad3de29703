import { deriveArticle } from '../../src/domain/article/derive-article';
import type { Json } from '../../src/shared/json';
import type { ArticleDocument } from '../../src/storage/articles/article-document';
import { derivedDocument } from '../../src/storage/articles/article-document';
import { migrate } from '../../src/storage/migrations/migrate';
import { MIGRATIONS } from '../../src/storage/migrations/migrations';
import { testStorage } from '../support/storage';

/** Sources, and the members without a field that the version before format 28 found in each of them. */
const STORED: readonly (readonly [source: Json, extra: Json])[] = [
  [
    { entry: { headword: 'aada', pronunciation: 'a:dɐ' }, note: 'own' },
    { entry: { pronunciation: 'a:dɐ' }, note: 'own' },
  ],
  [{ entry: { headword: 'ababâa', tone: 'LLHL' } }, { entry: { tone: 'LLHL' } }],
  [{ entry: 'ilé', forms: [{ form: 'àwọn ilé', sense: 2 }] }, { forms: { 0: { sense: 2 } } }],
  [{ entry: { headword: 'oko', definition: { en: 'a farm' } } }, { entry: { definition: { en: 'a farm' } } }],
  [{ entry: 'òkun', definitions: ['a sea', { en: 'the sea' }] }, { definitions: { 1: { en: 'the sea' } } }],
  [{ entry: { headword: 'igi', senses: [{ gloss: 'tree' }] } }, { entry: { senses: [{ gloss: 'tree' }] } }],
];

/** An article whose reading is the same in all versions. */
const UNCHANGED = { entry: 'omi' };

test('articles that were read before their members had fields are read again, and no others', async () => {
  const { models, close } = await testStorage();
  const expected = [...STORED.map(([source]) => source), UNCHANGED].map((source, i) =>
    derivedDocument(deriveArticle({ dictionary: { dictionaryId: 'aa_test' }, number: i + 1, source })),
  );
  await models.articles.collection.insertMany(
    expected.map((derived, i) => {
      const [source, extra] = STORED[i] ?? [UNCHANGED, {}];
      return {
        dictionaryId: 'aa_test',
        number: i + 1,
        publicId: String(i),
        revision: 1,
        isDisabled: false,
        ...derived,
        source: JSON.stringify(source),
        content: { extra: JSON.stringify(extra) },
        rules: { ...derived.rules, reading: 4 },
      };
    }),
  );
  await models.system.updateOne({ _id: 'format' }, { $set: { version: 27, oldestGateway: 27 } });

  await migrate({ models, migrations: MIGRATIONS, report: () => undefined });

  const articles = await models.articles.find({}, { _id: 0 }).sort({ number: 1 }).lean<ArticleDocument[]>();
  await close();

  expect(articles.map(({ content }) => content)).toEqual([
    ...expected.slice(0, -1).map(({ content }) => content),
    { extra: '{}' },
  ]);
  expect(new Set(articles.map(({ rules }) => rules.reading))).toEqual(new Set([6]));
});
