import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const SCRIPT = join(__dirname, '..', '..', 'scripts', 'attack.mjs');

interface ResponseCounts {
  readonly sent: number;
  readonly refused: number;
  readonly wrong: number;
}

/** The report of `npm run attack -- --json`; a value that was not measured is null. */
interface Round {
  readonly attacks: readonly {
    readonly client: string;
    readonly name: string;
    readonly statuses?: Readonly<Record<string, number>>;
  }[];
  readonly reader: ResponseCounts;
  readonly login: ResponseCounts;
  readonly memory: Readonly<Record<string, number>>;
  readonly restMs: number | null;
  readonly ended: readonly string[];
  readonly after: readonly string[];
}

/** Each of them starts a server: few, with more attacks at once. */
const ROUNDS = 2;

/** Of the short form. */
const ATTACKS = 18;

/** Of each process, in MB. Source: the documented bounds. */
const MAX_MEGABYTES = 1024;

/** Addresses of this machine below 127 and the files of /proc are those of Linux. */
const CAN_ATTACK = process.platform === 'linux';
if (!CAN_ATTACK)
  console.warn('Attacks are not tested: this machine has no addresses below 127 and no files of /proc.');

/** Attacks of each kind of client at once, again and again; the times of it are told by `npm run attack`, on a quiet machine. */
(CAN_ATTACK ? describe : describe.skip)(
  'a server that a stranger, a tenant, a user and a member of a dictionary attack at once',
  () => {
    let rounds: readonly Round[] = [];

    beforeAll(() => {
      const args: string[] = ['--short', '--together', '--rounds', String(ROUNDS), '--json'];
      args.push('--seconds', '1', '--articles', '600');
      const { stdout, stderr } = spawnSync(process.execPath, [SCRIPT, ...args], {
        encoding: 'utf8',
        env: { ...process.env, NODE_ENV: 'production' },
      });
      rounds = stdout
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Round);
      if (rounds.length < ROUNDS) throw new Error(`${rounds.length} rounds, then: ${stderr}`);
    });

    /** The rounds of which something cannot be said; a test shows them whole. */
    const against = (holds: (round: Round) => boolean) => rounds.filter((round) => !holds(round));

    test('receives attacks of every kind', () => {
      const clients = rounds.map(({ attacks }) => [...new Set(attacks.map(({ client }) => client))]);
      const attacks = rounds.flatMap((round) => round.attacks);
      const all = ['stranger', 'tenant', 'user', 'member'];
      expect(clients).toEqual(Array.from({ length: ROUNDS }, () => all));
      expect(attacks).toHaveLength(ATTACKS);
      // Each has told what it was answered so far.
      expect(attacks.filter(({ statuses }) => statuses === undefined)).toEqual([]);
    });

    test('continues to run, and so does its database', () => {
      expect(against(({ ended }) => ended.length === 0)).toEqual([]);
    });

    // How many are answered in time depends on what else the machine does; `npm run attack` measures it.
    test('answers a reader on another address, and never wrongly', () => {
      expect(against(({ reader: { sent, refused, wrong } }) => refused < sent && wrong === 0)).toEqual([]);
    });

    test('refuses the logins of others only for want of time', () => {
      expect(against(({ login: { sent, wrong } }) => sent > 0 && wrong === 0)).toEqual([]);
    });

    test('uses no more memory than is documented', () => {
      expect(against(({ memory }) => Math.max(...Object.values(memory)) <= MAX_MEGABYTES)).toEqual([]);
    });

    test('answers readers and logins as before after the attack', () => {
      expect(against(({ restMs, after }) => restMs !== null && after.length === 0)).toEqual([]);
    });
  },
);
