import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { testDatabase } from '../support/database';
import { startServer } from '../support/server-process';

const { DATA_DIR, ...env } = testDatabase().env;
// A database server manages its own files.
const whereEmbedded = DATA_DIR === undefined ? test.skip : test;

whereEmbedded(
  'a server whose data file is gone, or another one, is not ready, says why, and refuses writes that would be lost',
  async () => {
    const server = await startServer({
      ...env,
      DATA_DIR: DATA_DIR ?? '',
      ADMIN_USERNAME: ADMIN_NAME,
      ADMIN_PASSWORD,
    });
    const { rest, logIn } = clientOf(server.url);
    const token = await logIn(ADMIN_NAME, ADMIN_PASSWORD);
    const file = join(DATA_DIR ?? '', 'griot.mdb');
    const state = async (id_dico: string) => ({
      ready: (await rest('GET', '/health/ready')).body as unknown,
      write: (await rest('POST', '/lexicon/metadata', { token, body: { metadata: { id_dico } } })).status,
      read: (await rest('GET', '/lexicon/metadata', { token })).status,
    });
    const before = await state('before');

    renameSync(file, `${file}.away`);
    const whileMissing = await state('gone');
    writeFileSync(file, '');
    const whileReplaced = await state('other');
    renameSync(`${file}.away`, file);
    const afterwards = await state('back');
    await server.stop();

    const refused = { write: 503, read: 200 };
    const unavailable = { status: 'unavailable' };
    expect(before).toEqual({ ready: { status: 'ready' }, write: 201, read: 200 });
    expect(whileMissing).toEqual({
      ...refused,
      ready: { ...unavailable, reason: 'The data file was deleted.' },
    });
    expect(whileReplaced).toEqual({
      ...refused,
      ready: { ...unavailable, reason: 'The data file was replaced.' },
    });
    expect(afterwards).toEqual(before);
  },
);
