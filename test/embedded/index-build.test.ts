import { buildIndexes } from '../../src/embedded/store/index-build';

type Target = Parameters<typeof buildIndexes>[0];

test('indexes that are all there already cost no reading of documents', () => {
  const range = jest.fn(() => []);
  const target = {
    writer: { range },
    collection: { room: 1, indexes: [] },
    operation: { checkTime: jest.fn() },
  };

  buildIndexes(target as unknown as Target, []);

  expect(range).not.toHaveBeenCalled();
});
