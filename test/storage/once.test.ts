import { OnceRepository } from '../../src/storage/mongo/once-repository';
import { testModels } from '../support/storage';

let storage: Awaited<ReturnType<typeof testModels>>;

beforeEach(async () => {
  storage = await testModels();
});

afterEach(() => storage.close());

test('an operation with a lasting effect runs once, and nothing else with it', async () => {
  const { models } = storage;
  const once = new OnceRepository(models);
  expect(await once.isDone('sample')).toBe(false);

  await once.markDone('sample');
  await once.markDone('sample');

  expect(await once.isDone('sample')).toBe(true);
  expect(await once.isDone('another')).toBe(false);
  expect(await models.system.countDocuments()).toBe(1);
});
