import { basename, extname } from 'node:path';
import { readArticle } from '../../../src/domain/reading/read-article';
import type { JsonObject } from '../../../src/shared/json';
import { canonicalFile } from '../../support/canonical-files';
import { exported, read, type Read } from '../../support/format-files';
import { NO_ORIGINALS, originals } from '../../support/originals';

/** The first translation of an article by another text, as a typed write changes it. */
function changed(source: JsonObject): JsonObject | undefined {
  const { translations } = readArticle(source);
  const at = translations.findIndex(({ reversal }) => !reversal);
  const list = source['translations'];
  if (at === -1 || !Array.isArray(list)) return undefined;
  return {
    ...source,
    translations: (list as JsonObject[]).map((one, i) => (i === at ? { ...one, content: 'CHANGED' } : one)),
  };
}

/** The leaves in which two values differ, as paths. */
function differences(one: unknown, other: unknown, path = ''): string[] {
  if (one === other) return [];
  if (isText(one) || isText(other))
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [`${path}: ${JSON.stringify([one, other])}`];
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return [`${path}: ${JSON.stringify(one)} -> ${JSON.stringify(other)}`];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].flatMap((key) =>
    differences((one as JsonObject)[key], (other as JsonObject)[key], `${path}/${key}`),
  );
}

/** An element that holds text differs as a whole: what is marked in a text stays only where the text does. */
function isText(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    Array.isArray(value[1]) &&
    value.some((child, index) => index > 1 && typeof child === 'string')
  );
}

const spelled = (article: object) => JSON.stringify(article);

const FILES: readonly (readonly [string, string])[] = [
  ...[...originals('lift', '.lift'), ...originals('', '.lift')].map((path) => ['lift', path] as const),
  ...[...originals('sfm', '.sfm'), ...originals('sfm', '.db'), ...originals('', '.sfm')].map(
    (path) => ['sfm', path] as const,
  ),
  ...originals('', '.csv').map((path) => ['csv', path] as const),
  ...originals('', '.tsv').map((path) => ['tsv', path] as const),
  ...[...originals('', '.tei'), ...originals('tei', '.tei'), ...originals('tei', '.xml')].map(
    (path) => ['tei', path] as const,
  ),
  ...originals('dmlex', '.xml').map((path) => ['dmlex', path] as const),
  ...originals('dmlex', '.json')
    .filter((path) => !path.endsWith('schema.json'))
    .map((path) => ['dmlex-json', path] as const),
  ...originals('cldf_palula', '-metadata.json').map((path) => ['cldf', path] as const),
];

if (FILES.length === 0) test.skip(NO_ORIGINALS, () => undefined);
else
  describe.each(FILES.map(([format, path]) => [`${basename(path)} (${format})`, format, path] as const))(
    '%s',
    (_, format, path) => {
      let first: Read;
      let before: unknown;

      beforeAll(async () => {
        first = await read(path);
        before = await canonicalFile(path, format);
      });

      test('is read completely: every value is typed, kept, or dropped with a reason', () => {
        expect(first.problems).toEqual([]);
        for (const { seen, typed, kept, dropped, reason } of first.counts.rows()) {
          expect(typed + kept + dropped).toBe(seen);
          expect(dropped === 0 || reason !== undefined).toBe(true);
        }
      });

      test('is exported unchanged and imports as the same articles', async () => {
        const back = await exported(format, first, extname(path));
        expect(differences(before, await canonicalFile(back, format))).toEqual([]);
        // Articles are many: a text is compared faster than a tree.
        expect((await read(back)).articles.map(spelled)).toEqual(first.articles.map(spelled));
      });

      test('a changed translation of each article is the only difference', async () => {
        const articles = first.articles.map((article) => {
          const source = changed(article.source);
          return source ? { ...article, source } : article;
        });
        const count = articles.filter((article, index) => article !== first.articles[index]).length;
        const found = differences(
          before,
          await canonicalFile(
            await exported(format, { articles, files: first.files }, extname(path)),
            format,
          ),
        );
        expect(found.filter((difference) => !difference.includes('CHANGED'))).toEqual([]);
        expect(found).toHaveLength(count);
      });
    },
  );
