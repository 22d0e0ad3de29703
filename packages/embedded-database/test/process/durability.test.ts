import { rm } from 'node:fs/promises';
import { crashRepeatedly, WRITES_OF_ROUND } from './crash';
import { engineEnd, temporaryFolder } from '../support/engines';

/** `npm run crash` asks for more rounds than every test run can wait for. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);

/** For the embedded engine only, since it kills the engine's process. */
describe('kill -9 of the engine under concurrent writers and transactions', () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await temporaryFolder();
  });
  afterEach(async () => {
    await engineEnd(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  });

  it(
    'loses no acknowledged write, halves no transaction, and keeps indexes consistent with documents; clients continue by themselves',
    async () => {
      const report = await crashRepeatedly(dataDir, ROUNDS);

      process.stdout.write(`${JSON.stringify(report)}\n`);
      expect(report.faults).toEqual([]);
      expect(report.acknowledgedWrites).toBeGreaterThan(WRITES_OF_ROUND * ROUNDS);
      expect(report.acknowledgedTransactions).toBeGreaterThanOrEqual(ROUNDS);
    },
    300_000 + ROUNDS * 60_000,
  );
});
