import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'attack.mjs');

interface Answers {
  readonly sent: number;
  readonly refused: number;
  readonly wrong: number;
}

/** What a round of `npm run attack` tells with `--json`; what never came is null. */
interface Round {
  readonly attacks: readonly {
    readonly client: string;
    readonly name: string;
    readonly statuses?: Readonly<Record<string, number>>;
  }[];
  readonly reader: Answers;
  readonly login: Answers;
  readonly memory: Readonly<Record<string, number>>;
  readonly restMs: number | null;
  readonly ended: readonly string[];
  readonly after: readonly string[];
}

/** Of readings that a machine which runs many tests may answer too late. */
const LATE = 0.2;

/** Addresses of this machine below 127 and the files of /proc are those of Linux. */
const CAN_ATTACK = process.platform === 'linux';

/** One attack of each kind of client at once, again and again; the times of it are told by `npm run attack`, on a quiet machine. */
(CAN_ATTACK ? describe : describe.skip)(
  'a server that a stranger, a tenant and a user attack at once',
  () => {
    let rounds: readonly Round[] = [];

    beforeAll(() => {
      const given: string[] = ['--short', '--together', '--json', '--seconds', '2', '--articles', '600'];
      const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...given], {
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production' },
      });
      rounds = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Round);
      if (rounds.length === 0) throw new Error(stderr);
    }, 180_000);

    const told = (of: (round: Round) => unknown) =>
      rounds.map((round) => [round.attacks.map(({ name }) => name).join(' + '), of(round)]);
    const each = (value: unknown): unknown => rounds.map(() => [expect.any(String) as unknown, value]);

    test('is attacked by all of them', () => {
      const clients = rounds.map(({ attacks }) => attacks.map(({ client }) => client));
      expect(clients).toEqual(Array.from({ length: 5 }, () => ['stranger', 'tenant', 'user']));
    });

    test('goes on, and so does its database', () => {
      expect(told(({ ended }) => ended)).toEqual(each([]));
    });

    test('gives a reader on another address right answers', () => {
      expect(told(({ reader }) => reader.sent > 0 && reader.wrong === 0)).toEqual(each(true));
      expect(told(({ reader }) => reader.refused <= LATE * reader.sent)).toEqual(each(true));
    });

    test('lets others log in', () => {
      expect(told(({ login }) => login.sent > 0 && login.wrong + login.refused === 0)).toEqual(each(true));
    });

    test('takes no more memory than is documented', () => {
      expect(told(({ memory }) => Object.values(memory).filter((megabytes) => megabytes > 1024))).toEqual(
        each([]),
      );
    });

    test('comes to rest, and answers as before', () => {
      expect(told(({ restMs }) => restMs !== null)).toEqual(each(true));
      expect(told(({ after }) => after)).toEqual(each([]));
    });
  },
);
