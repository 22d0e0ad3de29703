import { DictionaryValues } from '../../../../src/services/recognition/dictionary-values';

test('continues to read a dictionary over several requests, and does not read one again that is too large', async () => {
  const size = 100_400;
  const asked: number[] = [];
  const storage = {
    dictionaries: { findMany: () => Promise.resolve([{ dictionaryId: 'large', number: 1 }]) },
    changes: {
      read: (_: string, { after, limit }: { after: number; limit: number }) => {
        asked.push(after);
        const changes = Array.from({ length: limit }, (__, n) => ({
          seq: after + n + 1,
          article: { number: after + n + 1, publicId: 'a', headword: null, content: NO_CONTENT },
        }));
        return Promise.resolve({ changes, next: after + limit, hasMore: after + limit < size });
      },
    },
  };
  const values = new DictionaryValues(storage as never);
  const source = { dictionary: 'large', value: 'headword', synonyms: [] };
  let steps = 0;
  const ends = () => (++steps === 3 ? Promise.reject(new Error('the request ended')) : Promise.resolve());

  await expect(values.read(source, ends)).rejects.toThrow('the request ended');
  expect(asked).toEqual([0, 200, 400]);
  await expect(values.read(source, ends)).rejects.toThrow('more than 100000 articles');
  expect(asked[3]).toBe(600);
  const before = asked.length;
  await expect(values.read(source, ends)).rejects.toThrow('more than 100000 articles');
  expect(asked.length).toBe(before);
});

const NO_CONTENT = { categories: [], classes: [] };
