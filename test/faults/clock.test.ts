import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_NAME, ADMIN_PASSWORD, clientOf } from '../support/accounts';
import { resultOf, startCommand } from '../support/command';
import { embeddedDatabase } from '../support/database';
import { startServer } from '../support/server-process';

/** Library of Debian's package `libfaketime`, which changes the clock of programs that are started with it. */
const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const DICTIONARY = 'yor_eng_fra_griot';
const CAN_JUMP = existsSync(LIBRARY);

if (!CAN_JUMP) console.warn('Clocks that jump are not tested: there is no libfaketime here.');

(CAN_JUMP ? test : test.skip)(
  'a clock that jumps loses no data, reuses no number and locks out no user',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'griot-clock-'));
    const file = join(folder, 'offset');
    const jump = (offset: string) => {
      writeFileSync(file, offset);
    };
    jump('+0');
    const database = embeddedDatabase();
    const env = { ...database.env, TRUST_PROXY: 'loopback', ADMIN_USERNAME: ADMIN_NAME, ADMIN_PASSWORD };
    const server = await startServer({
      ...env,
      LD_PRELOAD: LIBRARY,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    });
    const { rest, graphql, logIn } = clientOf(server.url);
    const numbers: string[] = [];
    const dates: string[] = [];
    const write = async (token: string): Promise<boolean> => {
      const { data, errors } = await graphql(
        `mutation { createComment(input: { dictionary: "${DICTIONARY}", number: "1", text: "ŋ" }) { comment { publicId createdAt } userErrors { code message } } }`,
        {},
        token,
      );
      const made = data['createComment'] as { readonly publicId: string; readonly createdAt: string } | null;
      if (!made) {
        expect(errors[0]?.extensions['code']).toBe('UNAUTHENTICATED');
        return false;
      }
      numbers.push(made.publicId);
      dates.push(made.createdAt);
      return true;
    };
    const statuses = async () => {
      const paths = [
        '/health/ready',
        `/lexicon/articles/${DICTIONARY}?limit=2`,
        `/lexicon/articles/${DICTIONARY}/1`,
      ];
      return Promise.all(paths.map(async (path) => (await rest('GET', path)).status));
    };

    try {
      const first = await logIn(ADMIN_NAME, ADMIN_PASSWORD);
      expect(await write(first)).toBe(true);
      const days: number[] = [];
      for (const offset of ['+30d', '-3h', '+1h', '-30d', '+0']) {
        jump(offset);
        expect(await statuses()).toEqual([200, 200, 200]);
        // An earlier token may have expired by the new clock, so its owner logs in again.
        await write(first);
        const token = await logIn(ADMIN_NAME, ADMIN_PASSWORD);
        expect(await write(token)).toBe(true);
        expect(await write(token)).toBe(true);
        days.push(daysAhead(dates.at(-1) ?? ''));
      }

      expect(days).toEqual([30, 0, 0, -30, 0]);
      expect(new Set(numbers).size).toBe(numbers.length);
      const token = await logIn(ADMIN_NAME, ADMIN_PASSWORD);
      const before = JSON.stringify(
        (await rest('GET', `/lexicon/comments/${DICTIONARY}?limit=100`, { token })).body,
      );
      expect(numbers.filter((number) => !before.includes(number))).toEqual([]);
      const doctor = await resultOf(startCommand('doctor', [], env));
      expect([doctor.code, doctor.stdout.match(/^PROBLEM.*/gm)]).toEqual([0, null]);
    } finally {
      await server.stop('SIGKILL');
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

function daysAhead(date: string): number {
  return Math.round((Date.parse(date) - Date.now()) / 86_400_000) + 0;
}
