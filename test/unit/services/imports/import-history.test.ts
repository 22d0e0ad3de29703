import type { ImportRecord } from '../../../../src/domain/imports/import-record';
import { ImportHistory } from '../../../../src/services/imports/import-history.service';

const MINUTE = 60_000;

async function shown(record: Partial<ImportRecord>) {
  const found = { importId: 'a', state: 'storing', problem: null, ...record };
  const imports = { find: () => Promise.resolve(found) };
  const history = new ImportHistory({ imports } as never, {} as never);
  const { state, problem } = await history.get('a');
  return { state, problem };
}

test('an import whose command was killed long ago has failed, and says what to do', async () => {
  const { state, problem } = await shown({ until: Date.now() - 11 * MINUTE });
  expect([state, problem]).toEqual(['failed', expect.stringContaining('import the file again')]);
});

test.each([
  ['of a command in a long batch', { until: Date.now() - 5 * MINUTE }],
  [
    'of an uploaded file, which another process continues',
    { until: Date.now() - 11 * MINUTE, uploadId: 'u' },
  ],
  ['that nobody holds', { until: null }],
])('an import %s is being stored', async (_, record) => {
  expect(await shown(record)).toEqual({ state: 'storing', problem: null });
});

test('an import that is over keeps its state', async () => {
  expect(await shown({ state: 'done', until: null })).toEqual({ state: 'done', problem: null });
});
