import { rm } from 'node:fs/promises';
import { startServer, type ServerProcess } from '../../support/server-process';
import { crashRepeatedly } from './crash';
import { engineEnd, eventually, temporaryFolder } from '../support/engines';

/** `npm run crash` asks for more rounds than every test run can wait for. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);

/** For the embedded engine only, since it kills the engine's process. */
describe('kill -9 of the engine under concurrent writers and transactions', () => {
  let dataDir: string;
  let gateway: ServerProcess;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
    gateway = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  });
  afterEach(async () => {
    await gateway.stop('SIGKILL');
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'loses no acknowledged write, halves no transaction, and leaves indexes agreeing with documents; clients and a gateway go on by themselves',
    async () => {
      let answers = 0;
      const askGateway = async (): Promise<void> => {
        await eventually(async () => (await fetch(`${gateway.url}/lexicon/articles`)).status === 200);
        answers++;
      };

      await askGateway();
      const report = await crashRepeatedly(dataDir, { rounds: ROUNDS, afterKill: askGateway });
      const code = await gateway.stop();

      process.stdout.write(`${JSON.stringify(report)}\n`);
      expect(report.faults).toEqual([]);
      expect(answers).toBe(1 + ROUNDS);
      expect(code).toBe(0);
      expect(report.acknowledgedWrites).toBeGreaterThan(30 * ROUNDS);
      expect(report.acknowledgedTransactions).toBeGreaterThanOrEqual(ROUNDS);
    },
    60_000 + ROUNDS * 30_000,
  );
});
