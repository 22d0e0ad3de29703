import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer } from '../support/server-process';

const { DATA_DIR, ...env } = testDatabase().env;
// A database server looks after its own files.
const whereEmbedded = DATA_DIR === undefined ? test.skip : test;

whereEmbedded('a server whose data file is gone, or another one, is not ready and says why', async () => {
  const server = await startServer({ ...env, DATA_DIR: DATA_DIR ?? '' });
  const file = join(DATA_DIR ?? '', 'griot.mdb');
  const ready = async () => (await call(`${server.url}/health/ready`)).body as unknown;
  const before = await ready();

  renameSync(file, `${file}.away`);
  const gone = await ready();
  writeFileSync(file, '');
  const other = await ready();
  renameSync(`${file}.away`, file);
  const back = await ready();
  await server.stop();

  expect(before).toEqual({ status: 'ready' });
  expect(gone).toEqual({ status: 'unavailable', reason: 'The data file was deleted.' });
  expect(other).toEqual({ status: 'unavailable', reason: 'The data file was replaced.' });
  expect(back).toEqual(before);
});
