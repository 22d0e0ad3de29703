import { rm, writeFile } from 'node:fs/promises';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { resultOf, startCommand } from '../support/command';
import { CAN_MOUNT, diskFolder, mountAt } from '../../packages/embedded-database/test/support/disk';
import { startServer } from '../support/server-process';

const DICTIONARY = 'yor_eng_fra_griot';
const ARTICLE = `/lexicon/articles/${DICTIONARY}/1`;
/** Free bytes on the disk before the writes: enough for some comments but not for many. */
const LEFT = 400_000;

if (!CAN_MOUNT) console.warn('A full disk is not tested: nothing can be mounted here.');

(CAN_MOUNT ? test : test.skip)(
  'on a full disk reads continue and writes get 503 with Retry-After; with free space again writes succeed, and no acknowledged write is lost',
  async () => {
    const [disk, remove] = await diskFolder();
    mountAt(disk, 'size=64m');
    const env = { DATA_DIR: disk, RATE_LIMITS: 'off', ADMIN_USERNAME: ADMIN_NAME, ADMIN_PASSWORD };
    const server = await startServer(env);
    const client = clientOf(server.url);
    const token = await client.logIn(ADMIN_NAME, ADMIN_PASSWORD);
    const acknowledged = new Set<string>();
    const write = async (): Promise<Response> => {
      const query = `mutation { createComment(input: {
        dictionary: "${DICTIONARY}", number: "1", text: "${'ŋ'.repeat(900)}" }) { comment { publicId } userErrors { code message } } }`;
      const response = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-access-token': token },
        body: JSON.stringify({ query }),
      });
      const { data } = (await response.clone().json()) as {
        data?: { createComment?: { comment: { publicId: string } } };
      };
      if (response.status === 200 && data?.createComment)
        acknowledged.add(data.createComment.comment.publicId);
      return response;
    };
    const written = async (isWanted: (response: Response) => boolean): Promise<Response> => {
      for (let round = 0; round < 2000; round++) {
        const response = await write();
        if (isWanted(response)) return response;
        if (response.status !== 200) await sleep(50);
      }
      throw new Error('It never came');
    };

    try {
      const { bavail, bsize } = statfsSync(disk);
      await writeFile(join(disk, 'ballast'), Buffer.alloc(bavail * bsize - LEFT));
      const full = await written(({ status }) => status !== 200);
      const refused = { status: full.status, retryAfter: full.headers.get('retry-after') };
      const body = await full.text();
      const login = await client.rest('GET', '/lexicon/login', { basic: [ADMIN_NAME, ADMIN_PASSWORD] });
      const read = await client.rest('GET', ARTICLE);
      await rm(join(disk, 'ballast'));
      await written(({ status }) => status === 200);
      const list = await client.rest('GET', `/lexicon/comments/${DICTIONARY}?limit=1000`, { token });
      const doctor = await resultOf(startCommand('doctor', [], env));

      expect(refused).toEqual({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string });
      // Earlier steps of the import may be stored, so the message must not say that nothing was written.
      expect(body).toContain('The disk of the database is full; try again when it has space.');
      expect(body).not.toMatch(/mdb|lmdb|ENOSPC|griot-disk/i);
      // A session is small: it may find room where a comment does not.
      expect([200, 503]).toContain(login.status);
      expect(read.status).toBe(200);
      const before = JSON.stringify(list.body);
      expect([...acknowledged].filter((id) => !before.includes(id))).toEqual([]);
      expect(doctor.stdout).not.toMatch(/^PROBLEM/m);
      expect(doctor.code).toBe(0);
    } finally {
      await server.stop('SIGKILL');
      await remove();
    }
  },
);
