import { ImportRepository } from '../../src/storage/dictionaries/import-repository';
import { testModels } from '../support/storage';

test('concurrent batches of an import are all recorded, each under a separate number', async () => {
  const { models, close } = await testModels();
  await models.importSteps.createIndexes();
  const imports = new ImportRepository(models);
  const names = { dictionaryId: 'qaa_fr_1', importId: 'one' };
  const changes = Array.from({ length: 16 }, (_, n) => [{ number: n + 1, revision: 0 }]);

  await Promise.all(changes.map((some) => imports.note(names, some)));

  const steps = await models.importSteps.find({}, { _id: 0, step: 1, changes: 1 }).sort({ step: 1 }).lean();
  expect(steps.map(({ step }) => step)).toEqual(changes.map((_, n) => n + 1));
  expect(new Set(steps.map((step) => step.changes[0]?.number)).size).toBe(changes.length);
  await close();
});
