import { ImportService } from '../../../../src/services/imports/import.service';

const RULES = { overwrite: false, dryRun: false };
const ITEM = { number: 1, publicId: 'a', source: { entry: { headword: 'a' } } };

/** The storage of a dictionary without articles. */
function storageWith(
  store: (dictionaryId: string, changes: readonly unknown[]) => Promise<readonly number[]>,
) {
  const articles = { findMany: () => Promise.resolve([]), store };
  const dictionaries = { findMany: () => Promise.resolve([{ dictionaryId: 'qaa_1' }]) };
  return { articles, dictionaries } as never;
}

test('an article that other writes change again and again is reported as edited on this server', async () => {
  const begun = performance.now();
  const now = jest.spyOn(performance, 'now').mockReturnValue(begun);
  let attempts = 0;
  const imports = new ImportService(
    storageWith(() => {
      attempts += 1;
      now.mockReturnValue(begun + attempts * 3000);
      return Promise.resolve([]);
    }),
  );

  const results = await imports.importArticles('qaa_1', [ITEM], RULES);

  now.mockRestore();
  expect(results).toEqual([{ outcome: 'edited' }]);
  expect(attempts).toBeGreaterThan(1);
});
